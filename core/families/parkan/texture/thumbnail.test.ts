import { expect, it } from 'vitest'
import { knownFamily, MemoryFiles } from '../../../format'
import { decodePicture, toRgba } from '../../../picture'
import { createStudio } from '../../../studio'
import { memoryHost } from '../../../studio/memory-host.fixture'
import { hash, transaction } from '../../../studio/studio.fixture'
import { PARKAN } from '../parkan'
import { sampleInstall } from '../sample/sample'

/** A sample without maps, which take the most time to make. */
const FILES = Object.fromEntries(sampleInstall({ maps: [] }).map(({ path, bytes }) => [path, bytes]))

async function sampleStudio(folders = new Map<string, MemoryFiles>()) {
  folders.set('/game', new MemoryFiles({ ...FILES }, { root: '/game' }))
  const studio = createStudio({ host: memoryHost({ hash, folders }), families: [knownFamily(PARKAN)] })
  await studio.api.open('/game')
  return studio
}

it('a texture has a small picture of the same colours, another entry none', async () => {
  const { api } = await sampleStudio()
  const rows = (await api.list('Textures.lib')).slice(0, 6)
  for (const { path } of rows) {
    const small = decodePicture((await api.thumbnail(path)) ?? new Uint8Array())
    const whole = decodePicture(await api.convert(path, 'png'))
    if ('code' in small || 'code' in whole) throw new Error('no picture')
    expect(Math.max(small.width, small.height)).toBeLessThanOrEqual(96)
    expect(small.width / small.height).toBeCloseTo(whole.width / whole.height, 1)
    // Mips of the sample are averages too, rounded to the bits of its pixels.
    const [a, b] = [toRgba(small), toRgba(whole)].map(
      pixels => pixels.reduce((sum, one) => sum + one, 0) / pixels.length,
    )
    expect(Math.abs((a ?? 0) - (b ?? 255))).toBeLessThan(12)
  }
  expect(rows.length).toBe(6)
  expect(await api.item(rows[2]?.path ?? '')).toEqual(rows[2])
  expect(await api.thumbnail('Material.lib!#0')).toBeNull()
  expect(await api.thumbnail('Textures.lib')).toBeNull()
  expect(await api.thumbnail('nowhere')).toBeNull()
})

it('is kept on disk by the digest of the texture, and made again after an edit', async () => {
  const folders = new Map<string, MemoryFiles>()
  const studio = await sampleStudio(folders)
  const [row] = await studio.api.list('Textures.lib')
  const before = await studio.api.thumbnail(row?.path ?? '')
  const kept = folders.get('/user/digest-cache')
  const size = async () => (await kept?.stat('thumbnails.bin'))?.size
  const first = await size()
  expect(await (await sampleStudio(folders)).api.thumbnail(row?.path ?? '')).toEqual(before)
  expect(await size()).toBe(first)
  const { entry, revision, bytes } = await studio.api.read(row?.path ?? '')
  const removed = bytes.slice(100, 900)
  const splices = [{ offset: 100, removed, inserted: new Uint8Array(removed.length) }]
  await studio.api.commit(transaction({ entry, base: revision, splices }))
  expect(await studio.api.thumbnail(row?.path ?? '')).not.toEqual(before)
  expect(await size()).toBeGreaterThan(first ?? 0)
})

it('a model, a unit and a row that names one have small pictures, damaged ones none', async () => {
  const { api } = await sampleStudio()
  const row = async (archive: string, name: string): Promise<string> =>
    (await api.list(archive)).find(one => one.name === name)?.path ?? ''
  const model = await row('static.rlb', 's_rock_001.msh')
  const entries = [model, await row('objects.rlb', 's_rock_001'), 'UNITS/BUILDS/BUNKER/bunkergun01.dat']
  for (const entry of entries) {
    const small = decodePicture((await api.thumbnail(entry)) ?? new Uint8Array())
    if ('code' in small) throw new Error(entry)
    const alphas = toRgba(small).filter((_, at) => at % 4 === 3)
    const share = alphas.filter(alpha => alpha > 0).length / alphas.length
    expect([small.width, small.height, share > 0.15 && share < 0.95]).toEqual([96, 96, true])
  }
  expect(await api.thumbnail('static.rlb')).toBeNull()
  expect(await api.thumbnail(await row('static.rlb', 's_rock_001.wea'))).toBeNull()
  const { entry, revision, bytes } = await api.read('UNITS/BUILDS/BUNKER/bunkergun01.dat')
  const splices = [{ offset: 16, removed: bytes.slice(16, 120), inserted: new Uint8Array(104).fill(0xff) }]
  await api.commit(transaction({ entry, base: revision, splices }))
  expect(await api.thumbnail(entry)).toBeNull()
})

it('that of a model is kept, and made again after an edit of what it is drawn from', async () => {
  const folders = new Map<string, MemoryFiles>()
  const { api } = await sampleStudio(folders)
  const unit = 'UNITS/BUILDS/BUNKER/bunkergun01.dat'
  const before = await api.thumbnail(unit)
  const kept = folders.get('/user/digest-cache')
  const size = async () => (await kept?.stat('thumbnails.bin'))?.size
  const first = await size()
  expect([await api.thumbnail(unit), await (await sampleStudio(folders)).api.thumbnail(unit)]).toEqual([before, before])
  expect(await size()).toBe(first)
  const materials = (await api.list('Textures.lib')).filter(({ name }) => /wall|roof/i.test(name))
  for (const { path } of materials) {
    const { entry, revision, bytes } = await api.read(path)
    const removed = bytes.slice(1100)
    const splices = [{ offset: 1100, removed, inserted: removed.map(value => value ^ 0x5a) }]
    await api.commit(transaction({ entry, base: revision, splices }))
  }
  expect(materials.length).toBeGreaterThan(0)
  expect(await api.thumbnail(unit)).not.toEqual(before)
})
