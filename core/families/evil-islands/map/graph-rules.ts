import type { Report } from '../../../format/report'
import type { Node } from '../../../layout'
import { NEIGHBOURS } from './mob'

/** Steps to the neighbours of a cell, in their order (evil-islands 15.7). */
export const STEPS = [
  [0, -1],
  [-1, -1],
  [-1, 0],
  [-1, 1],
  [0, 1],
  [1, 1],
  [1, 0],
  [1, -1],
] as const
const NONE = 0xffff

interface Row {
  readonly costs: readonly { readonly steps: readonly number[] }[]
}
interface Graph {
  readonly width: number
  readonly height: number
  readonly layers: readonly { readonly rows: readonly Row[] }[]
}

/** Every step costs the same both ways, and none leads out of the map; the first that differs is reported (evil-islands 15.7). */
export function checkGraph(node: Node, report: Report): void {
  const { width, height, layers } = node.value as unknown as Graph
  for (const [layer, { rows }] of layers.entries())
    for (let y = 0; y < height; y++)
      for (let x = 0; x < width; x++)
        for (let k = 0; k < NEIGHBOURS; k++) {
          const cost = rows[y]?.costs[x]?.steps[k] ?? NONE
          const [dx, dy] = STEPS[k] ?? [0, 0]
          const back = rows[y + dy]?.costs[x + dx]?.steps[(k + NEIGHBOURS / 2) % NEIGHBOURS] ?? NONE
          if (cost === back) continue
          report.warning('mob.graph-way', { layer, x, y, k, cost, back }, stepPlace(node, layer, x, y, k))
          return
        }
}

function stepPlace(graph: Node, layer: number, x: number, y: number, k: number) {
  let node: Node | undefined = graph
  for (const step of ['layers', layer, 'rows', y, 'costs']) node = node?.childNamed(String(step))
  // The step or its way back is the wrong one: the row of cells is the place.
  const at = node ?? graph
  return { path: `${at.path}/${x}/steps/${k}`, range: [at.offset, at.size] as const }
}
