import type { Report } from '../../../format/report'
import { locate, offsetOf, type Document, type Node } from '../../../layout'
import { NodeName } from '../gamez/nodes'
import { one, range } from '../rules/expected'
import { checkName } from '../rules/name-rules'
import { expectNode, failNode } from '../rules/record-rules'
import { MECH_NODE_HEAD } from './mechlib'

const TEXTURED = 0x11
const ALWAYS = 0x10

/** Materials of `mechlib.zbd` (mw3 17.6, L2). */
export function checkMechMaterials(opened: Document, report: Report): void {
  const materials = locate(opened, 'materials')
  for (let at = 0; at < (materials?.childCount ?? 0); at++) {
    const material = materials?.child(at)
    if (!material?.isWhole) continue
    const field = (name: string): Node | undefined => material.childNamed(name)
    const isTextured = Number(field('flags')?.value) === TEXTURED
    expectNode(report, field('flags'), 'mw3.L2', one(ALWAYS, TEXTURED))
    expectNode(report, field('field_20'), 'mw3.L2', one(0))
    expectNode(report, field('field_24'), 'mw3.L2', one(0.5))
    expectNode(report, field('field_28'), 'mw3.L2', one(0.5))
    expectNode(report, field('soil'), 'mw3.L2', one(0))
    expectNode(report, field('cycle_ptr'), 'mw3.L2', one(0))
    expectNode(report, field('rgb'), 'mw3.L2', one(isTextured ? 0x7fff : 0))
    if (isTextured) expectNode(report, field('alpha'), 'mw3.L2', one(255))
    else expectNode(report, field('texture_index'), 'mw3.L2', one(0))
    for (const name of ['r', 'g', 'b'])
      expectNode(report, field('color')?.childNamed(name), 'mw3.L2', isTextured ? one(255) : range(0, 255))
  }
}

/** A tree of nodes of a 'mech (mw3 17.6, L3 and L4); without recursion, as a damaged tree may be deep. */
export function checkMechModel(opened: Document, report: Report): void {
  const open: Node[] = [opened.root]
  for (let node = open.pop(); node; node = open.pop()) {
    // A damaged tree ends within a node: what is before the damage is judged.
    if (node.offset + offsetOf(MECH_NODE_HEAD, 'field_204') + 4 > opened.bytes.length) continue
    checkMechNode(opened, node, report, node === opened.root)
    const children = node.childNamed('children')
    for (let at = (children?.childCount ?? 0) - 1; at >= 0; at--) {
      const child = children?.child(at)
      if (child && child.kind !== 'gap') open.push(child)
    }
  }
}

function checkMechNode(opened: Document, node: Node, report: Report, isRoot: boolean): void {
  const field = (name: string): Node | undefined => node.childNamed(name)
  const prefix = node.path === '' ? '' : `${node.path}/`
  checkName(report, opened.bytes, 'mw3.N2', NodeName, node.offset, `${prefix}name`)
  expectNode(report, field('flags'), 'mw3.N3', { bits: 0x138b87fc })
  for (const name of ZERO) expectNode(report, field(name), 'mw3.N4', one(0))
  expectNode(report, field('action_priority'), 'mw3.N4', one(1))
  expectNode(report, field('zone_id'), 'mw3.N5', range(0, 255))
  expectNode(report, field('node_class'), 'mw3.L3', one(5))
  expectNode(report, field('data_ptr'), 'mw3.N10', 'not-zero')
  expectNode(report, field('field_196'), 'mw3.N10', one(160))
  expectNode(report, field('parent_count'), 'mw3.L3', one(isRoot ? 0 : 1))
  expectNode(report, field('parent_array_ptr'), 'mw3.N9', isRoot ? one(0) : 'not-zero')
  expectNode(report, field('child_array_ptr'), 'mw3.N9', field('child_count')?.value === 0 ? one(0) : 'not-zero')
  const flags = field('flags')
  const hasModel = field('model_index')?.value !== 0
  if (flags && ((Number(flags.value) & HAS_MODEL) !== 0) !== hasModel)
    failNode(report, flags, 'mw3.L4', hasModel ? '⊇ 0x200' : '∌ 0x200', true)
}

/** Bit `bbox_model` of a node's flags (mw3 7.3). */
const HAS_MODEL = 0x200
const ZERO = [
  'field_40',
  'environment_data',
  'action_callback',
  'bbox_diag',
  'activation_ptr',
  'field_192',
  'field_200',
  'field_204',
]
