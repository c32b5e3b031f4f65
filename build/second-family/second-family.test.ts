import { createHash } from 'node:crypto'
import { afterAll, describe, expect, it } from 'vitest'
import { FAMILIES, createStudio } from '@areal-studio/core'
import { MemoryFiles, knownFamily, payloadOf } from '@areal-studio/core/format'
import { document, read, type Bytes } from '@areal-studio/core/layout'
import { CATALOGUES } from '@areal-studio/core/messages'
import type { Found } from '@areal-studio/core/studio'
import { brokenLaws, coversOnce } from '../../core/layout/laws'
import { registry } from '../../core/registry'
import { memoryHost } from '../../core/studio/memory-host.fixture'
import { CHEST, encodeRuns } from './orchard/chest'
import { detect } from './orchard/detect'
import { Field } from './orchard/field'
import { ORCHARD } from './orchard/orchard'
import { sampleInstall } from './orchard/sample'

/** As core/index.ts has them with the one entry more. */
const WITH_ORCHARD = registry([...FAMILIES, knownFamily(ORCHARD, detect)])
const CHEST_FILE = 'maps/south.chest'
const SOUTH = `${CHEST_FILE}!#0`
const pristine = Object.fromEntries(sampleInstall().map(({ path, bytes }) => [path, bytes]))
const chest = pristine[CHEST_FILE] ?? new Uint8Array(0)

const payload = (image: Bytes, at: number): Bytes => {
  const row = CHEST.archive?.open(image).rows[at]
  return CHEST.archive && row ? payloadOf(CHEST.archive, image, row) : new Uint8Array(0)
}
const south = payload(chest, 0)

/** Test files share the catalogue: the family is in no other one's. */
const known = { en: Object.keys(CATALOGUES.en), ru: Object.keys(CATALOGUES.ru) }
afterAll(() => {
  for (const language of ['en', 'ru'] as const)
    for (const key of Object.keys(CATALOGUES[language]))
      if (!known[language].includes(key)) Reflect.deleteProperty(CATALOGUES[language], key)
})

async function openSample() {
  const game = new MemoryFiles({ ...pristine }, { root: '/game' })
  const hash = (whole: Uint8Array): string => createHash('sha256').update(whole).digest('hex')
  const folders = new Map([['/game', game]])
  const studio = createStudio({ host: memoryHost({ hash, folders }), families: WITH_ORCHARD })
  return { ...studio, game, info: await studio.api.open('/game') }
}

describe('a family with one entry in the registry', () => {
  it('is found by its files among the games, and its messages are in the catalogue once it is loaded', async () => {
    const { api, info } = await openSample()
    expect([info.family, info.title, info.families]).toEqual(['orchard', 'Orchard', ['orchard']])
    expect(CATALOGUES.ru['problem.orchard.fallow']).toContain('{bed}')
    expect((await api.list(CHEST_FILE)).map(({ name, format, size }) => [name, format, size])).toEqual([
      ['south.fld', undefined, south.length],
      ['north.fld', 'orchard.field', 24 + 4 * 20],
      ['wind.raw', undefined, 300],
    ])
    expect((await api.read(SOUTH)).format).toBe('orchard.field')
    expect((await api.subjects()).map(({ kind, title }) => [kind, title])).toEqual([
      ['map', 'maps/lone.fld'],
      ['map', 'south.fld'],
      ['map', 'north.fld'],
    ])
  })

  it('keeps the laws: whole and damaged bytes, unchanged files, an edit of one row', async () => {
    expect(brokenLaws(Field, south)).toEqual([])
    for (let size = 0; size < south.length; size += 7)
      expect(coversOnce(document(Field, south.subarray(0, size))), `${size} bytes`).toBe(true)
    const { api } = await openSample()
    expect((await api.prove()).map(({ entry, result, unknownBytes }) => [entry, result, unknownBytes])).toEqual([
      ['maps/lone.fld', 'opaque', 3 * 2],
      [CHEST_FILE, 'opaque', 24 * 2 + 4 * 2 + 300],
      [SOUTH, 'opaque', 24 * 2],
      [`${CHEST_FILE}!#1`, 'opaque', 4 * 2],
      [`${CHEST_FILE}!#2`, 'unknown', 300],
    ])
    const report = await api.query('beds where crop = 3 set crop = 0', { entry: SOUTH }, { dryRun: false })
    expect(report.changing).toBe(8)
    expect((await api.check(SOUTH)).map(({ code, path }) => [code, path]).slice(0, 2)).toEqual([
      ['orchard.fallow', 'beds/2/crop'],
      ['orchard.fallow', 'beds/5/crop'],
    ])
    expect((await api.changes()).map(({ file }) => file)).toEqual([CHEST_FILE])
    await api.undo()
    expect(await api.changes()).toEqual([])
  })

  it('is packed, deployed and restored: the touched row is encoded again, the others keep their bytes', async () => {
    const { api, game } = await openSample()
    await api.query('beds where crop = 1 set crop = 7', {}, { dryRun: false })
    await api.pack()
    await api.deploy()
    const deployed = game.snapshot()[CHEST_FILE] ?? new Uint8Array(0)
    expect(
      read(Field, payload(deployed, 0))
        .beds.map(({ crop }) => crop)
        .slice(0, 4),
    ).toEqual([7, 2, 3, 7])
    const rows = CHEST.archive?.open(deployed).rows ?? []
    expect(rows.map(({ encoding }) => encoding)).toEqual(['runs', undefined, 'runs'])
    const stored = (at: number): Bytes =>
      deployed.subarray(rows[at]?.offset, (rows[at]?.offset ?? 0) + (rows[at]?.size ?? 0))
    expect(stored(0)).toEqual(encodeRuns(payload(deployed, 0)))
    expect(stored(2)).toEqual(encodeRuns(payload(chest, 2)))
    await api.restore()
    expect(game.snapshot()[CHEST_FILE]).toEqual(chest)
  })

  it('is searched inside its encoded row, in the code page of its texts', async () => {
    const { api, listen } = await openSample()
    const news: Found[] = []
    listen('found', found => news.push(found))
    const id = await api.find('südhang', { kind: 'text' })
    await expect.poll(() => news.some(({ search, state }) => search === id && state !== 'running')).toBe(true)
    const hits = news.flatMap(({ files }) => files).flatMap(({ hits: all }) => all)
    expect(hits.map(({ entry, range }) => [entry, range])).toEqual([[SOUTH, [4, 7]]])
  })

  it('has a scene of regions with its tools', async () => {
    const { api } = await openSample()
    const image = await api.read(SOUTH)
    const field = ORCHARD.formats.find(({ id }) => id === image.format)
    const opened = { ...image, path: SOUTH, bytes: image.bytes } as never
    const [surface] = (await field?.scene?.(opened)) ?? []
    expect(surface).toMatchObject({ kind: 'surface', noun: 'bed', recordCount: 24 })
    expect((await field?.regions?.(opened))?.at?.(15, 25)).toEqual([13])
  })
})
