import { expect, it } from 'vitest'
import { MemoryFiles, type Family } from '../format'
import type { Bytes } from '../layout'
import type { FindOptions } from '../search'
import type { Found } from './api/find'
import { memoryHost } from './memory-host.fixture'
import { createStudio } from './studio'
import {
  files,
  hash,
  MAP,
  NESTED,
  openBench,
  packedFiles,
  poke,
  present,
  transaction,
  type Bench,
} from './studio.fixture'
import { TINY_CALLS, TINY_FAMILY, tinyEncoded, tinyKnown, tinyPacked, tinyPoints } from './tiny-family.fixture'

const ENCODED = `${MAP}!#0`

const benchOf = (install: Record<string, Bytes>): Promise<Bench> =>
  openBench({ game: new MemoryFiles(install, { root: '/game' }) })

async function find({ studio }: Pick<Bench, 'studio'>, text: string, options: FindOptions): Promise<unknown> {
  const news: Found[] = []
  const remove = studio.listen('found', found => news.push(found))
  const id = await studio.api.find(text, options)
  await expect.poll(() => news.some(found => found.search === id && found.state !== 'running')).toBe(true)
  remove()
  return news.flatMap(found => found.files).flatMap(file => file.hits.map(hit => [hit.entry, hit.path, hit.range]))
}

/** Stored bytes of the rows of a tiny archive, by name. */
function storedRows(image: Bytes): Record<string, Bytes> {
  const view = new DataView(image.buffer, image.byteOffset, image.length)
  const rows = Array.from({ length: view.getUint16(4, true) }, (_, i) => 8 + i * 12)
  return Object.fromEntries(
    rows.map(at => {
      const offset = view.getUint16(at + 8, true)
      const name = String.fromCharCode(...image.subarray(at, at + 6)).replace(/\0+$/, '')
      return [name, image.slice(offset, offset + view.getUint16(at + 10, true))]
    }),
  )
}

const packedImage = async ({ studio, store }: Bench): Promise<Bytes> => {
  await studio.api.pack()
  return store().snapshot()[`overlay/${MAP}`] ?? new Uint8Array(0)
}

it('listing an archive decodes nothing and lists the declared sizes', async () => {
  const { studio } = await benchOf(packedFiles())
  const before = TINY_CALLS.decode
  const rows = await studio.api.list(MAP)
  const nested = rows[1]?.size
  expect(rows.map(({ name, size }) => [name, size])).toEqual([
    ['pts', 22],
    ['nest', nested],
    ['raw', 3],
  ])
  expect(TINY_CALLS.decode).toBe(before)
  expect((await studio.api.read(NESTED)).size).toBe(nested)
  expect(TINY_CALLS.decode).toBe(before + 1)
})

it('find gives the same places in an encoded and a plain copy, before and after an edit', async () => {
  const benches = await Promise.all([files(), packedFiles(9), packedFiles(0)].map(benchOf))
  const queries: readonly (readonly [string, FindOptions])[] = [
    ['EE 02', { kind: 'bytes' }],
    ['01 02 03', { kind: 'bytes' }],
    ['other', { kind: 'name' }],
    ['kind = 3', { kind: 'value' }],
    ['8', { kind: 'value' }],
  ]
  const all = (bench: Bench): Promise<unknown> =>
    Promise.all(queries.map(([text, options]) => find(bench, text, options)))
  const found = await Promise.all(benches.map(all))
  expect(found[0]).not.toEqual(queries.map(() => []))
  expect(found.slice(1)).toEqual([found[0], found[0]])
  for (const { studio } of benches) {
    await poke(studio, `${NESTED}!#0`, 8, 0xab)
    await poke(studio, `${MAP}!#2`, 0, 0xab)
  }
  const [plain, ...encoded] = await Promise.all(benches.map(bench => find(bench, 'AB', { kind: 'bytes' })))
  expect(plain).toEqual([
    [`${NESTED}!#0`, null, [8, 1]],
    [`${MAP}!#2`, null, [0, 1]],
  ])
  expect(encoded).toEqual([plain, plain])
})

it('only a touched row is encoded; the others keep the bytes of another program', async () => {
  const install = packedFiles(0)
  const bench = await benchOf(install)
  const before = storedRows(install[MAP] ?? new Uint8Array(0))
  await poke(bench.studio, `${MAP}!#2`, 0, 9)
  const after = storedRows(await packedImage(bench))
  expect(after).toEqual({ ...before, raw: tinyEncoded(Uint8Array.of(9, 2, 3)) })
  await bench.studio.api.undo()
  await bench.studio.api.pack()
  expect(bench.store().snapshot()[`overlay/${MAP}`]).toBeUndefined()
})

it('an attribute that says how a row is stored encodes it anew, and the payload stays', async () => {
  const bench = await benchOf(packedFiles(0))
  const { attributes } = await bench.studio.api.read(ENCODED)
  const edit = {
    entry: ENCODED,
    base: 0,
    splices: [],
    attributes: { before: attributes, after: { ...attributes, flag: 1 } },
  }
  await bench.studio.api.commit(transaction(edit))
  expect(storedRows(await packedImage(bench))['pts']).toEqual(tinyPoints([7, 8, 9]))
  expect(await present(bench.studio, ENCODED)).toEqual(tinyPoints([7, 8, 9]))
})

