import { editFrom, type Edit } from '../../../../edit'
import { StudioError, type Operation } from '../../../../format'
import { newRecord, spliceRecords, type Bytes } from '../../../../layout'
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

/** First key of each node. */
function firstKeys(times: Times): readonly number[] {
  let first = 0
  return times.map(({ length }) => (first += length) - length)
}

/** Parameter of `ADD_KEY`: the frame. */
export const KEY_TIME = 'time'

/**
 * A key at a frame for each chosen node, with the pose that it has there: the poses of all frames stay, to the rounding of a
 * rotation. Behind the last frame the animation becomes longer, and each node stays in its last pose.
 */
export const ADD_KEY: Operation = {
  id: 'add-model-key',
  records: 'nodes',
  parameters: [{ name: KEY_TIME, kind: 'number', isWhole: true, least: 0, most: NONE - 1, initial: 1 }],
  async run(entry, { records, parameters }) {
    const model = await modelOf(entry)
    const times = mappedTimes(model)
    const time = Number(parameters[KEY_TIME])
    const firsts = firstKeys(times)
    const added = new Map<number, Bytes>()
    for (const node of records) {
      const own = times[node] ?? []
      if (own.includes(time)) throw new StudioError('model.edit-key', { node, time }, entry.path)
      const left = (firsts[node] ?? 0) + own.findLastIndex(before => before < time)
      added.set(left, sampledKey(model, node, time))
    }
    const after = times.map((own, node) => (records.includes(node) ? [...own, time].toSorted((a, b) => a - b) : own))
    const order = withCopies(model.count('keys'), new Set(added.keys()), 'behind')
    const edits = keyEdits(model, order, after, added)
    return outcomeOf(model, 'label.model-keys-added', edits, { records, counts: { keys: added.size } })
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
