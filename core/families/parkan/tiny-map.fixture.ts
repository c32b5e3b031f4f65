import { write, type Bytes } from '../../layout'
import { arealMap } from './areal-map/areal-map'
import { writeArchive } from './nres/nres-pack'

const CELLS = 128
const SIZE = 100

/** A flat map of `across` × `along` square areals, linked edge to edge, listed in 128 × 128 cells: chunk 12 alone. */
export function tinyMapPayload(across = 3, along = 2): Bytes {
  const count = across * along
  const number = (x: number, y: number): number => (x < 0 || y < 0 || x >= across || y >= along ? -1 : x * along + y)
  const link = (area_ref: number, edge: number) => ({ area_ref, edge_ref: area_ref < 0 ? -1 : edge })
  const areals = Array.from({ length: count }, (_, areal) => {
    const [x, y] = [Math.floor(areal / along), areal % along]
    const corner = (dx: number, dy: number) => [(x + dx) * SIZE, (y + dy) * SIZE, 5] as const
    return {
      anchor: [(x + 0.5) * SIZE, (y + 0.5) * SIZE, 5] as const,
      reserved_12: 0,
      area_metric: SIZE * SIZE,
      normal: [0, 0, 1] as const,
      logic_flag: areal % 2,
      reserved_36: 0,
      class_id: areal % 3,
      reserved_44: 0,
      vertex_count: 4,
      poly_count: 0,
      vertices: [corner(0, 0), corner(1, 0), corner(1, 1), corner(0, 1)],
      links: [
        link(number(x, y - 1), 2),
        link(number(x + 1, y), 3),
        link(number(x, y + 1), 0),
        link(number(x - 1, y), 1),
      ],
      polygons: [],
    }
  })
  const cells = Array.from({ length: CELLS * CELLS }, (_, cell) => {
    const touched = (at: number, parts: number): readonly number[] => {
      const [from, to] = [(at * parts) / CELLS, ((at + 1) * parts) / CELLS]
      return Array.from({ length: parts }, (_, part) => part).filter(part => part < to && part + 1 > from)
    }
    return touched(Math.floor(cell / CELLS), across).flatMap(x => touched(cell % CELLS, along).map(y => number(x, y)))
  })
  return write(arealMap(count), { areals, cells_x: CELLS, cells_y: CELLS, cells }).bytes
}

/** The same as a Land.map file. */
export const tinyMapFile = (payload: Bytes = tinyMapPayload(), areals = 6): Bytes =>
  writeArchive([{ attributes: { name: 'ArealMapGeometry', type_id: 12, attr1: areals, attr2: 0, attr3: 0 }, payload }])
