import { describe, expect, it } from 'vitest'
import { apply, invertEdit, type Edit } from '../../../../edit'
import { parameterValues, StudioError, type Opened, type Outcome, type ParameterValues } from '../../../../format'
import { numberOf, records as recordsIn } from '../../../../format/fields'
import { document, type Bytes } from '../../../../layout'
import { packArchive } from '../../nres/nres-pack'
import { openArchive } from '../../nres/nres'
import { formatOf, shelf } from '../../opened.fixture'
import { fixture, fixtureFiles, hasFixtures } from '../../reference.fixture'
import { PARKAN } from '../../parkan'
import { CONTROL_POINTS } from '../../parts/parts'
import { SHORT_NODE } from '../model-chunks'
import { modelPose, rotationOrder } from '../animation'
import { mapWords, modelKeys, modelNodes, tracksOf } from '../model-table'
import { MODEL_OPERATIONS } from './operations'

const SAMPLE = Object.fromEntries(((await PARKAN.sample?.(1)) ?? []).map(({ path, bytes }) => [path, bytes]))
const FIXTURES = Object.fromEntries(hasFixtures ? fixtureFiles().map(file => [file, fixture(file)]) : [])

/** Models of the sample and of the fixtures. */
interface Case {
  readonly files: Readonly<Record<string, Bytes>>
  readonly file: string
  readonly model: string
}
const cases = (files: Case['files']): readonly Case[] => {
  const all = shelf(files)
  return Object.keys(files)
    .filter(file => /\.(?:rlb|msh)$/i.test(file))
    .flatMap(file => all.all(all.open(file)))
    .filter(entry => entry.attributes['type_id'] === 1 && formatOf(entry)?.id === 'parkan.model.1')
    .filter(entry => entry.attributes['attr3'] !== SHORT_NODE)
    .map(entry => ({ files, file: entry.path.split('!')[0] ?? '', model: entry.container?.path ?? '' }))
}
const CASES = [...cases(SAMPLE), ...cases(FIXTURES)]

const chunk = ({ files, file, model }: Case, type: number): Opened => {
  const all = shelf(files)
  const found = all
    .all(all.open(file))
    .find(({ container, attributes }) => container?.path === model && attributes['type_id'] === type)
  if (!found) throw new Error(`no chunk ${type} of ${model}`)
  return found
}

/** The files after edits of rows of archives, packed. */
function edited(given: Case, edits: readonly Edit[]): Case {
  if (edits.length === 0) return given
  const packed = (path: string, bytes: Bytes): Bytes => {
    const rows = openArchive(bytes).rows
    const present = rows.map(row => {
      const own = `${path}!#${row.id}`
      const edit = edits.find(one => one.entry === own)
      const stored = bytes.subarray(row.offset, row.offset + row.size)
      const payload = edit
        ? apply(stored, edit.splices)
        : edits.some(one => one.entry.startsWith(`${own}!`))
          ? packed(own, stored)
          : undefined
      return {
        id: String(row.id),
        attributes: edit?.attributes?.after ?? row.attributes,
        ...(payload && { payload }),
      }
    })
    return packArchive(bytes, present).bytes
  }
  return {
    ...given,
    files: { ...given.files, [given.file]: packed(given.file, given.files[given.file] ?? new Uint8Array(0)) },
  }
}

async function run(
  given: Case,
  [type, id]: readonly [number, string],
  records: readonly number[] = [],
  parameters: ParameterValues = {},
): Promise<{ readonly after: Case; readonly outcome: Outcome }> {
  const operation = MODEL_OPERATIONS[type]?.find(one => one.id === id)
  if (!operation) throw new Error(id)
  const values = parameterValues(operation.parameters ?? [], parameters)
  const outcome = await operation.run(chunk(given, type), {
    parameters: values,
    records,
    step: () => Promise.resolve(),
  })
  return { after: edited(given, outcome.edits), outcome }
}

/** Problems of the archive that the model is in. */
const problems = async ({ files, file }: Case): Promise<readonly string[]> => {
  const all = shelf(files)
  return (await all.check(all.open(file))).map(({ code, entry, path = '' }) => `${code} ${entry} ${path}`)
}

