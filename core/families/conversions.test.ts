import { validateBytes } from 'gltf-validator'
import { describe, expect, it } from 'vitest'
import { EVIL_ISLANDS } from './evil-islands/evil-islands'
import { fixtureFiles as evilIslandsFiles } from './evil-islands/reference.fixture'
import { shuffledGlb, unweldedGlb } from './glb.fixture'
import { MW3 } from './mw3/mw3'
import { installFiles as mw3Files } from './mw3/reference.fixture'
import { NWN2 } from './nwn2/nwn2'
import { fixture as nwn2File, fixtureFiles as nwn2Files } from './nwn2/reference.fixture'
import { PARKAN } from './parkan/parkan'
import { fixture as parkanFile, fixtureFiles as parkanFiles } from './parkan/reference.fixture'
import { referenceArchive } from './reference-archive.fixture'
import { sameBytes, type EntryPath } from '../edit'
import { conversionsFor, knownFamily, MemoryFiles, type Conversion, type Family } from '../format'
import type { Bytes } from '../layout'
import { decodePicture, encodePicture, PICTURE_ENDINGS, toRgba } from '../picture'
import { createStudio, type StudioApi, type TreeItem } from '../studio'
import { memoryHost } from '../studio/memory-host.fixture'
import { hash } from '../studio/studio.fixture'

type Files = Readonly<Record<string, Bytes>>

async function studioOf(family: Family, files: Files): Promise<StudioApi> {
  const game = new MemoryFiles(files, { root: '/game' })
  const host = memoryHost({ hash, folders: new Map([['/game', game]]) })
  const { api } = createStudio({ host, families: [knownFamily(family)] })
  await api.open('/game')
  return api
}

/** How an entry can be written as a file of another program. */
const conversionsOf = (family: Family, { format, attributes = {}, ...item }: TreeItem): readonly Conversion[] =>
  conversionsFor(
    family.formats.find(({ id }) => id === format),
    { ...item, attributes },
  )

async function sampleOf(family: Family): Promise<StudioApi> {
  const files = (await family.sample?.(1)) ?? []
  return studioOf(family, Object.fromEntries(files.map(({ path, bytes }) => [path, bytes])))
}

/** Every entry that can be converted, with a conversion. */
async function convertible(api: StudioApi, family: Family): Promise<readonly (readonly [TreeItem, Conversion])[]> {
  const below = async (parent: EntryPath): Promise<readonly TreeItem[]> => {
    const items = await api.list(parent)
    return [...items, ...(await Promise.all(items.map(item => (item.hasChildren ? below(item.path) : [])))).flat()]
  }
  return (await below('')).flatMap(item => conversionsOf(family, item).map(one => [item, one] as const))
}

/** The file as other programs save it again: the same vertices in another order, the same pixels in another form. */
async function savedAgain(ending: string, file: Bytes): Promise<readonly Bytes[]> {
  if (ending === 'glb') return [await shuffledGlb(file, 7), await unweldedGlb(file)]
  const picture = PICTURE_ENDINGS.find(known => known === ending)
  const raster = picture && decodePicture(file)
  if (!raster || 'code' in raster) return []
  const { width, height } = raster
  return [encodePicture('png', { width, height, kind: 'rgba', pixels: toRgba(raster) })]
}

/** Problems of a conversion of an entry; none where the entry has nothing to convert. */
async function faultsOf(
  api: StudioApi,
  { path, name }: TreeItem,
  { ending, decode }: Conversion,
): Promise<readonly unknown[] | undefined> {
  const file = await api.convert(path, ending).catch((error: unknown) => codeOf(error))
  if (typeof file === 'string') return /^convert\.no-|^mesh\.damaged/.test(file) ? undefined : [file]
  const faults: unknown[] = []
  if (ending === 'glb') {
    const { issues } = await validateBytes(file)
    if (issues.numErrors + issues.numWarnings > 0) faults.push(issues.messages.slice(0, 5))
  }
  const taken = decode ? [file, ...(await savedAgain(ending, file))] : []
  for (const [at, one] of taken.entries()) {
    const preview = { file: `${name}.${ending}`, dryRun: true }
    const report = await api.incoming(path, one, preview).catch((error: unknown) => codeOf(error))
    const changes = typeof report === 'string' ? [report] : [...report.entries, ...(report.notices ?? [])]
    if (changes.length > 0) faults.push([at, changes])
  }
  return faults
}

const codeOf = (error: unknown): string => (error as { readonly code?: string }).code ?? String(error)

