import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { addEntry, removeEntry, setAttributes, type Edit, type Transaction } from '../edit'
import { MemoryFiles } from '../format'
import type { Bytes } from '../layout'
import type { EntryImage } from './api'
import { memoryHost } from './memory-host'
import { createStudio, type Studio } from './studio'
import { TINY_FAMILY, tinyArchive, tinyPoints } from './tiny-family'

const hash = (bytes: Bytes): string => createHash('sha256').update(bytes).digest('hex')
const MAP = 'DATA/Maps/One.tin'
const NESTED = `${MAP}!#1`

function install(): MemoryFiles {
  const nested = tinyArchive([{ name: 'in', type: 1, bytes: tinyPoints([3, 4]) }, { name: 'other', bytes: Uint8Array.of(7) }])
  return new MemoryFiles({
    [MAP]: tinyArchive([{ name: 'pts', type: 1, bytes: tinyPoints([7, 8, 9]) }, { name: 'nest', type: 9, bytes: nested }, { name: 'raw', bytes: Uint8Array.of(1, 2, 3) }]),
    'DATA/loose.pts': tinyPoints([1]),
    'readme.txt': Uint8Array.of(65),
  }, { root: '/game' })
}

interface Bench {
  readonly studio: Studio
  readonly game: MemoryFiles
  readonly folders: Map<string, MemoryFiles>
  again(): Promise<Studio>
}

async function openBench(game = install()): Promise<Bench> {
  const folders = new Map([['/game', game]])
  const again = async (): Promise<Studio> => {
    const studio = createStudio({ host: memoryHost({ hash, folders }), families: [TINY_FAMILY] })
    await studio.api.open('/game')
    return studio
  }
  return { studio: await again(), game, folders, again }
}

const transaction = (...edits: readonly Edit[]): Transaction => ({ label: { code: 'label.edit', params: {} }, edits })
const setByte = (image: EntryImage, offset: number, to: number): Edit =>
  ({ entry: image.entry, base: image.revision, splices: [{ offset, removed: image.bytes.slice(offset, offset + 1), inserted: Uint8Array.of(to) }] })

describe('an install opened', () => {
  it('lists lazily, archives as folders, nested, with the titles of missions', async () => {
    const { studio } = await openBench()
    const [data, readme] = await studio.api.list()
    expect(data).toMatchObject({ path: 'DATA', kind: 'folder', hasChildren: true })
    expect(readme).toMatchObject({ path: 'readme.txt', kind: 'file', hasChildren: false })
    expect((await studio.api.list('data')).map(item => [item.name, item.missions])).toEqual([['Maps', ['First']], ['loose.pts', undefined]])
    expect((await studio.api.list('data/maps/one.TIN')).map(item => [item.path, item.kind, item.name])).toEqual([
      [`${MAP}!#0`, 'entry', 'pts'], [NESTED, 'archive', 'nest'], [`${MAP}!#2`, 'entry', 'raw'],
    ])
    expect((await studio.api.list(NESTED)).map(item => item.name)).toEqual(['in', 'other'])
    expect((await studio.api.list('', { deep: true })).map(item => item.path)).toEqual([MAP, 'DATA/loose.pts', 'readme.txt'])
  })

  it('commits, undoes and redoes at any depth; what is seen is what is written', async () => {
    const { studio, again } = await openBench()
    const image = await studio.api.read(`${NESTED}!#0`)
    await studio.api.commit(transaction(setByte(image, 8, 99)))
    const whole = await studio.api.read(MAP)
    expect(whole.bytes).not.toEqual((await studio.api.read(MAP, { of: 'pristine' })).bytes)
    expect((await (await again()).api.read(MAP)).bytes).toEqual(whole.bytes)
    expect(await studio.api.info()).toMatchObject({ changed: 1, unpacked: 1, canUndo: true, canRedo: false, revision: 1 })
    await studio.api.undo()
    expect((await studio.api.read(MAP)).bytes).toEqual((await studio.api.read(MAP, { of: 'pristine' })).bytes)
    expect(await studio.api.info()).toMatchObject({ changed: 0, unpacked: 0, canUndo: false, canRedo: true })
    await studio.api.redo()
    expect((await studio.api.read(`${NESTED}!#0`)).bytes[8]).toBe(99)
    expect((await studio.api.history()).map(step => step.state)).toEqual(['done'])
  })
})

void [addEntry, removeEntry, setAttributes]
