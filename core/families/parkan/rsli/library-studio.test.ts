import { describe, expect, it } from 'vitest'
import { editFrom } from '../../../edit'
import { MemoryFiles, type ArchiveCodec, type Family, type PresentRow, knownFamily } from '../../../format'
import type { Bytes } from '../../../layout'
import type { FindOptions } from '../../../search'
import { createStudio, type Found } from '../../../studio'
import { memoryHost } from '../../../studio/memory-host.fixture'
import { hash, transaction } from '../../../studio/studio.fixture'
import { PARKAN } from '../parkan'
import { sampleInstall } from '../sample/sample'
import { RSLI, RSLI_CODEC } from './rsli'
import { xorStream } from './xor'

const FILE = 'sprites.lib'
const library = (): Bytes => sampleInstall({ maps: [] }).find(({ path }) => path === FILE)?.bytes ?? new Uint8Array(0)

/** The same rows, each stored as `method` says. */
function repacked(image: Bytes, method: (row: number) => number): Bytes {
  const rows = RSLI_CODEC.open(image).rows.map((row, place): PresentRow => {
    const payload = row.encoding === undefined ? image.slice(row.offset, row.offset + row.size) : undefined
    const made = payload ?? RSLI_CODEC.decode?.(image, row) ?? new Uint8Array(0)
    const attributes = { ...row.attributes, method: method(place), row: place }
    return { id: String(row.id), attributes, payload: made }
  })
  return RSLI_CODEC.pack(image, rows).bytes
}

async function open(image: Bytes, family: Family = PARKAN) {
  const game = new MemoryFiles({ [FILE]: image, 'iron_3d.exe': Uint8Array.of(0x4d, 0x5a) }, { root: '/game' })
  const out = new MemoryFiles({}, { root: '/out' })
  const folders = new Map([
    ['/game', game],
    ['/out', out],
  ])
  const { api, listen } = createStudio({ host: memoryHost({ hash, folders }), families: [knownFamily(family)] })
  await api.open('/game')
  const find = async (text: string, options: FindOptions): Promise<unknown> => {
    const news: Found[] = []
    const remove = listen('found', found => news.push(found))
    const id = await api.find(text, options)
    await expect.poll(() => news.some(found => found.search === id && found.state !== 'running')).toBe(true)
    remove()
    const hits = news.flatMap(found => found.files).flatMap(file => file.hits)
    return hits.map(hit => [hit.entry, hit.path, hit.range])
  }
  return { api, find, game, out }
}

/** Parkan with a codec of libraries that counts what it decodes. */
function counting(): { readonly family: Family; readonly calls: { decode: number; fault: number } } {
  const calls = { decode: 0, fault: 0 }
  const archive: ArchiveCodec = {
    ...RSLI_CODEC,
    decode: (image, row) => {
      calls.decode++
      return RSLI_CODEC.decode?.(image, row)
    },
    fault: (image, row) => {
      calls.fault++
      return RSLI_CODEC.fault?.(image, row)
    },
  }
  const formats = PARKAN.formats.map(format => (format.id === RSLI.id ? { ...RSLI, archive } : format))
  return { family: { ...PARKAN, formats }, calls }
}

