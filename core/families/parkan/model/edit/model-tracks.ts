import { StudioError } from '../../../../format'
import { NONE } from '../model-chunks'
import { arrangementOf, type Arrangement } from './arrangement'
import type { Model } from './model-edit'

/** Keys of a node and its words of the map, by their first ones (parkan 6.11). */
interface Track {
  readonly first: number
  readonly last: number
  /** Undefined of a node with one key. */
  readonly mapStart: number | undefined
}

/**
 * The tracks of all nodes, in the order that every model of the game has them in: keys and words of the map one node behind
 * the other (parkan 6.11). Undefined for a model without keys. Throws StudioError `model.edit-tracks` for another
 * order.
 */
export function tracksOf({ entry, nodes, keys, map, frames }: Model): readonly Track[] | undefined {
  if (!keys) return undefined
  const tracks: Track[] = []
  let [first, word] = [0, 0]
  for (let node = 0; node < nodes.count; node++) {
    const last = nodes.of.fallback_key[node] ?? NONE
    const start = nodes.of.map_start[node] ?? NONE
    if (last < first || last >= keys.count || (start !== NONE && start !== word))
      throw new StudioError('model.edit-tracks', { node }, entry.path)
    tracks.push({ first, last, mapStart: start === NONE ? undefined : start })
    first = last + 1
    if (start !== NONE) word += frames
  }
  if (first !== keys.count || word !== map.length)
    throw new StudioError('model.edit-tracks', { node: nodes.count - 1 }, entry.path)
  return tracks
}

/** Keys and words of the map in the order of the nodes; undefined for a model without keys. */
export function trackArrangements(
  model: Model,
  { from, isCopy }: Arrangement,
): { readonly keys: Arrangement; readonly map: Arrangement } | undefined {
  const tracks = tracksOf(model)
  if (!tracks) return undefined
  const ordered = (count: number, runOf: (track: Track) => readonly [first: number, count: number]): Arrangement => {
    const sources: number[] = []
    const copies: boolean[] = []
    for (const [place, node] of from.entries()) {
      const track = tracks[node]
      const [first, size] = track ? runOf(track) : [0, 0]
      for (let k = 0; k < size; k++) {
        sources.push(first + k)
        copies.push(isCopy[place] === true)
      }
    }
    return arrangementOf(count, sources, copies)
  }
  return {
    keys: ordered(model.count('keys'), ({ first, last }) => [first, last + 1 - first]),
    map: ordered(model.map.length, ({ mapStart }) => (mapStart === undefined ? [0, 0] : [mapStart, model.frames])),
  }
}
