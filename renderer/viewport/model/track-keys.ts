import type { MeshItem } from '@areal-studio/core/format'
import type { MeshSelection } from '../scene/mesh-scene'

interface TrackKey {
  readonly key: number
  readonly time: number
  readonly isLast: boolean
}

/** Least distance between two marks that are both drawn, in pixels. */
const LEAST = 5

/** Whether any node has keys. */
export const hasKeys = ({ animation }: MeshItem): boolean =>
  animation?.keys?.starts.some((start, node) => (animation.keys?.ends[node] ?? 0) > start) ?? false

/** Keys of a node, without those that would cover the mark before; the first and the last are always there. */
export function keysOfTrack({ animation }: MeshItem, node: number, pixelsPerFrame: number): readonly TrackKey[] {
  const keys = animation?.keys
  const found: TrackKey[] = []
  if (!keys) return found
  const end = keys.ends[node] ?? 0
  for (let key = keys.starts[node] ?? 0; key < end; key++) {
    const time = keys.times[key] ?? NaN
    if (!Number.isFinite(time)) continue
    const isLast = key === end - 1
    const before = found.at(-1)
    if (before && (time - before.time) * pixelsPerFrame < LEAST) {
      if (!isLast) continue
      if (found.length > 1) found.pop()
    }
    found.push({ key, time, isLast })
  }
  return found
}

/** The key of the selected node after or before the selected key, or the time where none is selected. */
export function nextKey(
  { animation }: MeshItem,
  { node, key }: MeshSelection,
  time: number,
  by: 1 | -1,
): number | undefined {
  const keys = animation?.keys
  if (!keys || node === undefined) return undefined
  const [start, end] = [keys.starts[node] ?? 0, keys.ends[node] ?? 0]
  for (let one = by > 0 ? start : end - 1; one >= start && one < end; one += by) {
    const ahead = key === undefined ? ((keys.times[one] ?? NaN) - time) * by : (one - key) * by
    if (ahead > 0) return one
  }
  return undefined
}
