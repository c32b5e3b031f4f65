import { locate, type Layout, type Node } from '../../../layout'
import { Camera, Display, Light, Lod, Object3d, Window } from '../gamez/node-classes'
import { NodeSlot } from '../gamez/nodes'
import type { World } from '../gamez/world'
import { computedMatrix } from './computed'
import { objectMatrix } from './derived-floats'
import { flags, one, range } from './expected'
import { arrayOf, type Gamez } from './gamez-context'
import { CLASS } from './node-indices'
import { RecordRules, failNode, type FieldRule, type NumberFieldOf } from './record-rules'

// What nodes and their records have in the game's own files beyond what its reader checks (mw3 17.5, N17). Warnings.

type ScalarsOf<L> = L extends { readonly scalars?: infer C } ? C : never
type SlotScalars = ScalarsOf<typeof NodeSlot>
type SlotRules = Pick<RecordRules<unknown, SlotScalars>, 'check' | 'fail' | 'number' | 'numbers'>

const extra = <F extends string>(expected: FieldRule<F>['expected'], ...fields: readonly F[]): FieldRule<F> => ({
  code: 'mw3.N17.extras',
  fields,
  expected,
  isWarning: true,
})
const usual = <F extends string>(expected: FieldRule<F>['expected'], ...fields: readonly F[]): FieldRule<F> => ({
  ...extra(expected, ...fields),
  code: 'mw3.N17.data',
})

const PLACED = [extra(one(1), 'update_flags'), extra(range(1, 80, 255), 'zone_id')] as const
/** The last row of mw3 7.4. */
const NODE: ReadonlyMap<number, readonly FieldRule<NumberFieldOf<SlotScalars>>[]> = new Map([
  [
    CLASS.empty,
    [
      extra(one(1, 3, 5, 7), 'update_flags'),
      extra(one(1, 255), 'zone_id'),
      extra(flags(0x01080004, 0x12000538), 'flags'),
    ],
  ],
  [CLASS.lod, [...PLACED, extra(flags(0x01080504, 0x02008038), 'flags'), extra(range(1, 32), 'child_count')]],
  [
    CLASS.object3d,
    [
      ...PLACED,
      extra(flags(0x03080004, 0x000387b8), 'flags'),
      extra(range(0, 1), 'parent_count'),
      extra(range(0, 64), 'child_count'),
    ],
  ],
])

const CAMERA = [
  usual(one(0), 'world_index'),
  usual(one(1), 'window_index', 'lod_multiplier', 'fov_h_scale', 'fov_v_scale'),
  usual(one(-1), 'focus_node_xy', 'focus_node_xz'),
] as const
const DISPLAY = [
  usual(one(0), 'origin_x', 'origin_y'),
  usual(one(640), 'resolution_x'),
  usual(one(400), 'resolution_y'),
] as const
const WINDOW = [
  usual(one(0), 'origin_x', 'origin_y'),
  usual(one(320), 'resolution_x'),
  usual(one(200), 'resolution_y'),
] as const
const LIGHT = [usual(one(0), 'translate'), usual(one(1), 'color', 'parent_count'), usual(one(0x38b), 'flags')] as const
const LOD = [
  usual(one(0, 1), 'level', 'field_72'),
  usual(range(0, 1000 * 1000), 'range_near_sq'),
  usual(range(Number.MIN_VALUE, Infinity), 'range_far'),
  usual(range(0, Infinity), 'field_60'),
] as const
const OBJECT = [usual(one(0x20, 0x28), 'flags'), usual(one(1), 'scale')] as const

/** Flags, zones, relatives, cells and records of all nodes. */
export function checkGameNodes(gamez: Gamez): void {
  const { opened, bytes, report, nodes } = gamez
  const slots = arrayOf(opened, 'nodes')
  const rules: SlotRules = new RecordRules(NodeSlot, bytes, report)
  const data = locate(opened, 'node_data')
  const cells = cellsOf(gamez, rules)
  for (let slot = 0; slot < nodes; slot++) {
    const at = slots.at(slot)
    const path = `nodes/${slot}`
    const kind = rules.number(at, 'node_class')
    rules.check(at, path, NODE.get(kind) ?? [])
    if (kind === CLASS.empty) checkParent(gamez, rules, at, path)
    if (kind === CLASS.object3d) checkModelFlag(rules, at, path)
    if (cells) checkCell(rules, at, path, cells)
    const record = data?.childNamed(String(slot))?.childNamed('class_data')
    if (record?.isWhole) checkRecord(gamez, kind, record)
  }
}

/** An Empty node belongs to a placed node, not to one that the engine makes itself. */
function checkParent({ opened, nodes }: Gamez, rules: SlotRules, at: number, path: string): void {
  const parent = rules.number(at, 'link')
  if (parent >= nodes) return
  const kind = rules.number(arrayOf(opened, 'nodes').at(parent), 'node_class')
  if (parent < FIRST_PLACED || kind === CLASS.light)
    rules.fail(at, path, 'mw3.N17.extras', 'link', parent, `≥ ${FIRST_PLACED}`, true)
}
/** Slots before it hold the world, the window, the camera and the display. */
const FIRST_PLACED = 4