const same = (a: Case, b: Case): boolean =>
  Buffer.compare(a.files[a.file] ?? new Uint8Array(0), b.files[b.file] ?? new Uint8Array(0)) === 0

const countOf = (given: Case, type: number): number => Number(chunk(given, type).attributes['attr1'])

/** Whether the inverse of an outcome gives the files before. */
function undone(before: Case, { after, outcome }: Awaited<ReturnType<typeof run>>): boolean {
  const inverse = outcome.edits.map(edit => invertEdit(edit))
  return same(edited(after, inverse), before)
}

/** Key frames of each node, as numbers. */
function posesOf(given: Case): readonly (readonly number[])[] {
  const [nodes, keys] = [modelNodes(chunk(given, 1).bytes), modelKeys(chunk(given, 8).bytes)]
  if (!nodes || !keys) return []
  return Array.from(nodes.of.fallback_key, (last, node) => {
    const first = node === 0 ? 0 : (nodes.of.fallback_key[node - 1] ?? 0) + 1
    return [...keys.of.position.subarray(3 * first, 3 * last + 3), ...keys.of.time.subarray(first, last + 1)]
  })
}

const NAMED = CASES.map(one => [`${one.files === SAMPLE ? 'sample' : 'fixture'} ${one.model}`, one] as const)

describe('operations on clean models', () => {
  it('are tested with models of the sample and of the fixtures', () => {
    expect(cases(SAMPLE).length).toBeGreaterThan(3)
    if (hasFixtures) expect(cases(FIXTURES).length).toBeGreaterThan(5)
  })
  it.each(NAMED)('%s: bounds, normals and the map are what they are', async (_, one) => {
    for (const [type, id] of [
      [2, 'recompute-bounds'],
      [4, 'recompute-normals'],
      [19, 'rebuild-map'],
    ] as const) {
      const { outcome } = await run(one, [type, id])
      expect([id, Object.values(outcome.counts).some(n => n > 0), outcome.edits.length]).toEqual([id, false, 0])
    }
  })

  it.each(NAMED)('%s: what is added is deleted again, to the byte; no rule finds a new problem', async (_, one) => {
    const before = await problems(one)
    for (const [type, add, remove] of [
      [1, 'add-model-node', 'delete-model-node'],
      [1, 'duplicate-model-node', 'delete-model-node'],
      [3, 'add-model-vertex', 'delete-model-vertex'],
      [13, 'duplicate-batch', 'delete-batch'],
    ] as const) {
      const count = countOf(one, type)
      const chosen = add === 'duplicate-model-node' ? [count - 1] : [0, Math.floor(count / 2), count - 1]
      const records = [...new Set(chosen)].filter(record => add !== 'duplicate-model-node' || record > 0)
      if (records.length === 0) continue
      const made = await run(one, [type, add], records)
      expect(undone(one, made), add).toBe(true)
      expect([add, await problems(made.after)]).toEqual([add, before])
      expect(countOf(made.after, type)).toBe(count + made.outcome.records.length)
      const back = await run(made.after, [type, remove], made.outcome.records)
      expect([add, same(back.after, one)]).toEqual([add, true])
    }
  })

  it.each(NAMED)('%s: a node moved and moved back is where it was, and its track with it', async (_, one) => {
    const count = countOf(one, 1)
    const before = await problems(one)
    for (let node = 1; node < count; node++) {
      const moved = await run(one, [1, 'move-model-node'], [node], { to: count - 1 }).catch((error: unknown) => error)
      if (moved instanceof StudioError) {
        expect(moved.code).toBe('model.edit-order')
        continue
      }
      const { after, outcome } = moved as Awaited<ReturnType<typeof run>>
      expect(await problems(after)).toEqual(before)
      expect(posesOf(after)[count - 1]).toEqual(posesOf(one)[node])
      if (node !== count - 1)
        expect(outcome.edits.find(({ moves }) => moves?.some(({ array }) => array === 'nodes'))?.moves).toEqual([
          { array: 'nodes', at: count, removed: 0, inserted: 1 },
          { array: 'nodes', at: node, removed: 1, inserted: 0 },
        ])
      const back = await run(after, [1, 'move-model-node'], outcome.records, { to: node })
      expect(same(back.after, one)).toBe(true)
    }
  })
})

