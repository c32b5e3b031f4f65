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
import { modelKeys, modelNodes } from '../model-table'
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
