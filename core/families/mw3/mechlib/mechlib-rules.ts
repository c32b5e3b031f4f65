import type { Report } from '../../../format/report'
import { locate, offsetOf, type Document, type Node } from '../../../layout'
import { checkObject } from '../rules/class-rules'
import { one, range } from '../rules/expected'
import { checkGeometry, checkModelFields } from '../rules/model-rules'
import { CLASS } from '../rules/node-indices'
import { checkNodeFields } from '../rules/node-rules'
import { RecordRules, expectNode, failNode } from '../rules/record-rules'
import { MECH_NODE_HEAD, MechModel } from './mechlib'

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
  const { bytes } = opened
  checkNodeFields(bytes, report, new RecordRules(MECH_NODE_HEAD, bytes, report), node.offset, node.path)
  expectNode(report, field('node_class'), 'mw3.L3', one(CLASS.object3d))
  expectNode(report, field('parent_count'), 'mw3.L3', one(isRoot ? 0 : 1))
  const object = field('object3d')
  if (object?.isWhole) checkObject({ bytes, report }, object.offset, object.path)
  const model = field('model')?.childNamed('0')
  if (model?.isWhole) checkModelFields(new RecordRules(MechModel, bytes, report), model.offset, model.path)
  const data = field('model_data')?.childNamed('0')
  if (data && data.kind !== 'gap') checkGeometry({ opened, bytes, report }, data)
  const flags = field('flags')
  const hasModel = field('model_index')?.value !== 0
  if (flags && ((Number(flags.value) & HAS_MODEL) !== 0) !== hasModel)
    failNode(report, flags, 'mw3.L4', hasModel ? '⊇ 0x200' : '∌ 0x200', true)
}

/** Bit `bbox_model` of a node's flags (mw3 7.3). */
const HAS_MODEL = 0x200
