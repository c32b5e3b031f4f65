import { difference, editFrom, type Edit } from '../../../../edit'
import { StudioError, type Operation } from '../../../../format'
import { spliceRecords, strideOf, writeRecord } from '../../../../layout'
import { ModelNode } from '../model-chunks'
import { isTrack, mapSize, writeMap } from '../tracks'
import { modelOf, type Model } from './model-edit'
import { chunkEdits, outcomeOf } from './model-operation'
import { wordsToBytes } from './words'

/** Frames of the keys of each node. */
export type Times = readonly (readonly number[])[]

/** Largest number of words of the map, and of keys. */
export const MOST = 0xffff

/** Frames of the keys of each node; a track ends with the last key that the node names (parkan 6.11). */
export function timesOf({ entry, nodes, keys }: Model): Times {
  if (!keys) throw new StudioError('model.edit-chunk', { type: 8 }, entry.path)
  let first = 0
  const tracks = Array.from(nodes.of.fallback_key, (last, node) => {
    const times = Array.from(keys.of.time.subarray(first, last + 1))
    if (last < first || last >= keys.count || !isTrack(times))
      throw new StudioError('model.edit-times', { node }, entry.path)
    first = last + 1
    return times
  })
  if (first !== keys.count) throw new StudioError('model.edit-tracks', { node: nodes.count - 1 }, entry.path)
  return tracks
}

/** The chunk of the map with other words and another number of frames. */
function mapEdits({ chunks, map, frames, entry }: Model, words: readonly number[], wanted: number): readonly Edit[] {
  const chunk = chunks.get(19)
  if (!chunk) throw new StudioError('model.edit-chunk', { type: 19 }, entry.path)
  const { bytes, path, attributes } = chunk.entry
  const written = wordsToBytes(words)
  const whole = { array: 'map', at: 0, removed: map.length, inserted: words.length, bytes: written }
  const { splices, ...resized } =
    words.length === map.length ? { splices: difference(bytes, written) } : spliceRecords(chunk.opened, [whole])
  if (splices.length === 0 && frames === wanted) return []
  const image = { entry: path, revision: 0, bytes, attributes }
  const attr2 = frames === wanted ? {} : { attr2: wanted }
  const counts = { ...('attributes' in resized && resized.attributes), ...attr2 }
  return [editFrom(image, { ...resized, splices, attributes: counts })]
}

/** The edits of chunks 1 and 19 that give a model the map of these times of its keys, see `writeMap`. Throws StudioError `model.edit-full`. */
export function trackEdits(
  model: Model,
  times: Times,
): { readonly edits: readonly Edit[]; readonly map: readonly number[] } {
  if (mapSize(times) > MOST) throw new StudioError('model.edit-full', { limit: MOST }, model.entry.path)
  const { map, frames, nodes } = writeMap(times)
  const bytes = model.nodes.document.bytes.slice()
  nodes.forEach((fields, node) => writeRecord(bytes, strideOf(ModelNode) * node, ModelNode, fields))
  return { map, edits: [...mapEdits(model, map, frames), ...chunkEdits(model, new Map([[1, bytes]]))] }
}

/** Words of the map from the keys: for each frame the key left of it, and where each node's words begin (parkan 6.11). */
export const REBUILD_MAP: Operation = {
  id: 'rebuild-map',
  async run(entry) {
    const model = await modelOf(entry)
    const { map, edits } = trackEdits(model, timesOf(model))
    return outcomeOf(model, 'label.map-rebuilt', edits, {
      records: [],
      counts: { records: map.filter((word, at) => word !== model.map[at]).length },
    })
  },
}