/** Poses of all nodes of a model, by time. */
function posed(given: Case): (time: number) => Float64Array {
  const [nodes, keys] = [modelNodes(chunk(given, 1).bytes), modelKeys(chunk(given, 8).bytes)]
  const { bytes, attributes } = chunk(given, 19)
  if (!nodes || !keys) throw new Error('no tracks')
  const tracks = tracksOf({ nodes, keys, map: mapWords(bytes), frames: Number(attributes['attr2']) })
  const { order } = rotationOrder(keys.of.rotation)
  return time => modelPose(tracks, time, { order })
}

/** Frames of the keys of each node. */
const trackTimes = (given: Case): readonly (readonly number[])[] => {
  const nodes = modelNodes(chunk(given, 1).bytes)?.of.fallback_key ?? []
  const times = modelKeys(chunk(given, 8).bytes)?.of.time
  return Array.from(nodes, (last, node) =>
    Array.from(times?.subarray(node === 0 ? 0 : (nodes[node - 1] ?? 0) + 1, last + 1) ?? []),
  )
}

/** Bytes of the keys of each node. */
function keysOf(given: Case): readonly (readonly string[])[] {
  const [nodes, { bytes }] = [modelNodes(chunk(given, 1).bytes), chunk(given, 8)]
  return Array.from(nodes?.of.fallback_key ?? [], (last, node) => {
    const first = node === 0 ? 0 : (nodes?.of.fallback_key[node - 1] ?? 0) + 1
    return Array.from({ length: last + 1 - first }, (_, k) =>
      Buffer.from(bytes.subarray(24 * (first + k), 24 * (first + k + 1))).toString('hex'),
    )
  })
}

