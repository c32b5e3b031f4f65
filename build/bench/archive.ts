import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { FAMILIES } from '@areal-studio/core'
import { addEntry, removeEntry, setAttributes } from '@areal-studio/core/edit'
import { MemoryFiles } from '@areal-studio/core/format'
import { writeArchive } from '@areal-studio/core/families/parkan'
import { createStudio, type Host, type Studio } from '@areal-studio/core/studio'
import { main } from '../../electron/cli/cli'
import { nodeHost } from '../../electron/node/node-host'
import { median, type Figures, type Measured } from './figures'
import type { BenchInstall } from './install'

/** Rows of the smaller archive; the other one has twice as many. */
const ROWS = 20_000
const RUNS = 3
const FILE = 'many.rlb'
/** Model chunks and effects, materials and textures: every kind of row that a format recognises by the archive around it. */
const TYPES = [6, 0x44495846, 0x3054414d, 0x4d584554, 0] as const

interface Place {
  /** The install: one archive and the program. */
  readonly root: string
  readonly userData: string
  /** Folder that is extracted to. */
  readonly out: string
}

/** An archive of many small rows: milliseconds with twice the rows, by milliseconds with `ROWS` of them; 2 is linear. */
export async function measureArchive(install: BenchInstall): Promise<Measured> {
  const figures: Figures = {}
  const [small, large] = [placeOf(install, ROWS), placeOf(install, 2 * ROWS)]
  for (const [name, run] of Object.entries(VERBS)) {
    const ratios: number[] = []
    for (let k = 0; k < RUNS; k++) {
      const once = await timed(run, small)
      ratios.push((await timed(run, large)) / once)
      figures[`archive_${name}_ms`] = Math.min(once, figures[`archive_${name}_ms`] ?? Infinity)
    }
    figures[`archive_${name}_doubling`] = median(ratios)
  }
  return { figures }
}

function placeOf({ temp }: BenchInstall, rows: number): Place {
  const base = join(temp, `archive-${rows}`)
  const place = { root: join(base, 'Game'), userData: join(base, 'data'), out: join(base, 'out') }
  mkdirSync(place.root, { recursive: true })
  writeFileSync(join(place.root, 'iron_3d.exe'), 'MZ')
  writeFileSync(join(place.root, FILE), manyRows(rows))
  return place
}

/** An archive of `count` rows of eight bytes, every fifth of one name, as chunks have. */
const manyRows = (count: number): Uint8Array =>
  writeArchive(
    Array.from({ length: count }, (_, i) => ({
      attributes: {
        name: i % TYPES.length === 0 ? 'chunk' : `row${i}`,
        type_id: TYPES[i % TYPES.length] ?? 0,
        attr1: i,
        attr2: 0,
        attr3: 0,
      },
      payload: Uint8Array.from({ length: 8 }, (__, k) => (i >> (k * 4)) & 15),
    })),
  )

async function timed(run: (place: Place) => Promise<void>, place: Place): Promise<number> {
  rmSync(place.userData, { recursive: true, force: true })
  const begun = performance.now()
  await run(place)
  return performance.now() - begun
}

/** By the command line: its own lines and sums are part of the work. */
const areal =
  (words: (place: Place) => readonly string[]) =>
  async (place: Place): Promise<void> => {
    const io = {
      out: () => undefined,
      err: () => undefined,
      input: () => Promise.resolve(new Uint8Array(0)),
      folder: place.root,
      environment: { AREAL_USER_DATA: place.userData },
    }
    const code = await main(words(place), io, () => Promise.resolve(2))
    if (code === 2) throw new Error(`areal ${words(place).join(' ')} was refused`)
  }

/** What is extracted goes to memory: thousands of small files would measure the disk. */
const inStudio =
  (run: (studio: Studio, place: Place) => Promise<void>) =>
  async (place: Place): Promise<void> => {
    const machine = nodeHost(place.userData)
    const out = new MemoryFiles({}, { root: place.out })
    const folder: Host['folder'] = (path, options) =>
      path === place.out ? Promise.resolve(out) : machine.folder(path, options)
    const studio = createStudio({ host: { ...machine, folder }, families: FAMILIES })
    await studio.api.open(place.root)
    await run(studio, place)
    await studio.close()
  }

const GIVEN = { code: 'label.given', params: { text: '' } }

const VERBS: Readonly<Record<string, (place: Place) => Promise<void>>> = {
  list: areal(({ root }) => ['list', root, FILE]),
  check: areal(({ root }) => ['check', root]),
  prove: areal(({ root }) => ['round-trip', root]),
  find: areal(({ root }) => ['find', root, '--kind', 'bytes', '01 00 00 00 00 00 00 00']),
  extract: inStudio(async ({ api }, { out }) => {
    await api.extract([FILE], { folder: out, as: 'raw', hasContents: true })
  }),
  edit: inStudio(async ({ api }) => {
    const rows = (await api.list(FILE)).slice(0, 100)
    const images = await Promise.all(rows.map(row => api.read(row.path)))
    await api.commit({
      label: GIVEN,
      edits: images.map(image => setAttributes(image, { attr2: 7 })),
    })
    const added = await api.nextEntry(FILE)
    await api.commit({
      label: GIVEN,
      edits: [addEntry(added, 1, { name: 'fresh', type_id: 0, attr1: 0, attr2: 0, attr3: 0 }, Uint8Array.of(1))],
    })
    await api.list(FILE)
    await api.changes()
    await api.pack()
  }),
  remove: inStudio(async ({ api }) => {
    const rows = (await api.list(FILE)).filter((_, i) => i % 2 === 1)
    const images = await Promise.all(rows.map(row => api.read(row.path)))
    await api.commit({ label: GIVEN, edits: images.map(removeEntry) })
    await api.pack()
  }),
  add: inStudio(async ({ api }) => {
    const count = (await api.list(FILE)).length / 2
    const first = Number((await api.nextEntry(FILE)).split('+')[1])
    const edits = Array.from({ length: count }, (_, i) =>
      addEntry(
        `${FILE}!#+${first + i}`,
        0,
        { name: `fresh${i}`, type_id: 0, attr1: 0, attr2: 0, attr3: 0, row: 0 },
        Uint8Array.of(1),
      ),
    )
    await api.commit({ label: GIVEN, edits })
    await api.pack()
  }),
}
