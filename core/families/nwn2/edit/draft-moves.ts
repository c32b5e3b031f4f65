import { RecordMap, type Move, type RecordRun } from '../../../layout'
import { RecordRuns } from '../aswm/record-runs'
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

function vertexRuns(draft: MeshDraft, vertexOf: (vertex: number) => number): readonly RecordRun[] {
  const originals = draft.mesh.vertices.length / 3
  const runs = new RecordRuns()
  for (let vertex = 0; vertex < draft.vertexCount; vertex++)
    if (vertexOf(vertex) >= 0) runs.add(vertex < originals ? vertex : -1)
  return runs.list
}

function triangleRuns({ mesh, triangles }: MeshDraft): readonly RecordRun[] {
  const runs = new RecordRuns()
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
  const runs = new RecordRuns()
  for (const { low, high } of table.edges) runs.add(originals.get(sideKey(low, high))?.shift() ?? -1)
  return runs.list
}