const retail = referenceArchive('parkan-retail.tar.gz')
const nwn2Paths = nwn2Files('nwn2-small').filter(path => /\.tr[nx]$/i.test(path))
const REFERENCES: readonly (readonly [string, Family, Files])[] = [
  ['Parkan', PARKAN, Object.fromEntries(parkanFiles().map(path => [path, parkanFile(path)]))],
  ['Evil Islands', EVIL_ISLANDS, evilIslandsFiles],
  ['MechWarrior 3', MW3, mw3Files()],
  ['Neverwinter Nights 2', NWN2, Object.fromEntries(nwn2Paths.map(path => [path, nwn2File(`nwn2-small/${path}`)]))],
  [
    'Parkan as sold',
    PARKAN,
    Object.fromEntries(retail.paths.map(path => [path.replace(/^[^/]*\//, ''), retail.file(path)])),
  ],
]
/** Conversions of each ending that are tried in an install, at equal distances. */
const TRIED = 6
const LONG = 300_000

async function allFaults(api: StudioApi, family: Family) {
  const all = await convertible(api, family)
  const faults: unknown[] = []
  const counts = new Map<string, number>()
  for (const ending of new Set(all.map(([, one]) => one.ending))) {
    const own = all.filter(([, one]) => one.ending === ending)
    const step = Math.max(1, own.length / TRIED)
    for (let at = 0; at < own.length; at += step) {
      const [item, conversion] = own[Math.floor(at)] ?? []
      const found = item && conversion ? await faultsOf(api, item, conversion) : undefined
      if (found) counts.set(ending, (counts.get(ending) ?? 0) + 1)
      for (const fault of found ?? []) faults.push([item?.path, ending, fault])
    }
  }
  return { faults, counts }
}

describe('an unmodified export, taken in again as it is or as another program saves it, changes nothing, and every GLB is valid', () => {
  it.each([PARKAN, EVIL_ISLANDS, MW3, NWN2].map(family => [family.title, family] as const))(
    'in the sample of %s',
    async (_, family) => {
      const { faults, counts } = await allFaults(await sampleOf(family), family)
      expect(faults).toEqual([])
      expect(counts.size).toBeGreaterThan(2)
    },
    LONG,
  )

  describe.skipIf(!retail.isPresent)('over the reference files (skipped without them)', () => {
    it.each(REFERENCES)(
      'of %s',
      async (_, family, files) => {
        const { faults, counts } = await allFaults(await studioOf(family, files), family)
        expect(faults).toEqual([])
        expect(counts.size).toBeGreaterThan(1)
      },
      LONG,
    )
  })
})

describe.each([PARKAN, EVIL_ISLANDS, MW3, NWN2])('pictures of $id', family => {
  it('have the pixels of the exported file, each where it is stored, and those of a file that would replace the entry', async () => {
    const api = await sampleOf(family)
    const all = (await convertible(api, family)).filter(([, { ending }]) => ending === 'png').map(([item]) => item)
    expect(all.length).toBeGreaterThan(0)
    const kinds = [...new Set(all.map(({ format }) => format))]
    for (const { path, name } of kinds.flatMap(kind => all.filter(({ format }) => format === kind).slice(0, 3))) {
      const found = await api.pictures(path)
      const [level] = found?.levels ?? []
      const exported = decodePicture(await api.convert(path, 'png'))
      if (!found || !level || 'code' in exported) throw new Error(`${path} has no picture`)
      expect([level.width, level.height]).toEqual([exported.width, exported.height])
      const [shown, written] = [level, exported].map(raster => toRgba(raster).filter((_, k) => k % 4 < 3))
      expect(shown && written && sameBytes(shown, written), path).toBe(true)
      expect(found.levels.length).toBe(found.declared)
      const { stride = 0, size = 0 } = level.stored ?? {}
      if (stride > 0) expect(size).toBe(stride * level.width * level.height)
      const [first = 0] = level.pixels
      const pixels = exported.pixels.map(byte => (exported.kind === 'palette' ? first : byte ^ 255))
      const file = { name: `${name}.png`, bytes: encodePicture('png', { ...exported, pixels }) }
      const next = await api.pictures(path, { file })
      expect(sameBytes(next?.levels[0]?.pixels ?? level.pixels, level.pixels), path).toBe(false)
      expect((await api.changes()).length).toBe(0)
    }
  })
})

it('a picture of another size is refused, or scaled to that of the texture where that is requested', async () => {
  const api = await sampleOf(PARKAN)
  const [row] = await api.list('Textures.lib')
  const path = row?.path ?? ''
  const pixels = Uint8Array.from({ length: 4 }, (_, at) => (at === 3 ? 255 : 80))
  const bytes = encodePicture('png', { width: 1, height: 1, kind: 'rgba', pixels })
  const file = { name: 'one.png', bytes }
  await expect(api.pictures(path, { file })).rejects.toMatchObject({ code: 'picture.size' })
  for (const fit of ['area', 'nearest'] as const) {
    const [level] = (await api.pictures(path, { file: { ...file, fit } }))?.levels ?? []
    const shown = level ? toRgba(level) : new Uint8Array(0)
    expect(shown.length).toBeGreaterThan(4)
    expect(shown.every((value, at) => value === shown[at % 4] && (at % 4 === 3 || Math.abs(value - 80) < 8))).toBe(true)
    const plan = await api.incoming(path, bytes, { file: 'one.png', dryRun: true, fit })
    expect(plan.entries.length).toBe(1)
  }
  expect((await api.changes()).length).toBe(0)
})
