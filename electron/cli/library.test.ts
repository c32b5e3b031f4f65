import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { sampleInstall } from '@areal-studio/core/families/parkan/sample'
import { describeReference, FIXTURES, hasFixtures, SMALL } from '../../core/families/parkan/reference.fixture'
import { repackedElsewhere } from '../../core/families/parkan/rsli/repacked.fixture'
import { writeSample } from '../service/sample-install'
import { runAreal, type Done } from './cli.fixture'

const base = realpathSync(mkdtempSync(join(tmpdir(), 'areal-library-')))
afterAll(() => rmSync(base, { recursive: true, force: true }))

let install: string
let userData: string
const areal = (...words: readonly string[]): Promise<Done> => runAreal(words, { folder: base, userData })
const json = async (...words: readonly string[]): Promise<unknown> =>
  JSON.parse((await areal(...words, '--json')).out) as unknown

const METHODS = [0, 0x20, 0x40, 0x60, 0x80, 0xa0, 0x100]
const NEW = 'NEW NEW NEW NEW NEW NEW'

interface Row {
  readonly path: string
  readonly name: string
  readonly attributes: { readonly method: number }
}
const rowsOf = async (file: string): Promise<readonly Row[]> =>
  ((await json('list', install, file)) as readonly (Row & { readonly state: string })[]).filter(
    ({ state }) => state !== 'removed',
  )

/** Contents of the rows by name, as they are extracted; without those named. */
async function contents(file: string, without: readonly string[] = []): Promise<Record<string, string>> {
  const found: Record<string, string> = {}
  for (const { path, name } of await rowsOf(file)) {
    if (without.includes(name)) continue
    const to = join(base, 'extracted')
    await areal('entry', 'extract', install, path, to)
    found[name] = readFileSync(to, 'latin1')
  }
  return found
}

/** Copies a file that may be read-only into the install. */
const copy = (from: string, file: string): void => writeFileSync(join(install, file), readFileSync(from))

/** Stored bytes of the file as it is in the install. */
const stored = (file: string): string => readFileSync(join(install, file), 'latin1')

beforeEach(() => {
  install = mkdtempSync(join(base, 'install-'))
  userData = mkdtempSync(join(base, 'data-'))
  writeFileSync(join(base, 'new.txt'), NEW)
})

/** Every verb on a library of at least six rows: changed, deployed, and returned to the original. */
async function lifeOf(file: string): Promise<void> {
  const original = stored(file)
  const rows = await rowsOf(file)
  const before = await contents(file)
  const [renamed, replaced, removed, packed] = rows
  if (!renamed || !replaced || !removed || !packed) throw new Error('too few rows')
  const done = [
    await areal('entry', 'rename', install, renamed.path, '0.BIN'),
    await areal('entry', 'replace', install, replaced.path, 'new.txt'),
    await areal('entry', 'remove', install, removed.path),
    await areal('entry', 'add', install, file, 'ADDED.TXT', 'new.txt', 'method=XOR + LZHUF'),
    await areal('entry', 'attributes', install, packed.path, 'method=lzss'),
  ]
  expect(done.map(({ code, err }) => [code, err])).toEqual(done.map(() => [0, '']))
  expect((await areal('check', install)).out).not.toContain(`error `)
  expect((await areal('pack', install)).code).toBe(0)
  expect((await areal('deploy', install)).code).toBe(0)
  expect(stored(file)).not.toBe(original)
  const after = await contents(file)
  const { [renamed.name]: moved, [removed.name]: _, ...kept } = before
  expect(after).toEqual({ ...kept, '0.BIN': moved, [replaced.name]: NEW, 'ADDED.TXT': NEW })
  const methods = new Map((await rowsOf(file)).map(({ name, attributes }) => [name, attributes.method]))
  expect(methods.get(packed.name)).toBe(0x40)
  expect(methods.get('ADDED.TXT')).toBe(0xa0)
  expect((await areal('find', install, NEW)).out).toContain(`${file}!`)
  expect((await areal('restore', install)).code).toBe(0)
  expect(stored(file)).toBe(original)
}

