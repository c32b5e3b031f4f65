import type { Report } from '../../../format/report'
import { locate, offsetOf, rangeOf, read, type Bytes, type Node } from '../../../layout'
import { LAST_FREE, NodeName, NodeSlot } from '../gamez/nodes'
import { checkClass } from './class-rules'
import { one, range } from './expected'
import { arrayOf, MOST_RECORDS, type Gamez } from './gamez-context'
import { CLASS, checkIndices } from './node-indices'
import { checkName } from './name-rules'
import { RecordRules, type FieldRule, type NumberFieldOf } from './record-rules'
import { checkWorld } from './world-rules'

type Scalars = typeof NodeSlot extends { readonly scalars?: infer C } ? C : never
export type NodeField = NumberFieldOf<Scalars>
type Rule = FieldRule<NodeField>
export type NodeRules = Pick<
  RecordRules<unknown, Scalars>,
  'check' | 'expect' | 'fail' | 'follows' | 'number' | 'numbers' | 'pointer'
>

export const BOXES = [
  'node_bbox_min',
  'node_bbox_max',
  'model_bbox_min',
  'model_bbox_max',
  'child_bbox_min',
  'child_bbox_max',
] as const

const EVERY: readonly Rule[] = [
  { code: 'mw3.N3', fields: ['flags'], expected: { bits: 0x138b87fc } },
  {
    code: 'mw3.N4',
    fields: [
      'field_40',
      'environment_data',
      'action_callback',
      'bbox_mid',
      'bbox_diag',
      'activation_ptr',
      'field_192',
      'field_200',
      'field_204',
    ],
    expected: one(0),
  },
  { code: 'mw3.N4', fields: ['action_priority'], expected: one(1) },
  { code: 'mw3.N5', fields: ['zone_id'], expected: range(0, 255) },
  { code: 'mw3.N6', fields: ['node_class'], expected: one(0, 1, 2, 3, 4, 5, 6, 9) },
  { code: 'mw3.N9', fields: ['parent_count', 'child_count'], expected: range(0, MOST_RECORDS) },
]

const UNUSED: readonly Rule[] = [
  {
    code: 'mw3.N11',
    fields: [
      'flags',
      'field_40',
      'update_flags',
      'zone_id',
      'node_class',
      'data_ptr',
      'environment_data',
      'action_priority',
      'action_callback',
      'area_partition_x',
      'area_partition_z',
      'parent_count',
      'parent_array_ptr',
      'child_count',
      'child_array_ptr',
      'bbox_mid',
      'bbox_diag',
      ...BOXES,
      'activation_ptr',
      'field_192',
      'field_196',
      'field_200',
      'field_204',
    ],
    expected: one(0),
  },
  { code: 'mw3.N11', fields: ['model_index'], expected: one(-1) },
]

