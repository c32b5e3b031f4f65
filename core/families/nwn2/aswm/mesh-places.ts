import type { Place } from '../../../format/report'
import { locate, rangeOf, type FieldPath, type Layout } from '../../../layout'
import { Edge, Island, Tile, Triangle, Way } from './aswm'
import type { Mesh } from './mesh'

/** Places of fields of the records of an array, by the byte where each begins. */
const inArray =
  <T>(array: string, record: Layout<T>, startOf: (mesh: Mesh, index: number) => number) =>
  (mesh: Mesh, index: number, field: FieldPath<T>, last = field): Place => ({
    path: `${array}/${index}/${field}`,
    range: rangeOf(startOf(mesh, index), record, field, last),
  })

export const edgePlace = inArray('edges', Edge, ({ edges }, edge) => edges.start + edge * edges.stride)
export const trianglePlace = inArray(
  'triangles',
  Triangle,
  ({ triangles }, triangle) => triangles.start + triangle * triangles.stride,
)
export const wayPlace = inArray('matrix', Way, ({ matrix }, way) => matrix.start + way * matrix.stride)
/** Fields of a tile that are in front of its tables. */
export const tilePlace = inArray('tiles', Tile, ({ tiles }, tile) => tiles.starts[tile] ?? 0)
/** Fields of an island that are in front of its arrays. */
export const islandPlace = inArray('islands', Island, ({ islands }, island) => islands.starts[island] ?? 0)

/** Any other field. */
export function fieldPlace({ opened }: Mesh, path: string): Place {
  const node = locate(opened, path)
  return { path, ...(node && { range: [node.offset, node.size] as const }) }
}
