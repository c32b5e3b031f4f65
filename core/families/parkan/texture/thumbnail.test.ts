import { expect, it } from 'vitest'
import { knownFamily, MemoryFiles } from '../../../format'
import { decodePicture, toRgba } from '../../../picture'
import { createStudio } from '../../../studio'
import { memoryHost } from '../../../studio/memory-host.fixture'
import { hash, transaction } from '../../../studio/studio.fixture'
import { PARKAN } from '../parkan'
import { sampleInstall } from '../sample/sample'

async function sampleStudio(folders = new Map<string, MemoryFiles>()) {
  const files = Object.fromEntries(
    sampleInstall().flatMap(({ path, bytes }) => (/^(?:DATA|MISSIONS)\//.test(path) ? [] : [[path, bytes] as const])),
  )
  folders.set('/game', new MemoryFiles(files, { root: '/game' }))
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
