import { locate, type Node } from '../../../layout'
import { NodeSlot } from '../gamez/nodes'
import { arrayOf, type Gamez } from './gamez-context'
import { CLASS } from './node-indices'
import { BOXES } from './node-rules'
import { RecordRules, failNode } from './record-rules'

/** Floats of a node slot. */
const FLOATS = ['bbox_mid', 'bbox_diag', ...BOXES] as const

/** A zero with a sign is found in placed objects only (mw3 17.5, N17.zero); the first one of each record is reported. */
export function checkZeros(gamez: Gamez): void {
  const { opened, bytes, report, nodes } = gamez
  const slots = arrayOf(opened, 'nodes')
  const rules = new RecordRules(NodeSlot, bytes, report)
  const data = locate(opened, 'node_data')
  for (let slot = 0; slot < nodes; slot++) {
    const at = slots.at(slot)
    const field = FLOATS.find(name => rules.numbers(at, name).some(isMinusZero))
    if (field) rules.fail(at, `nodes/${slot}`, 'mw3.N17.zero', field, '−0', 0, true)
    if (rules.number(at, 'node_class') === CLASS.object3d) continue
    const record = data?.childNamed(String(slot))?.childNamed('class_data')
    const leaf = record?.isWhole ? minusZeroIn(record) : undefined
    if (leaf) failNode(report, leaf, 'mw3.N17.zero', 0, true)
  }
}

const isMinusZero = (value: unknown): boolean => Object.is(value, -0)

function minusZeroIn(node: Node): Node | undefined {
  if (node.childCount === 0) return isMinusZero(node.value) ? node : undefined
  for (let child = 0; child < node.childCount; child++) {
    const found = minusZeroIn(node.child(child))
    if (found) return found
  }
  return undefined
}