describe('a key', () => {
  const MOVING = NAMED.filter(([, one]) => countOf(one, 19) > 0)
  const framesOf = (given: Case): number => Number(chunk(given, 19).attributes['attr2'])

  it.each(NAMED.filter(([, one]) => countOf(one, 8) > 0))(
    '%s: added at a frame and deleted again leaves the bytes that were, and no new problem',
    async (_, one) => {
      const before = await problems(one)
      const last = countOf(one, 1) - 1
      for (const node of new Set([0, Math.ceil(last / 2), last])) {
        const times = trackTimes(one)[node] ?? []
        const free = [1, 7, framesOf(one) + 5].filter(time => !times.includes(time))
        for (const time of new Set(free)) {
          const made = await run(one, [1, 'add-model-key'], [node], { time })
          expect(undone(one, made)).toBe(true)
          expect(await problems(made.after)).toEqual(before)
          expect(trackTimes(made.after)[node]).toEqual([...times, time].sort((a, b) => a - b))
          const key =
            trackTimes(made.after).slice(0, node).flat().length + (trackTimes(made.after)[node]?.indexOf(time) ?? 0)
          const back = await run(made.after, [8, 'delete-model-key'], [key])
          expect([node, time, same(back.after, one)]).toEqual([node, time, true])
        }
      }
    },
  )

  it.each(MOVING)('%s: added to a node changes no pose, and no key of another node', async (_, one) => {
    const [last, keys, tracks, before] = [framesOf(one) - 1, keysOf(one), trackTimes(one), posed(one)]
    for (let node = 0; node < countOf(one, 1); node++) {
      const times = tracks[node] ?? []
      const frames = [1, Math.ceil(last / 3), last, last + 4].filter(frame => !times.includes(frame))
      for (const time of new Set(frames)) {
        const { after } = await run(one, [1, 'add-model-key'], [node], { time })
        const found = keysOf(after)
        expect(found.filter((_, other) => other !== node)).toEqual(keys.filter((_, other) => other !== node))
        expect(found[node]?.filter(key => !keys[node]?.includes(key))).toHaveLength(1)
        const pose = posed(after)
        let off = 0
        for (let t = 0; t <= last; t += 0.5) {
          const was = before(t)
          pose(t).forEach((value, k) => (off = Math.max(off, Math.abs(value - (was[k] ?? NaN)))))
        }
        expect([node, time, off < 0.01]).toEqual([node, time, true])
      }
    }
  })

  it('starts an animation of a still node, of several nodes at once, and behind the last frame makes it longer', async () => {
    const still = trackTimes(MILL).findIndex(times => times.length === 1)
    const moving = trackTimes(MILL).findIndex(times => times.length > 1)
    const frames = framesOf(MILL)
    const { after, outcome } = await run(MILL, [1, 'add-model-key'], [still, moving].toSorted(), { time: frames + 9 })
    expect(outcome.counts).toEqual({ keys: 2 })
    expect(framesOf(after)).toBe(frames + 10)
    expect(countOf(after, 19)).toBe((countOf(MILL, 19) / frames + 1) * (frames + 10))
    expect(posed(after)(frames + 4)).toEqual(posed(MILL)(frames + 4))
  })

  it.each(MOVING)(
    '%s: duplicated at a frame has the bytes of the first but the frame, and moves the gap alone',
    async (_, one) => {
      const [tracks, keys, last, before] = [trackTimes(one), keysOf(one), framesOf(one) - 1, posed(one)]
      const node = tracks.findIndex(times => times.length > 1)
      const times = tracks[node] ?? []
      const first = tracks.slice(0, node).flat().length
      for (const [from, time] of [
        [0, last + 4],
        [times.length - 1, times[1] === 1 ? last + 4 : 1],
      ] as const) {
        const made = await run(one, [8, 'duplicate-model-key'], [first + from], { time })
        expect(undone(one, made)).toBe(true)
        const [after, at] = [keysOf(made.after), trackTimes(made.after)[node]?.indexOf(time) ?? -1]
        const frame = Buffer.alloc(4)
        frame.writeFloatLE(time)
        const source = keys[node]?.[from] ?? ''
        expect(after[node]?.[at]).toBe(`${source.slice(0, 24)}${frame.toString('hex')}${source.slice(32)}`)
        expect(after.map((own, other) => (other === node ? own.filter((__, k) => k !== at) : own))).toEqual(keys)
        // Between the keys on both sides the node moves to the new pose; everywhere else each pose stays.
        const [left, right] = [
          times.findLast(other => other < time) ?? 0,
          times.find(other => other > time) ?? Infinity,
        ]
        const pose = posed(made.after)
        for (let t = 0; t <= last; t++) if (t <= left || t >= right) expect([t, pose(t)]).toEqual([t, before(t)])
        const key = first + at
        expect(same((await run(made.after, [8, 'delete-model-key'], [key])).after, one)).toBe(true)
      }
    },
  )

  it('is not duplicated where there is one, and no two keys of a node at the same frame', async () => {
    const node = trackTimes(MILL).findIndex(times => times.length > 1)
    const first = trackTimes(MILL).slice(0, node).flat().length
    const [, second = 0] = trackTimes(MILL)[node] ?? []
    const duplicate = (keys: readonly number[], time: number) => run(MILL, [8, 'duplicate-model-key'], keys, { time })
    expect(await codeOf(duplicate([first], second))).toBe('model.edit-key')
    expect(await codeOf(duplicate([first], 0))).toBe('model.edit-key')
    expect(await codeOf(duplicate([first, first + 1], second + 1))).toBe('model.edit-key')
  })

  it('is refused where there is one, where the map does not follow from the keys, and the first one stays', async () => {
    const node = trackTimes(MILL).findIndex(times => times.length > 1)
    const first = trackTimes(MILL).slice(0, node).flat().length
    const [, second = 0] = trackTimes(MILL)[node] ?? []
    expect(await codeOf(run(MILL, [1, 'add-model-key'], [node], { time: second }))).toBe('model.edit-key')
    expect(await codeOf(run(MILL, [8, 'delete-model-key'], [first]))).toBe('model.edit-first-key')
    const other = chunk(MILL, 19).bytes.map((byte, at) => (at === 2 ? byte + 1 : byte))
    const changed = changedChunk(MILL, 19, other)
    expect(await codeOf(run(changed, [1, 'add-model-key'], [node], { time: second + 1 }))).toBe('model.edit-map')
    expect(await codeOf(run(changed, [8, 'delete-model-key'], [first + 1]))).toBe('model.edit-map')
    expect(await codeOf(run(MILL, [1, 'add-model-key'], [0, node], { time: 0xfff0 }))).toBe('model.edit-full')
  })
})

const MILL = cases(SAMPLE).reduce((most, one) => (countOf(one, 1) > countOf(most, 1) ? one : most))