describe('a library of the sample', () => {
  const sample = sampleInstall({ maps: [] })
  beforeEach(() => writeSample(install, sample))

  it('is listed with the names of its methods, and its rows are found, printed and checked', async () => {
    const listed = (await areal('list', install, 'sprites.lib')).out
    for (const method of ['stored', 'XOR', 'LZSS', 'XOR + LZSS', 'LZHUF', 'XOR + LZHUF', 'Deflate'])
      expect(listed).toContain(`method=${method} `)
    expect(listed).toMatch(/#0\t2\d+ bytes\tCURSOR\.TEX\tmethod=Deflate flags=0\tparkan\.texture/)
    expect((await areal('get', install, 'sprites.lib!#0', 'width')).out).toBe('32\n')
    expect((await areal('find', install, 'BUTTON2.TEX')).out).toMatch(/^sprites\.lib!#4\t0x/m)
    expect((await areal('check', install)).code).toBe(0)
    expect(await json('round-trip', join(install, 'sprites.lib'))).toMatchObject({
      rows: Array.from({ length: 7 }, (_, i) => ({ entry: `sprites.lib!#${i}`, reencoded: 'identical' })),
    })
    expect((await areal('describe', 'parkan.rsli')).out).toContain('XOR + LZHUF')
  })

  it('is edited by every verb, deployed and returned to the original', () => lifeOf('sprites.lib'))

  it('has its methods changed by a query, in one step that can be undone', async () => {
    const set = await areal('query', install, "rows where method = 'deflate' set method = 'LZSS'")
    expect(set).toMatchObject({ code: 0, err: '' })
    expect(set.out).toContain('  0\tmethod\t256 -> 64\n')
    expect((await rowsOf('sprites.lib')).slice(0, 3).map(({ attributes }) => attributes.method)).toEqual([
      0x40, 0x40, 0x40,
    ])
    const entry = (await json('json', install, 'sprites.lib!#1')) as { attributes: { method: number } }
    expect(entry.attributes.method).toBe(0x40)
    expect((await areal('undo', install)).code).toBe(0)
    expect((await rowsOf('sprites.lib'))[1]?.attributes.method).toBe(0x100)
    expect((await areal('query', install, 'rows where method = 0x60', '--entry', 'sprites.lib')).out).toContain('  4\n')
  })

  it.each(METHODS)(
    'keeps the payload of a row stored with method %d, and the stored bytes of all others',
    async method => {
      const before = stored('sprites.lib')
      const payloads = await contents('sprites.lib')
      await areal('entry', 'attributes', install, 'sprites.lib!#7', `method=${method}`)
      await areal('deploy', install)
      expect(await contents('sprites.lib')).toEqual(payloads)
      const end = before.lastIndexOf('Made by')
      expect(stored('sprites.lib').slice(0x120, end)).toBe(before.slice(0x120, end))
    },
  )

  it('that another program packed is imported by its content, or with its bytes, alone or in a folder', async () => {
    const folder = mkdtempSync(join(base, 'elsewhere-'))
    const file = join(folder, 'sprites.lib')
    const foreign = repackedElsewhere(readFileSync(join(install, 'sprites.lib')))
    writeFileSync(file, foreign)
    for (const given of [
      ['sprites.lib', file],
      ['.', folder],
    ]) {
      const content = await areal('import', install, ...given)
      expect(content).toMatchObject({ code: 0, out: expect.stringContaining('packed by another program') as string })
      expect(content.out).toContain('Nothing to change')
      expect(await areal('import', install, ...given, '--keep-bytes')).toMatchObject({ code: 0, err: '' })
      await areal('entry', 'extract', install, 'sprites.lib', join(base, 'extracted'))
      expect(readFileSync(join(base, 'extracted')).equals(foreign)).toBe(true)
      await areal('undo', install)
    }
  })

  it('refuses a method that the game does not have, in words', async () => {
    const refused = await areal('entry', 'attributes', install, 'sprites.lib!#7', 'method=0x1C0')
    expect(refused).toMatchObject({ code: 2, err: expect.stringContaining('error rsli.attribute: ') as string })
    expect((await areal('entry', 'attributes', install, 'sprites.lib!#7', 'method=zip')).err).toContain(
      'error rsli.attribute: ',
    )
  })
})

interface Truth {
  readonly name: string
  readonly method: string
  readonly sha256: string
}
interface Manifest {
  readonly truth: { readonly rsli: Readonly<Record<string, readonly Truth[]>> }
}

const sha = (bytes: string): string => createHash('sha256').update(bytes, 'latin1').digest('hex')

describeReference('libraries of the reference install', () => {
  const { rsli } = hasFixtures
    ? (JSON.parse(readFileSync(join(SMALL, 'manifest.json'), 'utf8')) as Manifest).truth
    : { rsli: {} }

  beforeEach(() => {
    for (const file of [...Object.keys(rsli), 'iron_3d.exe', 'Comp.ini', 'BuildDat.lst', 'ArealMap.ini', 'objects.rlb'])
      copy(join(SMALL, file), file)
  })

  it.each(Object.entries(rsli))(
    '%s is listed and extracted right, and proved by its round trip',
    async (file, truth) => {
      expect((await rowsOf(file)).map(({ name, attributes }) => [name, attributes.method])).toEqual(
        truth.map(({ name, method }) => [name, Number(method)]),
      )
      const found = await contents(file)
      expect(Object.entries(found).map(([name, bytes]) => [name, sha(bytes)])).toEqual(
        truth.map(({ name, sha256 }) => [name, sha256]),
      )
      expect(await areal('round-trip', join(install, file))).toMatchObject({ code: 0 })
    },
  )

  it.each(['mixed.rlb', 'sprites.lib'])('%s is edited by every verb, deployed and returned to the original', lifeOf)

  it.each([
    ['rsli_cut', 'rsli.entry.bounds'],
    ['rsli_method', 'rsli.method'],
    ['rsli_permutation', 'rsli.sort'],
    ['rsli_count2', 'rsli.header.count2'],
  ])('of %s, judged %s, all other rows are served by every verb', async (folder, code) => {
    const file = 'mixed.rlb'
    const intact = await contents(file)
    copy(join(FIXTURES, 'mutants', folder, file), file)
    const checked = (await json('check', install)) as { problems: readonly { code: string; entry: string }[] }
    expect(checked.problems.map(problem => problem.code)).toContain(code)
    const present = await contents(file)
    const damaged = Object.keys(intact).filter(name => present[name] !== intact[name])
    expect(damaged.length).toBeLessThanOrEqual(1)
    const good = (await rowsOf(file)).filter(({ name }) => !damaged.includes(name))
    const [replaced, packed] = good
    expect((await areal('entry', 'replace', install, replaced?.path ?? '', 'new.txt')).err).toBe('')
    expect((await areal('entry', 'attributes', install, packed?.path ?? '', 'method=LZSS')).err).toBe('')
    expect((await areal('find', install, NEW)).out).toContain(`${replaced?.path}\t0x0`)
    expect((await areal('changes', install)).out).toContain(replaced?.path)
    expect((await areal('pack', install)).err).toBe('')
    const kept = stored(file)
    const deployed = await areal('deploy', install)
    expect([deployed.err, deployed.code]).toEqual(['', 0])
    expect(await contents(file)).toEqual({ ...present, [replaced?.name ?? '']: NEW })
    await areal('restore', install)
    expect(stored(file)).toBe(kept)
  })

  it.each([
    ['rsli_nlen', 'rsli.payload.stored-length'],
    ['rsli_short', 'rsli.payload.cut'],
  ])('the only row of %s, judged %s, keeps its stored bytes until it is replaced', async (folder, code) => {
    copy(join(FIXTURES, 'mutants', folder, 'mixed.rlb'), 'mixed.rlb')
    const checked = (await json('check', install)) as { problems: readonly { code: string; entry: string }[] }
    expect(checked.problems).toEqual(expect.arrayContaining([expect.objectContaining({ code, entry: 'mixed.rlb!#0' })]))
    const [[name = '', bytes = ''] = []] = Object.entries(await contents('mixed.rlb'))
    expect(stored('mixed.rlb')).toContain(bytes)
    await areal('entry', 'replace', install, 'mixed.rlb!#0', 'new.txt')
    expect((await areal('deploy', install)).code).toBe(0)
    expect(await contents('mixed.rlb')).toEqual({ [name]: NEW })
    expect((await areal('check', install)).out).not.toContain(code)
  })

  it('of rsli_count nothing can be listed; every other library is served', async () => {
    copy(join(FIXTURES, 'mutants/rsli_count/mixed.rlb'), 'mixed.rlb')
    const checked = (await json('check', install)) as { problems: readonly { code: string; entry: string }[] }
    expect(checked.problems).toEqual(
      expect.arrayContaining([expect.objectContaining({ code: 'rsli.header.count', entry: 'mixed.rlb' })]),
    )
    expect(Object.keys(await contents('sprites.lib'))).toHaveLength(rsli['sprites.lib']?.length ?? 0)
    expect((await areal('get', install, 'mixed.rlb')).out).toContain('4e4c0001')
  })
})
