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
    const isRising = track.every(({ time }, k) => Number.isInteger(time) && time > (track[k - 1]?.time ?? -1))
    if (track[0]?.time !== 0 || !isRising) throw new RangeError(`track ${node}: times do not rise from 0`)
  }
  const frames = tracks.reduce((most, track) => Math.max(most, (track.at(-1)?.time ?? 0) + 1), 1)
  const keys = tracks.flat().map(({ time, position, rotation }) => ({ position, time, rotation: packed(rotation) }))
  const map: number[] = []
  let first = 0
  const nodes = tracks.map(track => {
    const fallback_key = first + track.length - 1
    const map_start = track.length === 1 ? NONE : map.length
    for (let frame = 0; track.length > 1 && frame < frames; frame++) map.push(first + leftOf(track, frame))
    first = fallback_key + 1
    return { map_start, fallback_key }
  })
  return { keys, map, frames, nodes }
}

/** The last key that is not after the frame. */
const leftOf = (track: readonly TrackKey[], frame: number): number =>
  track.reduce((left, { time }, k) => (time <= frame ? k : left), 0)

/** Parts of a rotation in 1/32767. */
function packed([w, x, y, z]: TrackKey['rotation']): readonly [number, number, number, number] {
  const part = (value: number): number => Math.max(-32767, Math.min(32767, Math.round(value * 32767))) + 0
  return [part(w), part(x), part(y), part(z)]
}
