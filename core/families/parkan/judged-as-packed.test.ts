import { describe, expect, it } from 'vitest'
import { addEntry, editFrom, removeEntry, setAttributes, type Attributes } from '../../edit'
import { MemoryFiles, knownFamily } from '../../format'
import type { Bytes } from '../../layout'
import { createStudio, type StudioApi } from '../../studio'
import { memoryHost } from '../../studio/memory-host.fixture'
import { hash, transaction } from '../../studio/studio.fixture'
import { ROW_SIZE, typeIdOf } from './nres/directory'
import { writeArchive } from './nres/nres-pack'
import { PARKAN } from './parkan'
import { RSLI_CODEC } from './rsli/rsli'
import { xorStream } from './rsli/xor'

const NRES = 'a.rlb'
const RSLI = 'b.lib'
const NAMES = ['delta', 'alpha', 'echo', 'bravo', 'alpha', 'charlie']

/** Two rows of one name, a name without end, bytes that no row names. */
function archive(): Bytes {
  const payload = (_: string, i: number): Bytes => Uint8Array.from({ length: 9 + 8 * i }, () => 0x61 + i)
  const attributes = { type_id: typeIdOf('RAWD'), attr1: 0, attr2: 0, attr3: 0 }
  const image = writeArchive(
    NAMES.map((name, i) => ({ attributes: { ...attributes, name }, payload: payload(name, i) })),
  )
  const directory = image.length - NAMES.length * ROW_SIZE
  image.fill(0x7a, directory + 3 * ROW_SIZE + 20, directory + 3 * ROW_SIZE + 56)
  image[16 + 9] = 0xee
  return image
}

/** Two rows of one name, a range that leaves the file, a total and a second count that are wrong. */
function library(): Bytes {
  const empty = new Uint8Array(32)
  empty.set([0x4e, 0x4c, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xba, 0xab])
  const present = NAMES.map((name, i) => ({
    id: `+${i}`,
    attributes: { name: name.toUpperCase(), method: [0x100, 0x40, 0x20][i % 3] ?? 0, flags: 0, row: i },
    payload: Uint8Array.from({ length: 40 + 8 * i }, (_, at) => (at >> 2) + i),
  }))
  const image = RSLI_CODEC.pack(empty, present).bytes
  const view = new DataView(image.buffer)
  view.setUint16(6, NAMES.length + 1, true)
  view.setUint32(16, 7, true)
  const table = xorStream(image.subarray(32, 32 + NAMES.length * 32), view.getUint32(20, true) & 0xffff)
  new DataView(table.buffer, table.byteOffset).setUint32(3 * 32 + 24, image.length + 100, true)
  image.set(xorStream(table, view.getUint32(20, true) & 0xffff), 32)
  return image
}

async function open(files: Readonly<Record<string, Bytes>>): Promise<StudioApi> {
  const game = new MemoryFiles({ 'iron_3d.exe': Uint8Array.of(0x4d, 0x5a), ...files }, { root: '/game' })
  const { api } = createStudio({
    host: memoryHost({ hash, folders: new Map([['/game', game]]) }),
    families: [knownFamily(PARKAN)],
  })
  await api.open('/game')
  return api
}

/** What the rules of an archive find in it; the rows that problems are about by name and place. */
async function judged(api: StudioApi, file: string): Promise<readonly unknown[]> {
  const rows = await api.list(file)
  const nameAt = new Map(rows.map(({ path, attributes }, place) => [path, [place, attributes?.['name']]]))
  const found = (await api.check(file)).filter(({ entry }) => entry === file)
  return found.map(({ entry: _entry, file: _file, about, params: { file: _size, ...params }, ...problem }) => ({
    ...problem,
    params, // without the size of the file, which is known when changed rows are encoded
    ...(about !== undefined && { about: nameAt.get(about) ?? about }),
  }))
}

type Act = (api: StudioApi, file: string) => Promise<unknown>
const rowNamed = async (api: StudioApi, file: string, name: string) => {
  const row = (await api.list(file)).find(({ attributes }) => String(attributes?.['name']).toLowerCase() === name)
  return api.read(row?.path ?? '')
}
const attributed =
  (name: string, change: Attributes): Act =>
  async (api, file) => {
    const row = await rowNamed(api, file, name)
    return api.commit(transaction(setAttributes(row, { ...row.attributes, ...change })))
  }
const removed =
  (name: string): Act =>
  async (api, file) =>
    api.commit(transaction(removeEntry(await rowNamed(api, file, name))))
const longer: Act = async (api, file) => {
  const row = await rowNamed(api, file, 'echo')
  const splices = [{ offset: 0, removed: new Uint8Array(0), inserted: Uint8Array.of(1, 2, 3, 4, 5) }]
  return api.commit(transaction(editFrom(row, { splices })))
}
const added: Act = async (api, file) => {
  const { attributes } = await rowNamed(api, file, 'echo')
  const rows = await api.list(file)
  const { row: _, ...rest } = attributes
  const name = typeof attributes['name'] === 'string' && file === RSLI ? 'FOXTROT' : 'foxtrot'
  return api.commit(transaction(addEntry(`${file}!#+0`, 0, { ...rest, name, row: rows.length }, new Uint8Array(40))))
}

describe('the rules of an archive with edits find what they find in its packed image', () => {
  const acts: readonly (readonly [name: string, acts: readonly Act[]])[] = [
    ['none', []],
    ['a longer row', [longer]],
    ['a removed row before the others', [removed('delta')]],
    ['one of two rows of a name removed', [removed('alpha')]],
    ['a row renamed', [attributed('echo', { name: 'ZULU' })]],
    ['a row added', [added]],
    ['a row removed and one added', [removed('delta'), added]],
    ['all of these', [longer, added, removed('delta'), attributed('charlie', { name: 'ZULU' }), removed('echo')]],
  ]
  const files = [
    [NRES, archive],
    [RSLI, library],
  ] as const
  it.each(files.flatMap(([file, image]) => acts.map(([name, all]) => [file, name, image, all] as const)))(
    '%s: %s',
    async (file, _, image, all) => {
      const api = await open({ [file]: image() })
      expect((await judged(api, file)).length).toBeGreaterThan(2)
      for (const act of all) await act(api, file)
      const packed = await open({ [file]: (await api.read(file)).bytes })
      expect(await judged(api, file)).toEqual(await judged(packed, file))
    },
  )
  it.each([0, 2, 4])(`${NRES}: a row moved to place %i`, async row => {
    const api = await open({ [NRES]: archive() })
    await attributed('charlie', { row })(api, NRES)
    const packed = await open({ [NRES]: (await api.read(NRES)).bytes })
    expect((await api.list(NRES))[row]?.attributes?.['name']).toBe('charlie')
    expect(await judged(api, NRES)).toEqual(await judged(packed, NRES))
  })
})
