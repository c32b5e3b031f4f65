import Flatbush from 'flatbush'
import type { VertexPlace } from '../../../format'
import { ownerOf } from './edit/draft'
import type { ArealTable } from './areal-table'
import { ringOf } from './grid'
import { boundsOf, contains } from './polygon'

/** Finds areals by place. The index is made at the first question. */
export class ArealLookup {
  private areals: Flatbush | undefined
  private corners: Flatbush | undefined

  constructor(private readonly table: ArealTable) {}

  /** Areals over a point, in ascending order. */
  at(x: number, y: number): readonly number[] {
    return this.search(x, y, x, y).filter(areal => contains(ringOf(this.table, areal), x, y))
  }

  /** Areals that a circle touches, in ascending order. */
  around(x: number, y: number, radius: number): readonly number[] {
    if (!(radius >= 0)) return []
    return this.search(x - radius, y - radius, x + radius, y + radius).filter(areal =>
      contains(ringOf(this.table, areal), x, y, radius),
    )
  }

  /** The corner nearest to a place, no further than `reach`. */
  vertexNear(x: number, y: number, reach: number): VertexPlace | undefined {
    const { vertices, vertexStarts } = this.table
    const count = vertices.length / 3
    if (count === 0 || !Number.isFinite(x) || !Number.isFinite(y)) return undefined
    this.corners ??= indexOf(count, corner => {
      const [px = NaN, py = NaN] = [vertices[3 * corner], vertices[3 * corner + 1]]
      return [px, py, px, py]
    })
    const [corner] = this.corners.neighbors(x, y, 1, reach)
    if (corner === undefined) return undefined
    const record = ownerOf(vertexStarts, corner)
    const [px = 0, py = 0, pz = 0] = vertices.subarray(3 * corner, 3 * corner + 3)
    return { record, vertex: corner - (vertexStarts[record] ?? 0), point: [px, py, pz] }
  }

  /** Areals whose bounds touch a rectangle, in ascending order. */
  search(minX: number, minY: number, maxX: number, maxY: number): number[] {
    const { table } = this
    if (table.count === 0 || ![minX, minY, maxX, maxY].every(Number.isFinite)) return []
    this.areals ??= indexOf(table.count, areal => {
      const box = boundsOf(table.vertices, table.vertexStarts[areal] ?? 0, table.vertexStarts[areal + 1] ?? 0)
      return [box.minX, box.minY, box.maxX, box.maxY]
    })
    return this.areals.search(minX, minY, maxX, maxY).sort((a, b) => a - b)
  }
}

/** What has no finite bounds lies where nobody asks. */
const NOWHERE = 1e38

function indexOf(count: number, boxOf: (item: number) => readonly [number, number, number, number]): Flatbush {
  const index = new Flatbush(count)
  for (let item = 0; item < count; item++) {
    const box = boxOf(item)
    if (box.every(Number.isFinite)) index.add(...box)
    else index.add(NOWHERE, NOWHERE, NOWHERE, NOWHERE)
  }
  index.finish()
  return index
}
