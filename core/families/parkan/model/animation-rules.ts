import type { Opened } from '../../../format'
import { hasType } from '../nres/directory'
import type { Report } from '../../../format/report'
import { rotationOrder } from './animation'
import { NONE } from './model-chunks'
import { mapWords, modelKeys, modelNodes, type ModelKeys, type ModelNodes } from './model-table'
import { placeIn } from './place'

/** How far the length of a rotation may be from 1: keys are rounded to 1/32767. */
const UNIT = 1e-3

/** Keys of chunk 8: finite, rotations of unit length, times rising where the map leads from one to the next (parkan 6.10, 6.12). */
export async function checkKeys(entry: Opened, report: Report): Promise<void> {
  const keys = modelKeys(entry.bytes)
  if (!keys) return
  const { order, first, last } = rotationOrder(keys.of.rotation)
  if (order === 'w-last') report.info('model.rotation-order', { first, last }, {})
  for (let key = 0; key < keys.count; key++) {
    for (const [field, words] of [
      ['position', 3],
      ['time', 1],
    ] as const) {
      if (keys.of[field].subarray(words * key, words * (key + 1)).every(Number.isFinite)) continue
      report.error('model.key-not-finite', { key, field }, placeIn(keys.document, `keys/${key}/${field}`))
    }
    const length = Math.hypot(...keys.of.rotation.subarray(4 * key, 4 * key + 4)) / 32767
    if (Math.abs(length - 1) > UNIT) {
      const params = { key, length: Number(length.toPrecision(4)) }
      report.warning('model.key-rotation', params, placeIn(keys.document, `keys/${key}/rotation`))
    }
  }
  const nodes = modelNodes((await entry.sibling(hasType(1)))?.bytes)
  if (nodes) checkTimes(keys, nodes, report)
}

/** Times of a track rise; tracks stand one behind the other, each up to its fallback key (parkan 6.11). */
function checkTimes(keys: ModelKeys, nodes: ModelNodes, report: Report): void {
  let first = 0
  for (let node = 0; node < nodes.count; node++) {
    const last = nodes.of.fallback_key[node] ?? 0
    if (last < first || last >= keys.count) return
    for (let key = first + 1; key <= last; key++) {
      const [before = 0, time = 0] = [keys.of.time[key - 1], keys.of.time[key]]
      if (!(time <= before)) continue
      report.error('model.key-time', { node, key, time, before }, placeIn(keys.document, `keys/${key}/time`))
    }
    first = last + 1
  }
}

/** Words of chunk 19: a key before the fallback has a key behind it (parkan 6.12). */
export async function checkMap(entry: Opened, report: Report): Promise<void> {
  const words = mapWords(entry.bytes)
  const nodes = modelNodes((await entry.sibling(hasType(1)))?.bytes)
  const keys = modelKeys((await entry.sibling(hasType(8)))?.bytes)
  const frames = entry.attributes['attr2']
  if (!nodes || !keys || typeof frames !== 'number') return
  for (let node = 0; node < nodes.count; node++) {
    const start = nodes.of.map_start[node] ?? NONE
    const fallback = nodes.of.fallback_key[node] ?? 0
    if (start === NONE || start + frames > words.length) continue
    words.subarray(start, start + frames).forEach((key, frame) => {
      if (key >= fallback || key + 1 < keys.count) return
      const range = [2 * (start + frame), 2] as const
      report.error('model.map-key', { node, frame, key, count: keys.count }, { path: `map/${start + frame}`, range })
    })
  }
}
