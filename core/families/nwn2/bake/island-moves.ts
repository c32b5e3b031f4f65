import { RecordMap, type Move } from '../../../layout'
import type { Mesh } from '../aswm/mesh'
import { RecordRuns } from '../aswm/record-runs'
import type { FoundIslands } from './islands'

/**
 * Moves of the islands of a mesh to those that a bake found. Where an island was divided, the part with most of its
 * triangles stays the island; where islands were joined, the one with most triangles does.
 */
export function islandMoves({ islands: old, triangles }: Mesh, { islands, of }: FoundIslands): readonly Move[] {
  /** Triangles that an old and a new island have in common, by both numbers. */
  const common = new Map<number, number>()
  for (const [triangle, island] of of.entries()) {
    const before = triangles.island[triangle] ?? old.count
    const key = before * islands.length + island
    if (before < old.count && island < islands.length) common.set(key, (common.get(key) ?? 0) + 1)
  }
  const origins = new Int32Array(islands.length).fill(-1)
  const taken = new Set<number>()
  for (const [key] of [...common].sort(([, one], [, other]) => other - one)) {
    const [before, island] = [Math.floor(key / islands.length), key % islands.length]
    if (origins[island] !== -1 || taken.has(before)) continue
    origins[island] = before
    taken.add(before)
  }
  const runs = new RecordRuns()
  for (const origin of origins) runs.add(origin)
  return new RecordMap(new Map([['islands', runs.list]])).moves(() => old.count)
}
