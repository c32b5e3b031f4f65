import type { Node } from '../../../layout'
import { MOST_RECORDS, type Gamez } from './gamez-context'
import { failNode } from './record-rules'

/** Numbers of the node classes (mw3 7.2). */
export const CLASS = { empty: 0, camera: 1, world: 2, window: 3, display: 4, object3d: 5, lod: 6, light: 9 } as const

/** Every index of a list names a used node (mw3 17.5, N13 and N18). */
export function checkIndices({ report, nodes }: Gamez, list: Node | undefined): void {
  for (let child = 0; child < (list?.childCount ?? 0); child++) {
    const node = list?.child(child)
    if (!node?.isWhole || typeof node.value !== 'number') continue
    if (node.value < 0 || node.value > MOST_RECORDS - 1) failNode(report, node, 'mw3.N13', `0 … ${MOST_RECORDS - 1}`)
    else if (node.value >= nodes) failNode(report, node, 'mw3.N18', `< ${nodes}`)
  }
}
