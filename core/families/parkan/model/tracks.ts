import { NONE } from './model-chunks'

/** One key of a track: frames are whole numbers, the first is 0 (parkan 6.11). */
export interface TrackKey {
  readonly time: number
  readonly position: readonly [x: number, y: number, z: number]
  /** w, x, y, z; parts are 1 at most. */
  readonly rotation: readonly [w: number, x: number, y: number, z: number]
}

/** Chunks 8 and 19, and the two words of each node that lead into them. */
export interface WrittenTracks {
  readonly keys: readonly {
    readonly position: readonly [number, number, number]
    readonly time: number
    readonly rotation: readonly [number, number, number, number]
  }[]
  readonly map: readonly number[]
  /** `attr2` of chunk 19. */
  readonly frames: number
  readonly nodes: readonly { readonly map_start: number; readonly fallback_key: number }[]
}

/**
 * The layout of tracks that all models of the game have (parkan 6.11): keys in the order of the nodes; a node of one key has
 * no map; of others the map names for each frame the key left of it, and the last key at its end and behind it. Throws
 * RangeError for a track without keys, or whose times are not whole numbers that rise from 0.
 */
export function writeTracks(tracks: readonly (readonly TrackKey[])[]): WrittenTracks {
  for (const [node, track] of tracks.entries()) {
    if (!isTrack(track.map(({ time }) => time))) throw new RangeError(`track ${node}: times do not rise from 0`)
  }
  const keys = tracks.flat().map(({ time, position, rotation }) => ({ position, time, rotation: packed(rotation) }))
  return { keys, ...writeMap(tracks.map(track => track.map(({ time }) => time))) }
}

/** Frames up to the last key of all. */
const framesOf = (tracks: readonly (readonly number[])[]): number =>
  tracks.reduce((most, times) => Math.max(most, (times.at(-1) ?? 0) + 1), 1)

/** Number of words of the map of tracks, to be checked before it is made: the time of a key can be any number. */
export const mapSize = (tracks: readonly (readonly number[])[]): number =>
  framesOf(tracks) * tracks.filter(times => times.length > 1).length

/** The map of tracks by the times of their keys, which rise from 0 in whole frames, and what each node names (parkan 6.11). */
export function writeMap(tracks: readonly (readonly number[])[]): Omit<WrittenTracks, 'keys'> {
  const frames = framesOf(tracks)
  const map: number[] = []
  let first = 0
  const nodes = tracks.map(times => {
    const fallback_key = first + times.length - 1
    const map_start = times.length === 1 ? NONE : map.length
    let left = 0
    for (let frame = 0; times.length > 1 && frame < frames; frame++) {
      // The last key that is not after the frame.
      while (left + 1 < times.length && (times[left + 1] ?? 0) <= frame) left++
      map.push(first + left)
    }
    first = fallback_key + 1
    return { map_start, fallback_key }
  })
  return { map, frames, nodes }
}

/** Whether times of a track are whole numbers that rise from 0. */
export const isTrack = (times: readonly number[]): boolean =>
  times[0] === 0 && times.every((time, k) => Number.isInteger(time) && time > (times[k - 1] ?? -1))

/** Parts of a rotation in 1/32767. */
export function packed([w, x, y, z]: TrackKey['rotation']): readonly [number, number, number, number] {
  const part = (value: number): number => Math.max(-32767, Math.min(32767, Math.round(value * 32767))) + 0
  return [part(w), part(x), part(y), part(z)]
}
