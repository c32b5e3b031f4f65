import { describe, expect, it } from 'vitest'
import { knownFamily, MemoryFiles } from '../../../format'
import type { Bytes } from '../../../layout'
import { createStudio } from '../../../studio'
import { memoryHost } from '../../../studio/memory-host.fixture'
import { codeOf, hash } from '../../../studio/studio.fixture'
import { PARKAN } from '../parkan'
import { sampleInstall } from '../sample/sample'
import { RSLI_CODEC } from './rsli'

const FILE = 'sprites.lib'
const LIBRARY = sampleInstall({ maps: [] }).find(({ path }) => path === FILE)?.bytes ?? new Uint8Array(0)

async function opened(image: Bytes) {
  const game = new MemoryFiles({ [FILE]: image, 'iron_3d.exe': Uint8Array.of(0x4d, 0x5a) }, { root: '/game' })
  const host = memoryHost({ hash, folders: new Map([['/game', game]]) })
  const { api } = createStudio({ host, families: [knownFamily(PARKAN)] })
  await api.open('/game')
  return api
}

/** Attributes, stored bytes and content of each row. */
const rowsOf = (image: Bytes) =>
  RSLI_CODEC.open(image).rows.map(row => {
    const stored = image.slice(row.offset, row.offset + row.size)
    return {
      method: row.attributes['method'],
      stored,
      content: row.encoding === undefined ? stored : RSLI_CODEC.decode?.(image, row),
    }
  })

describe('the packing method of a row', () => {
  it.each([
    ['stored', 0],
    ['xor', 0x20],
    ['lzss', 0x40],
    ['lzss+xor', 0x60],
    ['lzhuf', 0x80],
    ['lzhuf+xor', 0xa0],
    ['deflate', 0x100],
  ])('%s: keeps its content, and the stored bytes of all other rows', async (method, number) => {
    const api = await opened(LIBRARY)
    const before = rowsOf(LIBRARY)
    for (const row of [1, 5]) {
      const isSame = before[row]?.method === number
      const report = await api.operate(FILE, 'packing-method', { dryRun: false, parameters: { row, method } })
      expect([report.counts, report.commit === null]).toEqual([{ rows: isSame ? 0 : 1 }, isSame])
      const after = rowsOf((await api.read(FILE)).bytes)
      expect(after.map(({ content }) => content)).toEqual(before.map(({ content }) => content))
      expect(after[row]?.method).toBe(number)
      for (const [k, { stored }] of after.entries()) if (k !== row) expect([k, stored]).toEqual([k, before[k]?.stored])
      if (!isSame) await api.undo()
      expect((await api.read(FILE)).bytes).toEqual(LIBRARY)
    }
  })

  it('is refused for a row that is not there, for a method that is none, and for bytes that cannot be unpacked', async () => {
    const [row = 0] = rowsOf(LIBRARY).flatMap(({ method }, k) => (method === 0x100 ? [k] : []))
    const place = RSLI_CODEC.open(LIBRARY).rows[row]
    const broken = LIBRARY.slice()
    broken.fill(0xff, place?.offset, (place?.offset ?? 0) + 4)
    const api = await opened(broken)
    const run = (parameters: { row: number; method: string }): Promise<string> =>
      codeOf(api.operate(FILE, 'packing-method', { dryRun: false, parameters }))
    expect(await run({ row: 99, method: 'lzss' })).toBe('operation.value')
    expect(await run({ row: 0, method: 'zip' })).toBe('operation.value')
    expect(await run({ row, method: 'lzss' })).toBe('rsli.undecoded')
    expect(await api.history()).toEqual([])
  })

  it('is given to a row whose content was replaced, also where its stored bytes cannot be unpacked', async () => {
    const [row = 0] = rowsOf(LIBRARY).flatMap(({ method }, k) => (method === 0x100 ? [k] : []))
    const place = RSLI_CODEC.open(LIBRARY).rows[row]
    const broken = LIBRARY.slice()
    broken.fill(0xff, place?.offset, (place?.offset ?? 0) + 4)
    const content = Uint8Array.from({ length: 300 }, (_, at) => at % 7)
    for (const image of [LIBRARY, broken]) {
      const api = await opened(image)
      await api.incoming(`${FILE}!#${row}`, content, { file: 'a.bin', dryRun: false, keepBytes: true })
      await api.operate(FILE, 'packing-method', { dryRun: false, parameters: { row, method: 'lzss' } })
      const after = rowsOf((await api.read(FILE)).bytes)[row]
      expect([after?.method, after?.content]).toEqual([0x40, content])
    }
  })
})
