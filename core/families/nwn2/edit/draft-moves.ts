import { RecordMap, type Move, type RecordRun } from '../../../layout'
import { rangeOfTile } from '../bake/tile-table'
import type { EdgeTable } from './edge-table'
import { sideKey, type MeshDraft } from './mesh-draft'

/**
 * Moves of records from the original to the draft in its final order. The first part of a divided triangle counts as the
 * triangle itself. A triangle that went to another tile counts as a new one, since moves keep the order of records.
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

/** Collects runs of records. A record that is not of the original, or would change the order, is a new one. */
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

function edgeRuns({ mesh: { edges } }: MeshDraft, table: EdgeTable): readonly RecordRun[] {
  const originals = new Map<number, number[]>()
  for (let edge = 0; edge < edges.count; edge++) {
    const key = sideKey(edges.vertex_0[edge] ?? 0, edges.vertex_1[edge] ?? 0)
    const known = originals.get(key)
    if (known) known.push(edge)
    else originals.set(key, [edge])
  }
  const runs = new Runs()
  for (const { low, high } of table.edges) runs.add(originals.get(sideKey(low, high))?.shift() ?? -1)
  return runs.list
}