/** The model with other bytes in a chunk, and other numbers in its row. */
function changedChunk(
  given: Case,
  type: number,
  bytes: Bytes,
  attributes: Readonly<Record<string, number>> = {},
): Case {
  const entry = chunk(given, type)
  const splices = [{ offset: 0, removed: entry.bytes, inserted: bytes }]
  const row = { before: entry.attributes, after: { ...entry.attributes, ...attributes } }
  return edited(given, [{ entry: entry.path, base: 0, splices, attributes: row }])
}

/** The bytes of a chunk with a little-endian float at a place. */
function withFloat(bytes: Bytes, at: number, value: number): Bytes {
  const after = bytes.slice()
  new DataView(after.buffer).setFloat32(at, value, true)
  return after
}

const codeOf = (done: Promise<unknown>): Promise<unknown> =>
  done.then(
    () => undefined,
    (error: unknown) => (error instanceof StudioError ? error.code : error),
  )

describe('operations on models that were changed by hand', () => {
  it('make bounds and normals right again after a vertex was moved, and nothing else', async () => {
    const positions = chunk(MILL, 3).bytes
    const moved = changedChunk(MILL, 3, withFloat(positions, 8, 60))
    const bounds = await run(moved, [3, 'recompute-bounds'])
    expect(bounds.outcome.counts['slots']).toBeGreaterThan(0)
    expect(bounds.outcome.counts['headers']).toBe(1)
    expect(bounds.outcome.edits.map(({ entry }) => entry)).toEqual([chunk(MILL, 2).path])
    const normals = await run(bounds.after, [3, 'recompute-normals'])
    expect(normals.outcome.counts['normals']).toBeGreaterThan(0)
    expect((await run(normals.after, [3, 'recompute-normals'])).outcome.edits).toEqual([])
    expect((await run(normals.after, [3, 'recompute-bounds'])).outcome.edits).toEqual([])
    const back = changedChunk(normals.after, 3, positions)
    const first = await run(back, [3, 'recompute-bounds'])
    expect(same((await run(first.after, [3, 'recompute-normals'])).after, MILL)).toBe(true)
  })

  it('rebuild the map that was cut or filled with zeros, from the keys', async () => {
    const map = chunk(MILL, 19)
    const zeros = changedChunk(MILL, 19, new Uint8Array(map.bytes.length))
    expect(same((await run(zeros, [19, 'rebuild-map'])).after, MILL)).toBe(true)
    const none = changedChunk(MILL, 19, new Uint8Array(0), { attr1: 0, attr2: 1 })
    expect(same((await run(none, [8, 'rebuild-map'])).after, MILL)).toBe(true)
    const backwards = withFloat(chunk(MILL, 8).bytes, chunk(MILL, 8).bytes.length - 12, 1)
    expect(await codeOf(run(changedChunk(MILL, 8, backwards), [8, 'rebuild-map']))).toBe('model.edit-times')
    const long = withFloat(chunk(MILL, 8).bytes, chunk(MILL, 8).bytes.length - 12, 2 ** 40)
    expect(await codeOf(run(changedChunk(MILL, 8, long), [8, 'rebuild-map']))).toBe('model.edit-full')
  })

  it('refuse a model whose nodes, slots and batches name the same records without end', async () => {
    const batch = chunk(MILL, 13).bytes.slice(0, 20)
    new DataView(batch.buffer).setUint16(8, 0xffff, true)
    const batches = Uint8Array.from({ length: 20 * 200 }, (_, at) => batch[at % 20] ?? 0)
    const large = changedChunk(MILL, 13, batches, { attr1: 200 })
    for (const [type, id] of [
      [2, 'recompute-bounds'],
      [4, 'recompute-normals'],
      [8, 'rebuild-map'],
      [13, 'delete-batch'],
    ] as const)
      expect(await codeOf(run(large, [type, id], [0]))).toBe('model.edit-large')
  })

  it('keep bytes that nothing understands: those of the vertex stream 15 go with their vertex', async () => {
    const stream = chunk(MILL, 15).bytes.map((_, at) => (at * 37) & 0xff)
    const marked = changedChunk(MILL, 15, stream)
    const after = chunk((await run(marked, [3, 'add-model-vertex'], [2])).after, 15).bytes
    const record = (k: number): Bytes => stream.subarray(8 * k, 8 * k + 8)
    expect(after).toEqual(Uint8Array.of(...stream.subarray(0, 24), ...record(2), ...stream.subarray(24)))
  })

  it('are refused where a stream has another length, a chunk is missing or something is still used; nothing is changed', async () => {
    const short = chunk(MILL, 4).bytes.subarray(4)
    const ragged = changedChunk(MILL, 4, short, { attr1: short.length / 4 })
    expect(await codeOf(run(ragged, [3, 'add-model-vertex'], [0]))).toBe('model.edit-count')
    const lying = changedChunk(MILL, 4, short)
    expect(await codeOf(run(lying, [3, 'add-model-vertex'], [0]))).toBe('model.edit-damaged')
    const none = changedChunk(MILL, 6, chunk(MILL, 6).bytes, { type_id: 99 })
    expect(await codeOf(run(none, [3, 'add-model-vertex'], [0]))).toBe('model.edit-chunk')
    expect(await codeOf(run(MILL, [3, 'delete-model-vertex'], [0]))).toBe('model.edit-vertex')
    expect(await codeOf(run(MILL, [1, 'delete-model-node'], [0]))).toBe('model.edit-root')
    expect(await codeOf(run(MILL, [1, 'duplicate-model-node'], [0]))).toBe('model.edit-root')
    expect(await codeOf(run(MILL, [1, 'move-model-node'], [0], { to: 1 }))).toBe('model.edit-order')
    expect(await codeOf(run(MILL, [1, 'move-model-node'], [1], { to: 99 }))).toBe('operation.value')
    expect(await codeOf(run(MILL, [1, 'move-model-node'], [0, 1], { to: 1 }))).toBe('operation.one-record')
    const outside = chunk(MILL, 13).bytes.map((byte, at) => (at === 17 ? 0xff : byte))
    expect(await codeOf(run(changedChunk(MILL, 13, outside), [3, 'add-model-vertex'], [0]))).toBe('model.edit-damaged')
  })

  it('give each node a record of damage beside the model', async () => {
    const beside = NAMED.map(([, one]) => one).filter(one => partBeside(one, 'ndp'))
    expect(beside.length).toBeGreaterThan(0)
    for (const one of beside) {
      const [count, size] = [countOf(one, 1), partBeside(one, 'ndp')?.bytes.length ?? 0]
      const { after } = await run(one, [1, 'add-model-node'], [0], { name: 'new' })
      expect(partBeside(after, 'ndp')?.bytes.length).toBe(size + (size - 4) / count)
    }
  })

  it('let control points beside the model name the same nodes after one was moved', async () => {
    const beside = NAMED.map(([, one]) => one).filter(one => nodesOfPoints(one).some(node => node > 1))
    expect(beside.length).toBeGreaterThan(0)
    for (const one of beside) {
      const to = countOf(one, 1) - 1
      const leaf = Array.from({ length: to }, (_, node) => node)
        .reverse()
        .find(node => node > 0 && !modelNodes(chunk(one, 1).bytes)?.of.parent.includes(node))
      if (leaf === undefined) continue
      const { after } = await run(one, [1, 'move-model-node'], [leaf], { to })
      expect(nodesOfPoints(after).map(node => posesOf(after)[node])).toEqual(
        nodesOfPoints(one).map(node => posesOf(one)[node]),
      )
    }
  })
})

/** An entry of the name of a model with another ending. */
const partBeside = ({ files, file, model }: Case, ending: string): Opened | undefined => {
  const all = shelf(files)
  const rows = all.rows(all.open(file))
  const own = rows.find(({ path }) => path === model)
  const first = (name: string | undefined) => rows.find(row => row.name.toLowerCase() === name?.toLowerCase())
  return first(own?.name) === own ? first(own?.name.replace(/\.[^.]*$/, `.${ending}`)) : undefined
}

/** Nodes that control points beside a model name. */
function nodesOfPoints(given: Case): readonly number[] {
  const part = partBeside(given, 'cpt')
  return part ? recordsIn(document(CONTROL_POINTS, part.bytes), 'points').map(point => numberOf(point, 'node')) : []
}