it('changes print a place in the file for plain rows alone', async () => {
  const offsets = async (install: Record<string, Bytes>): Promise<unknown> => {
    const bench = await benchOf(install)
    await poke(bench.studio, ENCODED, 8, 5)
    await bench.studio.api.pack()
    const [file] = await bench.studio.api.changes()
    return file?.entries.map(({ fields }) => fields.map(({ path, fileOffset }) => [path, fileOffset]))
  }
  expect(await offsets(files())).toEqual([[['points/0/kind', 52]]])
  expect(await offsets(packedFiles())).toEqual([[['points/0/kind', undefined]]])
})

it('the proof says of each encoded row whether it is encoded again to the same bytes, and counts decoded bytes once', async () => {
  const verdicts = async (level: 0 | 9): Promise<unknown> => {
    const { studio } = await benchOf(packedFiles(level))
    const proofs = await studio.api.prove(MAP)
    expect(proofs[0]?.result).toBe('opaque')
    expect(proofs[0]?.unknownBytes).toBeLessThanOrEqual(proofs[0]?.totalBytes ?? 0)
    return proofs.map(({ entry, reencoded }) => [entry, reencoded])
  }
  const rows = (verdict: string): unknown => [
    [MAP, undefined],
    [ENCODED, verdict],
    [NESTED, verdict],
    [`${NESTED}!#0`, verdict],
    [`${NESTED}!#1`, undefined],
    [`${MAP}!#2`, verdict],
  ]
  expect(await verdicts(9)).toEqual(rows('identical'))
  expect(await verdicts(0)).toEqual(rows('different'))
})

it('one row that cannot be decoded is a problem at its place, its stored bytes are kept, and the others are served', async () => {
  const image = tinyPacked([
    { name: 'pts', type: 1, bytes: tinyPoints([0]), flag: 0 },
    { name: 'bad', bytes: Uint8Array.of(1, 2, 3), flag: 2 },
    { name: 'raw', bytes: Uint8Array.of(4, 5, 6), flag: 4 },
  ])
  const bad = storedRows(image)['bad'] ?? new Uint8Array(0)
  const at = image.findIndex((_, i) => bad.every((byte, k) => image[i + k] === byte))
  image[at] = 200 // it declares 200 bytes
  const bench = await benchOf({ ...files(), [MAP]: image })
  const { api } = bench.studio
  const problems = await api.check(MAP)
  expect(problems.map(({ code, entry }) => [code, entry])).toEqual([
    ['tiny.kind', ENCODED],
    ['studio.undecoded', `${MAP}!#1`],
  ])
  expect(await present(bench.studio, `${MAP}!#1`)).toEqual(image.slice(at, at + bad.length))
  expect(await find(bench, '04 05 06', { kind: 'bytes' })).toEqual([[`${MAP}!#2`, null, [0, 3]]])
  await poke(bench.studio, `${MAP}!#2`, 0, 7)
  expect(storedRows(await packedImage(bench))['bad']).toEqual(image.slice(at, at + bad.length))
  await api.deploy()
  expect((await api.read(`${MAP}!#2`)).bytes).toEqual(Uint8Array.of(7, 5, 6))
})

it('a rule that throws is a problem of its entry; every other file is checked, packed and deployed', async () => {
  const defects: string[] = []
  const family: Family = {
    ...TINY_FAMILY,
    formats: TINY_FAMILY.formats.map(format =>
      format.id === 'tiny.points'
        ? {
            ...format,
            check: entry => {
              if (entry.name === 'pts') throw new TypeError('of no use')
              return format.check?.(entry) ?? Promise.resolve([])
            },
          }
        : format,
    ),
  }
  const folders = new Map([
    ['/game', new MemoryFiles({ ...files(), 'DATA/loose.pts': tinyPoints([0]) }, { root: '/game' })],
  ])
  const host = { ...memoryHost({ hash, folders }), defect: (_: unknown, place: string) => void defects.push(place) }
  const studio = createStudio({ host, families: [tinyKnown(family)] })
  await studio.api.open('/game')
  await poke(studio, 'DATA/loose.pts', 9, 1)
  const problems = await studio.api.check()
  expect(problems).toMatchObject([
    { code: 'studio.check-stopped', entry: ENCODED, params: { reason: 'of no use' } },
    { code: 'tiny.kind', entry: 'DATA/loose.pts' },
  ])
  expect(defects).toEqual([ENCODED])
  await studio.api.pack()
  await studio.api.deploy({ force: true })
  expect(folders.get('/game')?.snapshot()['DATA/loose.pts']?.[9]).toBe(1)
})

it('an archive that another program packed is recognised by content; its bytes are kept where that is asked for', async () => {
  const bench = await benchOf(packedFiles(9))
  const { api } = bench.studio
  const foreign = packedFiles(0)[MAP] ?? new Uint8Array(0)
  expect(await api.incoming(MAP, foreign, { file: 'One.tin', dryRun: false })).toMatchObject({
    commit: null,
    entries: [],
  })
  const kept = await api.incoming(MAP, foreign, { file: 'One.tin', dryRun: true, keepBytes: true })
  expect(kept).toMatchObject({ isWhole: true })
  const other = await benchOf(packedFiles(0))
  await poke(other.studio, `${MAP}!#2`, 0, 9)
  await poke(other.studio, `${NESTED}!#0`, 8, 9)
  const changed = await api.incoming(MAP, await packedImage(other), { file: 'One.tin', dryRun: false })
  expect(changed.entries.map(({ entry }) => entry).sort()).toEqual([`${NESTED}!#0`, `${MAP}!#2`].sort())
  const before = storedRows(packedFiles(9)[MAP] ?? new Uint8Array(0))
  expect(storedRows(await packedImage(bench))).toMatchObject({
    pts: before['pts'],
    raw: tinyEncoded(Uint8Array.of(9, 2, 3)),
  })
})
