import { editFrom, type Edit } from '../../../../edit'
import { StudioError, type Operation, type Parameter } from '../../../../format'
import { locate, newRecord, spliceRecords, writeRecord, type Bytes } from '../../../../layout'
import { rotationOrder, sampleNode } from '../animation'
import { ModelKey, NONE } from '../model-chunks'
import { tracksOf } from '../model-table'
import { mapSize, packed, writeMap } from '../tracks'
import { recordsEdits, withCopies, without, type Arrangement } from './arrangement'
import { modelOf, type Model } from './model-edit'
import { outcomeOf } from './model-operation'
import { MOST, timesOf, trackEdits, type Times } from './rebuild-map'

/**
 * Frames of the keys of each node of a model whose map follows from them, as in every model of the game (parkan 6.11). Throws
 * StudioError `model.edit-map` for another one: a new map would change how its other nodes move.
 */
function mappedTimes(model: Model): Times {
  const times = timesOf(model)
  const refused = new StudioError('model.edit-map', {}, model.entry.path)
  if (mapSize(times) !== model.map.length) throw refused
  const { map, frames, nodes } = writeMap(times)
  const isSame =
    frames === model.frames &&
    map.every((word, at) => word === model.map[at]) &&
    nodes.every(({ map_start }, node) => map_start === model.nodes.of.map_start[node])
  if (!isSame) throw refused
  return times
}

/** The edits that give a model other keys; those that are added have these bytes, by the number of the key before them. */
function keyEdits(model: Model, order: Arrangement, times: Times, added: ReadonlyMap<number, Bytes> = new Map()) {
  const chunk = model.chunks.get(8)
  if (!chunk) throw new StudioError('model.edit-chunk', { type: 8 }, model.entry.path)
  if (order.from.length > MOST) throw new StudioError('model.edit-full', { limit: MOST }, model.entry.path)
  const { path, bytes, attributes } = chunk.entry
  const runs = recordsEdits('keys', order, source => added.get(source) ?? new Uint8Array(0))
  const keys = editFrom({ entry: path, revision: 0, bytes, attributes }, spliceRecords(chunk.opened, runs))
  return [keys, ...trackEdits(model, times).edits] satisfies readonly Edit[]
}

/** Bytes of a key with the pose of a node at a frame, as the game computes it (parkan 6.10). */
function sampledKey({ nodes, keys, map, frames }: Model, node: number, time: number): Bytes {
  if (!keys) return new Uint8Array(0)
  const { order } = rotationOrder(keys.of.rotation)
  const { position, rotation } = sampleNode(tracksOf({ nodes, keys, map, frames }), node, time, order)
  const [w, x, y, z] = packed(rotation)
  return newRecord(ModelKey, { position, time, rotation: order === 'w-last' ? [x, y, z, w] : [w, x, y, z] })
}

/** Bytes of a key, at another frame. */
function keyAt({ chunks }: Model, key: number, time: number): Bytes {
  const chunk = chunks.get(8)
  const node = chunk && locate(chunk.opened, `keys/${key}`)
  if (!node) return new Uint8Array(0)
  const bytes = chunk.entry.bytes.slice(node.offset, node.offset + node.size)
  writeRecord(bytes, 0, ModelKey, { time })
  return bytes
}

/** First key of each node. */
function firstKeys(times: Times): readonly number[] {
  let first = 0
  return times.map(({ length }) => (first += length) - length)
}

/** Parameter of `ADD_KEY` and `DUPLICATE_KEY`: the frame. */
export const KEY_TIME = 'time'
const FRAME: Parameter = { name: KEY_TIME, kind: 'number', isWhole: true, least: 0, most: NONE - 1, initial: 1 }

/** A new key of a node. */
interface AddedKey {
  readonly node: number
  readonly bytes: Bytes
}

/**
 * The edits that add keys at a frame, by the first key of each node. Throws StudioError `model.edit-key` where a node has
 * one there, or would have two.
 */
function addedKeys(model: Model, time: number, keysOf: (firsts: readonly number[]) => readonly AddedKey[]) {
  const times = mappedTimes(model)
  const firsts = firstKeys(times)
  const after = [...times]
  const added = new Map<number, Bytes>()
  for (const { node, bytes } of keysOf(firsts)) {
    const own = after[node] ?? []
    if (own.includes(time)) throw new StudioError('model.edit-key', { node, time }, model.entry.path)
    added.set((firsts[node] ?? 0) + own.findLastIndex(before => before < time), bytes)
    after[node] = [...own, time].toSorted((a, b) => a - b)
  }
  const order = withCopies(model.count('keys'), new Set(added.keys()), 'behind')
  return keyEdits(model, order, after, added)
}

/**
 * A key at a frame for each chosen node, with the pose that it has there: the poses of all frames stay, to the rounding of a
 * rotation. Behind the last frame the animation becomes longer, and each node stays in its last pose.
 */
export const ADD_KEY: Operation = {
  id: 'add-model-key',
  records: 'nodes',
  parameters: [FRAME],
  async run(entry, { records, parameters }) {
    const model = await modelOf(entry)
    const time = Number(parameters[KEY_TIME])
    const edits = addedKeys(model, time, () => records.map(node => ({ node, bytes: sampledKey(model, node, time) })))
    return outcomeOf(model, 'label.model-keys-added', edits, { records, counts: { keys: records.length } })
  },
}

/**
 * The pose of each chosen key once more, at another frame of its node: the poses up to the key before that frame and from
 * the key behind it stay. A key there is not replaced: a track has one key at a frame.
 */
export const DUPLICATE_KEY: Operation = {
  id: 'duplicate-model-key',
  records: 'keys',
  parameters: [FRAME],
  async run(entry, { records, parameters }) {
    const model = await modelOf(entry)
    const time = Number(parameters[KEY_TIME])
    const edits = addedKeys(model, time, firsts =>
      records.map(key => ({ node: firsts.findLastIndex(first => first <= key), bytes: keyAt(model, key, time) })),
    )
    return outcomeOf(model, 'label.model-keys-duplicated', edits, { records: [], counts: { keys: records.length } })
  },
}

/**
 * Deletes the chosen keys: the nodes move straight from the key before to the key after. The first key of a track, at frame 0,
 * stays. Without the last key of all the animation is shorter.
 */
export const DELETE_KEY: Operation = {
  id: 'delete-model-key',
  records: 'keys',
  async run(entry, { records }) {
    const model = await modelOf(entry)
    const times = mappedTimes(model)
    const firsts = firstKeys(times)
    const deleted = new Set(records)
    const node = firsts.findIndex(first => deleted.has(first))
    if (node >= 0) throw new StudioError('model.edit-first-key', { node }, entry.path)
    const after = times.map((own, node) => own.filter((_, k) => !deleted.has((firsts[node] ?? 0) + k)))
    const edits = keyEdits(model, without(model.count('keys'), deleted), after)
    return outcomeOf(model, 'label.model-keys-deleted', edits, { records: [], counts: { keys: deleted.size } })
  },
}
