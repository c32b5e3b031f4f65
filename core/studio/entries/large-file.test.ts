import { describe, expect, it } from 'vitest'
import { MemoryFiles } from '../../format'
import { LARGE } from '../install/install'
import { LARGEST_EDITED } from './large-file'
import { files, openBench, poke, present } from '../studio.fixture'

const SIZE = 2 ** 31

/** Two gigabytes that are on no disk: each byte is the low byte of its offset's page, and reading all of them fails. */
class SparseFiles extends MemoryFiles {
  override async list(): ReturnType<MemoryFiles['list']> {
    return (await super.list()).map(file => (file.path === 'huge.bin' ? { ...file, size: SIZE } : file))
  }

  override async read(path: string, range?: { readonly offset: number; readonly length: number }): Promise<Uint8Array> {
    if (path !== 'huge.bin') return super.read(path, range)
    if (!range || range.length > LARGE) throw new Error('the file is read whole')
    return Uint8Array.from({ length: Math.min(range.length, SIZE - range.offset) }, (_, i) => (range.offset + i) >> 12)
  }
}

describe('a large file', () => {
  it('is read piece by piece to its end, never whole', async () => {
    const { studio } = await openBench({
      game: new SparseFiles({ ...files(), 'huge.bin': new Uint8Array(1) }, { root: '/game' }),
    })
    const start = await studio.api.read('huge.bin')
    expect([start.size, start.isEditable, start.bytes.length < LARGE]).toEqual([SIZE, false, true])
    const end = await studio.api.read('huge.bin', { offset: SIZE - 3, length: 16 })
    expect([...end.bytes]).toEqual([255, 255, 255])
    expect((await studio.api.prove()).find(proof => proof.entry === 'huge.bin')).toMatchObject({
      result: 'unknown',
      totalBytes: SIZE,
    })
    expect(await studio.api.check('huge.bin')).toEqual([])
    expect((await studio.api.read('huge.bin', { offset: 4096, length: 2 })).bytes).toEqual(Uint8Array.of(1, 1))
  })

  it('of more than the limit is refused to who would edit it, and not read for that', async () => {
    const { studio } = await openBench({
      game: new SparseFiles({ ...files(), 'huge.bin': new Uint8Array(1) }, { root: '/game' }),
    })
    const refused = { code: 'entry.too-large', params: { entry: 'huge.bin', limit: LARGEST_EDITED / 2 ** 20 } }
    await expect(poke(studio, 'huge.bin', 5, 7)).rejects.toMatchObject(refused)
    await expect(studio.api.revert('huge.bin')).rejects.toMatchObject(refused)
    expect(await studio.api.history()).toEqual([])
  })

  it('is no reason to read others so', async () => {
    const { studio } = await openBench({
      game: new SparseFiles({ ...files(), 'huge.bin': new Uint8Array(1) }, { root: '/game' }),
    })
    await poke(studio, 'readme.txt', 0, 66)
    expect([...(await present(studio, 'readme.txt'))]).toEqual([66])
  })
})