/** Bit `bbox_model` goes with a model. */
function checkModelFlag(rules: SlotRules, at: number, path: string): void {
  const bits = rules.number(at, 'flags')
  const hasModel = rules.number(at, 'model_index') >= 0
  if (((bits & 0x200) !== 0) !== hasModel)
    rules.fail(at, path, 'mw3.N17.extras', 'flags', bits, hasModel ? '⊇ 0x200' : '∌ 0x200', true)
}

interface Cells {
  readonly columns: number
  readonly rows: number
}

/** Numbers of cells of the world; none where no world can be read. */
function cellsOf({ opened, nodes }: Gamez, rules: SlotRules): Cells | undefined {
  const slots = arrayOf(opened, 'nodes')
  for (let slot = 0; slot < nodes; slot++) {
    if (rules.number(slots.at(slot), 'node_class') !== CLASS.world) continue
    const world = locate(opened, `node_data/${slot}/class_data`)
    const number = (field: keyof ScalarsOf<typeof World> & string): number => Number(world?.childNamed(field)?.value)
    const cells = { columns: number('virt_partition_x_count'), rows: number('virt_partition_z_count') }
    return Number.isNaN(cells.columns + cells.rows) ? undefined : cells
  }
  return undefined
}

function checkCell(rules: SlotRules, at: number, path: string, { columns, rows }: Cells): void {
  for (const [field, count] of [
    ['area_partition_x', columns],
    ['area_partition_z', rows],
  ] as const) {
    const cell = rules.number(at, field)
    // Numbers that no world can have are errors already.
    if (cell >= count && cell <= 255) rules.fail(at, path, 'mw3.N17.cell', field, cell, `< ${count}`, true)
  }
}

function checkRecord(gamez: Gamez, kind: number, record: Node): void {
  switch (kind) {
    case CLASS.camera:
      return checkAs(gamez, record, Camera, CAMERA)
    case CLASS.display:
      checkAs(gamez, record, Display, DISPLAY)
      return checkClearColor(gamez, record)
    case CLASS.window:
      return checkAs(gamez, record, Window, WINDOW)
    case CLASS.light:
      return checkAs(gamez, record, Light, LIGHT)
    case CLASS.lod:
      checkAs(gamez, record, Lod, LOD)
      return checkLod(gamez, record)
    case CLASS.object3d:
      checkAs(gamez, record, Object3d, OBJECT)
      return checkMatrix(gamez, record)
  }
}

function checkAs<T, C>(
  { bytes, report }: Gamez,
  { offset, path }: Node,
  layout: Layout<T, C>,
  rules: readonly FieldRule<NumberFieldOf<C>>[],
): void {
  new RecordRules(layout, bytes, report).check(offset, path, rules)
}

const CLEAR_COLOR = [0.392, 0.392, 1].map(Math.fround)

function checkClearColor({ report }: Gamez, record: Node): void {
  const color = record.childNamed('clear_color')
  const found = Array.isArray(color?.value) ? color.value.map(Number) : []
  if (color && found.some((value, at) => value !== CLEAR_COLOR[at]))
    failNode(report, color, 'mw3.N17.data', CLEAR_COLOR.join(', '), true)
}

function checkLod({ bytes, report }: Gamez, { offset: at, path }: Node): void {
  const rules = new RecordRules(Lod, bytes, report)
  const other = rules.number(at, 'field_76')
  if ((rules.number(at, 'field_72') === 0) !== (other === 0))
    rules.fail(at, path, 'mw3.N17.data', 'field_76', other, '0 ⇔ field_72 = 0', true)
}

/** Angles and scale decide the matrix where no flag says otherwise; the exporter's rounding differs from ours. */
function checkMatrix({ bytes, report }: Gamez, { offset: at, path }: Node): void {
  const rules = new RecordRules(Object3d, bytes, report)
  const stored = rules.numbers(at, 'transform')
  const warn = (expected: string, fix?: ReturnType<typeof computedMatrix>): void =>
    rules.fail(at, path, 'mw3.N17.matrix', 'transform', stored.map(String).join(' '), expected, true, fix)
  if (!stored.slice(9).every(Number.isFinite)) return warn('−∞ < x < ∞')
  const bits = rules.number(at, 'flags')
  if ((bits & OWN_MATRIX) !== 0) return stored.every(Number.isFinite) ? undefined : warn('−∞ < x < ∞')
  const scale = rules.numbers(at, 'scale')
  const right = objectMatrix(rules.numbers(at, 'rotate'), scale)
  const most = ROUNDING * Math.max(1, ...scale.map(Math.abs))
  if (right.every((cell, i) => Math.abs(cell - (stored[i] ?? 0)) <= most)) return
  if (right.every(Number.isFinite)) warn(right.join(' '), computedMatrix(`${path}/transform`))
  else warn('−∞ < x < ∞')
}

/** Bits initial and matrix: no angles. */
const OWN_MATRIX = 0x18
/** Differences in cells of a matrix that rounding explains; the game's files differ by less (mw3 10.2). */
const ROUNDING = 1e-4