/** Constants of the nodes that the engine makes itself (mw3 7.4). */
const SINGLE: readonly Rule[] = [
  { code: 'mw3.N10', fields: ['update_flags', 'parent_count', 'field_196'], expected: one(0) },
  { code: 'mw3.N10', fields: ['zone_id'], expected: one(255) },
  { code: 'mw3.N10', fields: ['model_index', 'area_partition_x', 'area_partition_z'], expected: one(-1) },
  {
    code: 'mw3.N10',
    fields: ['model_bbox_min', 'model_bbox_max', 'child_bbox_min', 'child_bbox_max'],
    expected: one(0),
  },
]
const PLAIN: readonly Rule[] = [
  { code: 'mw3.N10', fields: ['flags'], expected: one(0x0108001c) },
  { code: 'mw3.N10', fields: ['node_bbox_min', 'node_bbox_max'], expected: one(0) },
]
const CHILDLESS: readonly Rule[] = [{ code: 'mw3.N10', fields: ['child_count'], expected: one(0) }]
const RULES_BY_CLASS: Readonly<Record<number, readonly Rule[]>> = {
  [CLASS.camera]: [...SINGLE, ...PLAIN, ...CHILDLESS],
  [CLASS.display]: [...SINGLE, ...PLAIN, ...CHILDLESS],
  [CLASS.window]: [...SINGLE, ...PLAIN, ...CHILDLESS],
  [CLASS.world]: [...SINGLE, ...PLAIN, { code: 'mw3.N10', fields: ['child_count'], expected: range(1, MOST_RECORDS) }],
  [CLASS.light]: [...SINGLE, ...CHILDLESS, { code: 'mw3.N10', fields: ['flags'], expected: one(0x0108011c) }],
  [CLASS.empty]: [
    { code: 'mw3.N10', fields: ['data_ptr'], expected: one(0) },
    { code: 'mw3.N10', fields: ['model_index', 'area_partition_x', 'area_partition_z'], expected: one(-1) },
    { code: 'mw3.N10', fields: ['parent_count', 'child_count'], expected: one(0) },
    { code: 'mw3.N10', fields: ['field_196'], expected: one(160) },
  ],
  [CLASS.lod]: [
    { code: 'mw3.N10', fields: ['model_index'], expected: one(-1) },
    { code: 'mw3.N10', fields: ['parent_count'], expected: one(1) },
    { code: 'mw3.N10', fields: ['child_count'], expected: range(1, MOST_RECORDS) },
    { code: 'mw3.N10', fields: ['model_bbox_min', 'model_bbox_max'], expected: one(0) },
    { code: 'mw3.N10', fields: ['field_196'], expected: one(160) },
  ],
  [CLASS.object3d]: [{ code: 'mw3.N10', fields: ['field_196'], expected: one(160) }],
}
const NAME_BY_CLASS: Readonly<Record<number, string>> = {
  [CLASS.camera]: 'camera1',
  [CLASS.display]: 'display',
  [CLASS.window]: 'window1',
  [CLASS.world]: 'world1',
  [CLASS.light]: 'sunlight',
}

/** Node slots and their data (mw3 17.5). */
export function checkNodes(gamez: Gamez): void {
  const { opened, bytes, report, nodes: used, judgedTo } = gamez
  const slots = arrayOf(opened, 'nodes')
  const data = locate(opened, 'node_data')
  const array = locate(opened, 'nodes')
  if (array && (slots.count > 0 || opened.isWhole) && (used < 6 || used === slots.count))
    report.error(
      'mw3.N1',
      { field: 'nodes', value: used, expected: `6 … ${slots.count - 1}` },
      { path: 'nodes', range: [array.offset, array.size] },
    )
  const rules: NodeRules = new RecordRules(NodeSlot, bytes, report)
  for (let slot = 0; slot < slots.count; slot++) {
    const at = slots.at(slot)
    const path = `nodes/${slot}`
    if (slot >= used) {
      rules.check(at, path, UNUSED)
      rules.expect(at, path, 'mw3.N11', 'link', one(slot === slots.count - 1 ? LAST_FREE : slot + 1))
      continue
    }
    checkNode(gamez, rules, at, path)
    const blob = data?.childNamed(String(slot))
    if (rules.number(at, 'node_class') === CLASS.empty) checkParentWord(gamez, rules, at, path)
    else if (blob && blob.kind !== 'gap' && blob.offset <= judgedTo) {
      rules.follows(at, path, 'mw3.N12', 'link', blob.offset)
      checkData(gamez, rules, at, blob)
    }
  }
}

function checkNode({ bytes, report, models }: Gamez, rules: NodeRules, at: number, path: string): void {
  checkNodeFields(bytes, report, rules, at, path)
  rules.expect(at, path, 'mw3.N7', 'model_index', range(-1, models - 1))
  const kind = rules.number(at, 'node_class')
  const name = NAME_BY_CLASS[kind]
  const found = plainName(bytes, at)
  if (name !== undefined && found !== name)
    report.error(
      'mw3.N10',
      { field: 'name', value: found, expected: name },
      { path: `${path}/name`, range: rangeOf(at, NodeSlot, 'name') },
    )
}

