import { expect, it } from 'vitest'
import { entryOf, referencesIn, wordsNaming, type Opened } from '../../format'
import { document } from '../../layout'
import { referenceShelf } from './entries.fixture'
import { REFERENCES } from './links'
import { formatOf, shelf } from './opened.fixture'
import { describeReference, fixtureFiles, truth } from './reference.fixture'
import { sampleByPath, sampleCopy } from './sample/sample.fixture'
import { UNIT } from './unit/unit'

type Graph = Readonly<Record<string, readonly string[]>>

/** Entries of files and rows of archives; a row within a model or a research tree counts as its file. */
const nameOf = ({ path, name, container }: Opened): string => {
  const [file = '', ...steps] = path.split('!')
  if (steps.length === 0 || container?.name.toLowerCase().endsWith('.trf')) return file
  return `${file}::${name}`
}

const sorted = (graph: Iterable<readonly [string, Iterable<string>]>): Graph =>
  Object.fromEntries(
    [...graph].map(([from, to]) => [from, [...new Set(to)].sort()] as const).sort(([a], [b]) => (a < b ? -1 : 1)),
  )

/** Who names whom, of entries that are there, in the order of names. */
async function graphOf(files: readonly string[], open: (file: string) => readonly Opened[]): Promise<Graph> {
  const found = new Map<string, Set<string>>()
  for (const entry of files.flatMap(open)) {
    const format = formatOf(entry)
    if (!format || entry.path.split('!').length > 2) continue
    for (const { name } of referencesIn(entry, format, REFERENCES)) {
      const target = await entryOf(entry, name)
      if (target) found.set(nameOf(entry), (found.get(nameOf(entry)) ?? new Set()).add(nameOf(target)))
    }
  }
  return sorted(found)
}

const reversed = (graph: Graph): Graph => {
  const back = new Map<string, string[]>()
  for (const [from, to] of Object.entries(graph)) for (const one of to) back.set(one, [...(back.get(one) ?? []), from])
  return sorted(back)
}

it('every entry of the sample that something has to name is named, and nothing that is named is missing', async () => {
  const all = shelf(sampleByPath())
  const entries = sampleCopy().flatMap(({ path }) => all.all(all.open(path)))
  const missing: string[] = []
  for (const entry of entries) {
    const format = formatOf(entry)
    if (format)
      for (const { path, name, isOptional } of referencesIn(entry, format, REFERENCES))
        if (!isOptional && !(await entryOf(entry, name))) missing.push(`${entry.name} ${path} ${name.row ?? name.file}`)
  }
  expect(missing).toEqual([])
})

it('for every entry that a field names there are words that name it, as when it is dropped on the field', () => {
  const all = shelf(sampleByPath())
  const unnamed: string[] = []
  let found = 0
  for (const entry of sampleCopy().flatMap(({ path }) => all.all(all.open(path)))) {
    const format = formatOf(entry)
    const layout = format?.layout?.(entry)
    if (!format || !layout) continue
    const opened = document(layout, entry.bytes)
    for (const { path, name } of referencesIn(entry, format, REFERENCES)) {
      if (path === '') continue
      if (wordsNaming(opened, path, entry, REFERENCES, name) === undefined) unnamed.push(`${entry.path} ${path}`)
      else found++
    }
  }
  expect(unnamed).toEqual([])
  expect(found).toBeGreaterThan(100)
})

it('an entry of another archive than the record names is named by no words', () => {
  const all = shelf(sampleByPath())
  const unit = all.open('UNITS/UNITS/HERO/hero01.dat')
  const opened = document(UNIT, unit.bytes)
  const words = (file: string, row?: string) =>
    wordsNaming(opened, 'records/0/name', unit, REFERENCES, { file, ...(row !== undefined && { row }) })
  expect(words('objects.rlb', 'other')).toBe('other')
  expect(words('Material.lib', 'other')).toBeUndefined()
  expect(words('objects.rlb', 'a name that is longer than the field')).toBeUndefined()
  expect(words('objects.rlb')).toBeUndefined()
})

it('lines of a huge text are read a bounded number of times', () => {
  const files = {
    'a.wea': new TextEncoder().encode(`30000\r\n${'1 B_S0\r\n'.repeat(30_000)}LIGHTMAPS\r\n1\r\n1 lm01.0\r\n`),
    'b.cfg': new TextEncoder().encode(
      `${'\tmap = "x"\r\n'.repeat(30_000)}object a\r\n\tk = "r"\r\n\tlibrary = "ui\\m.lib"\r\nend\r\n`,
    ),
  }
  const namesIn = (file: keyof typeof files) => {
    const entry = shelf(files).open(file)
    const format = formatOf(entry)
    return format ? referencesIn(entry, format, REFERENCES).map(({ name }) => name) : []
  }
  expect(namesIn('a.wea')).toHaveLength(30_001)
  expect(namesIn('a.wea').at(-1)).toEqual({ file: 'LightMap.lib', row: 'lm01.0' })
  expect(namesIn('b.cfg')).toEqual([{ file: 'ui/m.lib', row: 'r' }])
})

describeReference('references of the reference files', () => {
  const right = (truth as { references: Readonly<Record<string, readonly (readonly [string, string])[]>> }).references
  /** Rows of `static.rlb` whose names differ by case from others, and one material table that the manifest leaves out. */
  const BESIDE_THE_MANIFEST = ['static.rlb::S_TREE_001.MSH', 'static.rlb::S_TREE_001.WEA', 'system.rlb::Shade.wea']

  it('are those of the manifest, in both directions', async () => {
    const shelf = referenceShelf()
    const found = await graphOf(fixtureFiles(), file => shelf.all(shelf.open(file)))
    const own = sorted(Object.entries(found).filter(([from]) => !BESIDE_THE_MANIFEST.includes(from)))
    const expected = sorted(Object.entries(right).map(([from, to]) => [from, to.map(([, target]) => target)] as const))
    expect(own).toEqual(expected)
    expect(reversed(own)).toEqual(reversed(expected))
  })
})