describe('a library in the studio', () => {
  it('is listed without decoding a row, its textures known by their ending until they are read', async () => {
    const { family, calls } = counting()
    const { api } = await open(library(), family)
    const formats = async (): Promise<unknown> => (await api.list(FILE)).map(({ name, format }) => [name, format])
    const listed = await formats()
    expect(listed).toEqual([
      ...['CURSOR', 'BUTTON1', 'BUTTON2', 'BUTTON3'].map(name => [`${name}.TEX`, 'parkan.texture']),
      ...['MENU', 'HINTS', 'KEYS', 'ABOUT'].map(name => [`${name}.TXT`, undefined]),
    ])
    expect(calls).toEqual({ decode: 0, fault: 0 })
    for (const { path } of await api.list(FILE)) await api.read(path)
    expect(calls.decode).toBe(7)
    expect(await formats()).toEqual(listed)
  })

  it('is packed by decoding the changed row alone', async () => {
    const { family, calls } = counting()
    const { api } = await open(library(), family)
    const row = await api.read(`${FILE}!#1`)
    const splices = [{ offset: 90, removed: row.bytes.slice(90, 91), inserted: Uint8Array.of(1) }]
    await api.commit(transaction(editFrom(row, { splices })))
    await api.pack()
    expect(calls.decode).toBe(2) // of the original, and of the packed image as proof
  })

  it('shows bytes that two rows share in both, whether the rows are packed or not', async () => {
    const sharing = (method: number): Bytes =>
      withTable(
        repacked(library(), () => method),
        view => {
          for (const field of [UNPACKED, OFFSET, PACKED])
            view.setUint32(at(5, field), view.getUint32(at(4, field), true), true)
        },
      )
    const found = async (method: number): Promise<readonly unknown[]> => {
      const { find } = await open(sharing(method))
      const hits = await find('BUTTON2.TEX', { kind: 'text' })
      return (Array.isArray(hits) ? hits : []).map(hit => JSON.stringify(hit)).sort()
    }
    const plain = await found(0)
    expect(plain.join(' ')).toMatch(/#4.*#5/)
    expect(await found(0x40)).toEqual(plain)
    expect(await found(0x100)).toEqual(plain)
  })

  it('gives the same places to find, whether its rows are stored plain, packed, or each otherwise', async () => {
    const image = library()
    const copies = await Promise.all(
      [image, repacked(image, () => 0), repacked(image, () => 0x100), repacked(image, i => (i % 2 ? 0xa0 : 0x60))].map(
        copy => open(copy),
      ),
    )
    const queries: readonly (readonly [string, FindOptions])[] = [
      ['BUTTON2.TEX', { kind: 'text' }],
      ['54 65 78 6D', { kind: 'bytes' }],
      ['width = 32', { kind: 'value' }],
      ['hints', { kind: 'name' }],
    ]
    const [first, ...others] = await Promise.all(
      copies.map(({ find }) => Promise.all(queries.map(([text, options]) => find(text, options)))),
    )
    for (const found of first ?? []) expect(found).not.toEqual([])
    expect(others).toEqual([first, first, first])
  })
})

/** The decrypted table of an image, changed by `change`, in a copy. */
function withTable(image: Bytes, change: (view: DataView, copy: Bytes) => void): Bytes {
  const copy = image.slice()
  const header = new DataView(copy.buffer)
  const [count, seed] = [header.getInt16(4, true), header.getUint32(20, true) & 0xffff]
  const end = 32 + count * 32
  const table = xorStream(copy.subarray(32, end), seed)
  change(new DataView(table.buffer, table.byteOffset, table.length), copy)
  copy.set(xorStream(table, seed), 32)
  return copy
}

const at = (row: number, field: number): number => row * 32 + field
const [SORT, UNPACKED, OFFSET, PACKED] = [18, 20, 24, 28] as const
/** Of the sample: CURSOR.TEX, stored with Deflate. */
const BAD = 0
const range = (view: DataView): [number, number] => [
  view.getUint32(at(BAD, OFFSET), true),
  view.getUint32(at(BAD, PACKED), true),
]

describe('bad input', () => {
  it.each<readonly [name: string, code: string, image: (image: Bytes) => Bytes]>([
    [
      'a corrupt stream',
      'rsli.payload.',
      image =>
        withTable(image, (view, copy) => {
          const [offset, size] = range(view)
          copy.fill(0xff, offset, offset + Math.min(size, 40))
        }),
    ],
    [
      'a truncated stream',
      'rsli.payload.',
      image => withTable(image, view => view.setUint32(at(BAD, PACKED), 9, true)),
    ],
    [
      'a size that is too small',
      'rsli.payload.size',
      image => withTable(image, view => view.setUint32(at(BAD, UNPACKED), 7, true)),
    ],
    [
      'a size that is too large',
      'rsli.payload.size',
      image => withTable(image, view => view.setUint32(at(BAD, UNPACKED), 90_000, true)),
    ],
    [
      'a bomb: a size of 4 GiB',
      'rsli.payload.size',
      image => withTable(image, view => view.setUint32(at(BAD, UNPACKED), 0xffffffff, true)),
    ],
    [
      'a bomb: a ratio that no stream has',
      'rsli.payload.size',
      image => withTable(image, view => view.setUint32(at(BAD, UNPACKED), 0x0fffffff, true)),
    ],
    [
      'a range that leaves the file',
      'rsli.entry.bounds',
      image => withTable(image, (view, copy) => view.setUint32(at(BAD, OFFSET), copy.length - 3, true)),
    ],
    [
      'an order that names a row twice',
      'rsli.sort',
      image => withTable(image, view => view.setUint16(at(BAD, SORT), view.getUint16(at(1, SORT), true), true)),
    ],
    [
      'an order that names no row',
      'rsli.sort',
      image => withTable(image, view => view.setUint16(at(BAD, SORT), 999, true)),
    ],
  ])('of %s is a problem %s with its place; all other rows are served by every verb', async (_, code, damage) => {
    const image = damage(library())
    const { api, find, game, out } = await open(image)
    const rows = await api.list(FILE)
    const intact = await open(library())
    const good: string[] = []
    for (const { path } of rows) {
      const [present, wanted] = [await api.read(path), await intact.api.read(path)]
      if (hash(present.bytes) === hash(wanted.bytes)) good.push(path)
    }
    expect(rows.length - good.length).toBeLessThanOrEqual(1)
    const problems = (await api.check()).filter(({ severity }) => severity === 'error')
    expect(problems.map(problem => problem.code).join(' ')).toContain(code)
    for (const { entry, about, range: bytes } of problems)
      expect(`${entry} ${about ?? ''} ${bytes?.join() ?? ''}`).toMatch(/#0|\d/)
    const wanted = await Promise.all(good.map(async path => hash((await intact.api.read(path)).bytes)))
    const { files } = await api.extract(good, { folder: '/out', as: 'raw' })
    expect(files.map(({ path }) => hash(out.snapshot()[path] ?? new Uint8Array(0)))).toEqual(wanted)
    const { matching, failed } = await api.query('rows where flags >= 0', { entry: FILE }, { dryRun: true })
    expect({ matching, failed }).toEqual({ matching: rows.length, failed: [] })
    const edited = good.at(-1) ?? ''
    const { bytes, ...source } = await api.read(edited)
    const inserted = Uint8Array.from('EDITED', letter => letter.charCodeAt(0))
    const splices = [{ offset: 0, removed: new Uint8Array(0), inserted }]
    await api.commit(transaction(editFrom({ ...source, bytes }, { splices })))
    expect(await find('EDITED', { kind: 'text' })).toEqual([[edited, null, [0, 6]]])
    expect((await api.prove(FILE)).map(({ entry }) => entry)).toEqual(expect.arrayContaining(good))
    await api.pack()
    await api.deploy({ force: true })
    for (const path of good) {
      const now = await api.read(path)
      const before = await intact.api.read(path)
      expect(now.bytes).toEqual(path === edited ? Uint8Array.from([...inserted, ...before.bytes]) : before.bytes)
    }
    await api.restore()
    expect(game.snapshot()[FILE]).toEqual(image)
  })

  it('two rows on one range both show it, and the edit of one leaves the other as it is', async () => {
    const image = withTable(library(), view => {
      for (const field of [UNPACKED, OFFSET, PACKED])
        view.setUint32(at(1, field), view.getUint32(at(BAD, field), true), true)
    })
    const { api } = await open(image)
    const [one, two] = [await api.read(`${FILE}!#0`), await api.read(`${FILE}!#1`)]
    expect(two.bytes).toEqual(one.bytes)
    const splices = [{ offset: 0, removed: one.bytes.slice(0, 1), inserted: Uint8Array.of(0x55) }]
    await api.commit(transaction(editFrom(one, { splices })))
    await api.pack()
    await api.deploy({ force: true })
    expect((await api.read(`${FILE}!#0`)).bytes[0]).toBe(0x55)
    expect((await api.read(`${FILE}!#1`)).bytes).toEqual(two.bytes)
  })

  it('six chance bytes at the end are payload, not a trailer', async () => {
    const chance = Uint8Array.of(0x41, 0x4f, 1, 0, 0, 0)
    const { api } = await open(library())
    const last = await api.read(`${FILE}!#7`)
    const splices = [{ offset: last.bytes.length, removed: new Uint8Array(0), inserted: chance }]
    await api.commit(transaction(editFrom(last, { splices })))
    await api.pack()
    await api.deploy()
    const bytes = Uint8Array.from([...last.bytes, ...chance])
    expect((await api.read(`${FILE}!#7`)).bytes).toEqual(bytes)
    expect((await api.check(FILE)).filter(({ severity }) => severity === 'error')).toEqual([])
  })
})
