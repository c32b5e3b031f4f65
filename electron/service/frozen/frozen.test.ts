import { createHash } from 'node:crypto'
import {
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { FAMILIES, allFamilies, createStudio } from '@areal-studio/core'
import { CATALOGUES } from '@areal-studio/core/messages'
import type { FileChange, StudioApi } from '@areal-studio/core/studio'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { runAreal } from '../../cli/cli.fixture'
import { nodeHost } from '../../node/node-host'
import { Remembered } from '../remembered'

/**
 * Files that the program wrote at commit e2eeeea, kept as they were: people have such workspaces, patches and recipes. They never
 * change; what the program cannot read of them any more is a regression. `expected.json` and `words.json` were written by the same
 * commit. All files hold the folder in which they were written (`base`); each test works on a copy in a folder of its own.
 */
const KEPT = join(import.meta.dirname, 'e2eeeea')

interface WrittenChange {
  readonly file: string
  readonly state: string
  readonly entries: readonly {
    readonly entry: string
    readonly state: string
    readonly fields: readonly Pick<FileChange['entries'][number]['fields'][number], 'path' | 'before' | 'after'>[]
  }[]
}
interface Expected {
  readonly base: string
  readonly history: readonly object[]
  readonly changes: readonly WrittenChange[]
  /** SHA-256 of the payload of each changed entry. */
  readonly present: Readonly<Record<string, string>>
  readonly marks: readonly object[]
  readonly dictionary: object
  readonly recipes: readonly { readonly name: string }[]
  readonly profile: object
  readonly mods: readonly string[]
}
interface WordList {
  readonly labels: readonly string[]
  readonly jobs: readonly string[]
  readonly problems: readonly string[]
  readonly verbs: readonly string[]
  readonly methods: readonly string[]
  /** Names under which the window keeps its state. */
  readonly kept: readonly string[]
  readonly formats: readonly string[]
}
const json = <T>(name: string): T => JSON.parse(readFileSync(join(KEPT, name), 'utf8')) as T
const expected = json<Expected>('expected.json')
const words = json<WordList>('words.json')
const GAME = 'game'
const WRITTEN = 'game-dff08ff3'
const LAST = 18
/** Entries that the history adds or makes of a deleted file: there is no original of them. */
const ADDED = ['objects.rlb!#+0', 'UNITS/BUILDS/GENERATOR/generator01.dat']

const temporary = realpathSync(mkdtempSync(join(tmpdir(), 'areal-frozen-')))
afterAll(() => rmSync(temporary, { recursive: true, force: true }))
let base = ''
/** Absolute. */
let workspace = ''
beforeEach(async () => {
  base = mkdtempSync(join(temporary, 'at-'))
  cpSync(KEPT, base, { recursive: true })
  for (const file of filesIn(base).filter(path => /\.(?:json|areal)$/.test(path))) {
    const text = readFileSync(file, 'utf8')
    writeFileSync(file, text.replaceAll(expected.base, JSON.stringify(base).slice(1, -1)))
  }
  // The name of a workspace holds a digest of the install's path.
  const workspaces = join(base, 'data', 'workspaces')
  const { out } = await runAreal(['where', join(base, GAME), '--json'], { folder: base, userData: join(base, 'data') })
  workspace = (JSON.parse(out) as { readonly workspace: string }).workspace
  rmSync(workspace, { recursive: true, force: true })
  renameSync(join(workspaces, WRITTEN), workspace)
  renameSync(join(workspaces, `${WRITTEN}.mods.json`), `${workspace}.mods.json`)
})

const filesIn = (folder: string): readonly string[] =>
  readdirSync(folder).flatMap(name => {
    const path = join(folder, name)
    return statSync(path).isDirectory() ? filesIn(path) : [path]
  })
const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')
const gameFiles = (): Readonly<Record<string, string>> =>
  Object.fromEntries(
    filesIn(join(base, GAME)).map(path => [
      path.slice(join(base, GAME).length + 1).replaceAll('\\', '/'),
      sha256(readFileSync(path)),
    ]),
  )

async function open(): Promise<StudioApi> {
  const studio = createStudio({ host: nodeHost(join(base, 'data'), base), families: FAMILIES })
  await studio.api.open(join(base, GAME))
  return studio.api
}
/** Entries whose format had no fields at that commit: changes of their bytes then are changes of fields now. */
const withoutFields: ReadonlySet<string> = new Set(
  expected.changes
    .flatMap(({ entries }) => entries)
    .filter(({ fields }) => fields.some(({ path }) => path === ''))
    .map(({ entry }) => entry),
)
/** Without offsets and packing states, which may be given more exactly one day. */
const essence = (changes: readonly WrittenChange[]): readonly WrittenChange[] =>
  changes.map(({ file, state, entries }) => ({
    file,
    state,
    entries: entries.map(entry => ({
      entry: entry.entry,
      state: entry.state,
      fields: withoutFields.has(entry.entry)
        ? []
        : entry.fields.map(({ path, before, after }) => ({ path, before, after })),
    })),
  }))
async function digests(api: StudioApi, but: readonly string[] = []): Promise<Readonly<Record<string, string>>> {
  const found: Record<string, string> = {}
  for (const entry of Object.keys(expected.present).filter(path => !but.includes(path)))
    found[entry] = sha256((await api.read(entry)).bytes)
  return found
}
/** Changed entries whose bytes are not those of the original game. */
async function unlikeOriginal(api: StudioApi): Promise<readonly string[]> {
  const found: string[] = []
  for (const entry of Object.keys(expected.present).filter(path => !ADDED.includes(path))) {
    const [now, original] = [await api.read(entry), await api.read(entry, { of: 'pristine' })]
    if (sha256(now.bytes) !== sha256(original.bytes)) found.push(entry)
  }
  return found
}

describe('a workspace written by e2eeeea', () => {
  it('opens with its history, changes, bookmarks, names, recipes, launch profile and mods', async () => {
    const api = await open()
    const history = (await api.history()).map(({ revision, parent, label, entries, state }) => ({
      revision,
      parent,
      label,
      entries,
      state,
    }))
    expect(history).toEqual(expected.history)
    expect(essence(await api.changes())).toEqual(essence(expected.changes))
    expect(await digests(api)).toEqual(expected.present)
    expect(await api.marks()).toMatchObject(expected.marks)
    expect(await api.dictionary()).toMatchObject(expected.dictionary)
    expect(await api.recipes()).toEqual(expected.recipes)
    expect(await api.profile()).toMatchObject(expected.profile)
    expect((await api.mods()).map(({ name }) => name)).toEqual(expected.mods)
  })

  it('is undone to its beginning and redone to its end', async () => {
    const api = await open()
    const steps = expected.history.length
    await api.jump(0)
    expect(await unlikeOriginal(api)).toEqual([])
    await api.jump(LAST)
    expect(await digests(api)).toEqual(expected.present)
    expect(await api.history()).toHaveLength(steps)
  })

  it('packs and gives the game its original files back', async () => {
    const api = await open()
    expect(await api.info()).toMatchObject({ state: 'deployed', notices: [] })
    await api.pack()
    await api.restore()
    const originals = new Set(filesIn(join(workspace, 'backup')).map(path => path.split(/[\\/]/).at(-1)))
    const files = gameFiles()
    expect(files['areal-deployed.json']).toBeUndefined()
    for (const file of [
      'DATA/MAPS/SC_1/Land.map',
      'UNITS/UNITS/HERO/hero01.dat',
      'bases.rlb',
      'objects.rlb',
      'static.rlb',
    ]) {
      expect(originals, file).toContain(files[file])
    }
  })
})

describe('what e2eeeea wrote to be shared', () => {
  it('a patch makes the same bytes of the original files', async () => {
    const api = await open()
    await api.jump(0)
    const report = await api.applyPatch(readFileSync(join(base, 'change.areal-patch.json'), 'utf8'), { dryRun: false })
    expect(report.misses).toEqual([])
    const unlike = Object.entries(await digests(api, ADDED)).filter(
      ([entry, digest]) => digest !== expected.present[entry],
    )
    expect(unlike).toEqual([])
    expect((await api.list('objects.rlb')).map(({ name }) => name)).toContain('hello')
  })

  it('a recipe makes the same fields', async () => {
    const api = await open()
    await api.jump(0)
    const recipe = readFileSync(join(base, 'history.areal-recipe'), 'utf8')
    await api.applyRecipe(recipe, { name: 'history', dryRun: false, skip: true })
    const map = (changes: readonly WrittenChange[]): WrittenChange | undefined =>
      changes.find(({ file }) => file === 'DATA/MAPS/SC_1/Land.map')
    expect(map(essence(await api.changes()))).toEqual(map(essence(expected.changes)))
  })

  it('a file of names is taken', async () => {
    const api = await open()
    const report = await api.importNames(readFileSync(join(base, 'names.json'), 'utf8'), { win: 'mine', dryRun: true })
    expect(report).toMatchObject({ conflicts: [] })
  })

  it('settings and recent games are read', async () => {
    const folder = join(base, 'data')
    const host = nodeHost(folder, base)
    const remembered = new Remembered(
      () => host.folder(folder, { create: true }),
      () => host.now(),
    )
    expect(await remembered.settings()).toMatchObject({
      language: 'ru',
      theme: 'light',
      scale: 125,
      layout: 'table',
      backups: { minutes: 5 },
      keymap: { preset: 'blender', keys: { 'edit.undo': ['Ctrl+Z'] } },
      pointer: { turn: 1.5, isInverted: true },
    })
    expect(await remembered.notices()).toEqual([])
    expect(await remembered.recents()).toMatchObject([
      { path: join(base, GAME), title: 'Parkan: Iron Strategy', isMissing: false },
    ])
  })
})

describe('words that are kept in files and scripts', () => {
  it.each(['labels', 'jobs', 'problems'] as const)('%s have their text in both languages', kind => {
    for (const language of ['en', 'ru'] as const)
      expect(words[kind].filter(key => !(key in CATALOGUES[language]))).toEqual([])
  })

  it('verbs of the command line are still taken', async () => {
    const unknown: string[] = []
    for (const verb of words.verbs) {
      const { code } = await runAreal([verb, '--help'], { folder: base, userData: join(base, 'data') })
      if (code !== 0) unknown.push(verb)
    }
    expect(unknown).toEqual([])
  })

  it('methods of the port and ids of formats are still there', async () => {
    const { api } = createStudio({ host: nodeHost(join(base, 'data'), base), families: FAMILIES })
    expect(words.methods.filter(name => !(name in api))).toEqual([])
    const formats = new Set((await allFamilies()).flatMap(family => family.formats.map(format => format.id)))
    expect(words.formats.filter(id => !formats.has(id))).toEqual([])
  })

  it('the window reads its state under the same names', () => {
    const renderer = join(import.meta.dirname, '../../../renderer')
    const text = filesIn(renderer)
      .filter(path => /\.(?:ts|vue)$/.test(path) && !/\.test\.ts$/.test(path))
      .map(path => readFileSync(path, 'utf8'))
      .join('\n')
    expect(words.kept.filter(name => !text.includes(`'${name}'`))).toEqual([])
  })
})