/** Rules of the fields of a node, in GameZ and in `mechlib.zbd`: name, constants, cell, pointers, those of its class. */
export function checkNodeFields(
  bytes: Bytes,
  report: Report,
  rules: Omit<NodeRules, 'follows'>,
  at: number,
  path: string,
): void {
  rules.check(at, path, EVERY)
  checkName(report, bytes, 'mw3.N2', NodeName, at + offsetOf(NodeSlot, 'name'), path === '' ? 'name' : `${path}/name`)
  const [x, z] = [rules.number(at, 'area_partition_x'), rules.number(at, 'area_partition_z')]
  const isCell = (x === -1 && z === -1) || (x >= 0 && x <= 255 && z >= 0 && z <= 255)
  if (!isCell) rules.fail(at, path, 'mw3.N8', 'area_partition_x', `${x}, ${z}`, '−1, −1; 0 … 255')
  rules.pointer(at, path, 'mw3.N9', 'parent_count', 'parent_array_ptr')
  rules.pointer(at, path, 'mw3.N9', 'child_count', 'child_array_ptr')
  const kind = rules.number(at, 'node_class')
  rules.check(at, path, RULES_BY_CLASS[kind] ?? [])
  if (kind !== CLASS.empty) rules.expect(at, path, 'mw3.N10', 'data_ptr', 'not-zero')
  if (kind === CLASS.light) checkBox(rules, at, path, 'node_bbox', [1, 1, -2], [2, 2, -1])
  if (kind !== CLASS.lod) return
  const [min, max] = [rules.numbers(at, 'node_bbox_min'), rules.numbers(at, 'node_bbox_max')]
  if ([...min, ...max].every(value => value === 0)) rules.fail(at, path, 'mw3.N10', 'node_bbox_min', 0, '≠ 0')
  checkBox(rules, at, path, 'child_bbox', min, max)
}

function checkBox(
  rules: Pick<NodeRules, 'fail' | 'numbers'>,
  at: number,
  path: string,
  box: 'node_bbox' | 'child_bbox',
  min: readonly number[],
  max: readonly number[],
): void {
  for (const [field, expected] of [
    [`${box}_min`, min],
    [`${box}_max`, max],
  ] as const) {
    const found = rules.numbers(at, field)
    if (found.some((value, i) => value !== expected[i]))
      rules.fail(at, path, 'mw3.N10', field, found.join(', '), expected.join(', '))
  }
}

const plainName = (bytes: Gamez['bytes'], at: number): string => {
  const { name } = read(NodeSlot, bytes.subarray(at, at + (NodeSlot.fixedSize ?? 0)))
  return typeof name === 'string' ? name : name.text
}

/** The word behind an Empty node names its parent (mw3 7.1). */
function checkParentWord({ opened, nodes }: Gamez, rules: NodeRules, at: number, path: string): void {
  const parent = rules.number(at, 'link')
  const isEndKnown = opened.isWhole || nodes < arrayOf(opened, 'nodes').count
  if (parent > MOST_RECORDS - 1) rules.fail(at, path, 'mw3.N12', 'link', parent, `0 … ${MOST_RECORDS - 1}`)
  else if (parent >= nodes && isEndKnown) rules.fail(at, path, 'mw3.N18', 'link', parent, `< ${nodes}`)
}

function checkData(gamez: Gamez, rules: NodeRules, at: number, blob: Node): void {
  const kind = rules.number(at, 'node_class')
  const record = blob.childNamed('class_data')
  if (record && kind === CLASS.world) checkWorld(gamez, record)
  else if (record?.isWhole) checkClass(gamez, kind, record)
  checkIndices(gamez, blob.childNamed('parent_indices'))
  checkIndices(gamez, blob.childNamed('child_indices'))
}
