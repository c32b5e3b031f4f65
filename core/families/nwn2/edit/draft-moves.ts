import { RecordMap, type Move, type RecordRun } from '../../../layout'
import { rangeOfTile } from '../bake/tile-table'
import type { EdgeTable } from './edge-table'
import type { MeshDraft } from './mesh-draft'

/**
 * Which records of a draft, in its final order, are those of the original. The first part of a triangle is the triangle
 * itself; one that went to another tile is a new one, since records never pass each other.
 */
export function draftMoves(draft: MeshDraft, table: EdgeTable, vertexOf: (vertex: number) => number): readonly Move[] {
  const { mesh } = draft
  const totals = new Map([
    ['vertices', mesh.vertices.length / 3],
    ['edges', mesh.edges.count],
    ['triangles', mesh.triangles.count],
  ])
  const runs = new Map([
    ['vertices', vertexRuns(draft, vertexOf)],
    ['edges', edgeRuns(draft, table)],
    ['triangles', triangleRuns(draft)],
  ])
  return new RecordMap(runs).moves(array => totals.get(array))
}

/** Runs of records; those that are not of the original, or come before one that is already there, are new. */
class Runs {
  readonly list: RecordRun[] = []
  private last = -1

  add(from: number): void {
    const isOld = from > this.last
    const run = this.list.at(-1)
    const isNext = run && (isOld ? run.from >= 0 && run.from + run.count === from : run.from < 0)
    if (run && isNext) this.list[this.list.length - 1] = { from: run.from, count: run.count + 1 }
    else this.list.push({ from: isOld ? from : -1, count: 1 })
    if (isOld) this.last = from
  }
}

function vertexRuns(draft: MeshDraft, vertexOf: (vertex: number) => number): readonly RecordRun[] {
  const originals = draft.mesh.vertices.length / 3
  const runs = new Runs()
  for (let vertex = 0; vertex < draft.vertexCount; vertex++)
    if (vertexOf(vertex) >= 0) runs.add(vertex < originals ? vertex : -1)
  return runs.list
}

function triangleRuns({ mesh, triangles }: MeshDraft): readonly RecordRun[] {
  const runs = new Runs()
  for (const { source, tile } of triangles) {
    const [from, count] = rangeOfTile(mesh, tile)
    runs.add(source >= from && source < from + count ? source : -1)
  }
  return runs.list
}

function edgeRuns({ mesh: { edges }, vertexCount }: MeshDraft, table: EdgeTable): readonly RecordRun[] {
  const keyOf = (a: number, b: number): number => Math.min(a, b) * vertexCount + Math.max(a, b)
  const originals = new Map<number, number[]>()
  for (let edge = 0; edge < edges.count; edge++) {
    const key = keyOf(edges.vertex_0[edge] ?? 0, edges.vertex_1[edge] ?? 0)
    const known = originals.get(key)
    if (known) known.push(edge)
    else originals.set(key, [edge])
  }
  const runs = new Runs()
  for (const { low, high } of table.edges) runs.add(originals.get(keyOf(low, high))?.shift() ?? -1)
  return runs.list
}
