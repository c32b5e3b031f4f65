import { describe, expect, it } from 'vitest'
import { FAMILIES } from '../../index'
import { knownFamily, MemoryFiles, type Family, type Format, type KnownFamily } from '../../format'
import type { Bytes } from '../../layout'
import { CATALOGUES, createText } from '../../messages'
import { hash } from '../studio.fixture'
import { createStudio } from '../studio'
import { memoryHost } from '../memory-host.fixture'
import { TINY_FAMILY, tinyArchive, tinyKnown, tinyPacked, tinyPoints } from '../tiny-family.fixture'

const MAGIC = Uint8Array.of(0x44, 0x4f, 0x54, 0x21)

const format = (id: string, match: Format['match'], magic?: Bytes): Format => ({
  id,
  match,
  ...(magic && { magic: [{ at: 0, bytes: magic }] }),
})
const family = (id: string, ...formats: readonly Format[]): Family => ({ ...TINY_FAMILY, id, title: id, formats })

/** A game that knows its files by their first bytes, and one that knows nothing but endings. */
const DOTS = family(
  'dots',
  format('dots.picture', () => false, MAGIC),
  format('dots.list', ({ name }) => name.endsWith('.lst')),
)
const ENDINGS = family(
  'endings',
  format('endings.any', ({ name }) => /\.(?:tin|dot|lst|pts)$/.test(name)),
)

const withName = (of: Family, sign: RegExp, score: number): KnownFamily =>
  knownFamily(of, files => (files.some(file => sign.test(file)) ? score : 0))
const DOTS_KNOWN = withName(DOTS, /^dots\.exe$/, 1)
const broken: KnownFamily = {
  id: 'broken',
  title: 'Broken',
  detect: files => (files.includes('broken.exe') ? 1 : 0),
  load: () => Promise.reject(new Error('no such chunk')),
}

async function open(families: readonly KnownFamily[], files: Readonly<Record<string, Bytes>>, path = '/game') {
  const host = memoryHost({ hash, folders: new Map([['/game', new MemoryFiles(files, { root: '/game' })]]) })
  const { api } = createStudio({ host, families })
  const info = await api.open(path)
  const formats = (await api.list(undefined, { deep: true })).map(({ path: file, format: id }) => [file, id])
  return { api, info, formats: Object.fromEntries(formats) as Record<string, string | undefined> }
}

const points = tinyPoints([1])
const archive = tinyArchive([{ name: 'a', type: 1, bytes: points }])

describe('the families of a folder', () => {
  it('are ranked; the first is that of the install, each entry has that of its format', async () => {
    const dots = withName(DOTS, /\.dot$/, 0.6)
    const files = { 'a.tin': archive, 'b.dot': MAGIC, 'tiny.exe': MAGIC.slice(1) }
    const { info, formats } = await open([dots, tinyKnown()], files)
    expect([info.family, info.title, info.families]).toEqual(['tiny', 'Tiny', ['tiny', 'dots']])
    expect(formats).toEqual({ 'a.tin': 'tiny.archive', 'b.dot': 'dots.picture', 'tiny.exe': undefined })
  })

  it('leave out one that another is far more certain than', async () => {
    const { info } = await open([withName(DOTS, /\.dot$/, 0.2), tinyKnown()], { 'a.tin': archive, 'b.dot': MAGIC })
    expect(info.families).toEqual(['tiny'])
  })

  it('are found by the contents of files whose names say nothing', async () => {
    const { info, formats } = await open([tinyKnown(), DOTS_KNOWN], { 'one.bin': MAGIC, 'other.bin': points })
    expect([info.families, formats['one.bin']]).toEqual([['dots'], 'dots.picture'])
    await expect(open([tinyKnown(), DOTS_KNOWN], { 'one.bin': points })).rejects.toMatchObject({
      code: 'open.not-a-game',
    })
  })

  it('are detected with their first bytes where the family reads them, each file once for all families', async () => {
    const read: string[] = []
    const byHead = (of: Family): KnownFamily =>
      knownFamily(of, async (files, head) => {
        const heads = await Promise.all(files.filter(file => file.endsWith('.bin')).map(head))
        return heads.some(bytes => bytes[0] === 0x44) ? 1 : 0
      })
    const game = new MemoryFiles({ 'a.bin': MAGIC, 'b.bin': points }, { root: '/game' })
    const readOne = game.read.bind(game)
    game.read = (file, range) => {
      if (range) read.push(file)
      return readOne(file, range)
    }
    const host = memoryHost({ hash, folders: new Map([['/game', game]]) })
    const { api } = createStudio({ host, families: [byHead(DOTS), byHead(TINY_FAMILY)] })
    expect((await api.open('/game')).families).toEqual(['dots', 'tiny'])
    expect(read.sort()).toEqual(['a.bin', 'b.bin'])
  })

  it('of many thousand files are found without reading any where names are enough', async () => {
    const files = Object.fromEntries(Array.from({ length: 50_000 }, (_, i) => [`data/${i % 100}/${i}.bin`, MAGIC]))
    const game = new MemoryFiles({ ...files, 'dots.exe': MAGIC }, { root: '/game' })
    let reads = 0
    const read = game.read.bind(game)
    game.read = (file, range) => {
      if (file.includes('/')) reads++
      return read(file, range)
    }
    const host = memoryHost({ hash, folders: new Map([['/game', game]]) })
    const { api } = createStudio({ host, families: [tinyKnown(), DOTS_KNOWN] })
    expect((await api.open('/game')).families).toEqual(['dots'])
    expect(reads).toBe(0)
  })
})

describe('the games in the registry', () => {
  it('read the first bytes of a few files of 50,000, whatever their names leave open', async () => {
    const most = 8
    for (const name of ['res', 'mod', 'erf', 'zbd', 'lib', 'bin']) {
      const files = Array.from({ length: 50_000 }, (_, i) => `data/${i % 100}/${name === 'zbd' ? 'gamez' : i}.${name}`)
      let reads = 0
      const head = (): Promise<Bytes> => {
        reads++
        return Promise.resolve(new Uint8Array(64))
      }
      await Promise.all(FAMILIES.map(family => family.detect(files, head)))
      expect(reads, name).toBeLessThanOrEqual(most)
    }
  })
})

describe('a single file', () => {
  it('has the family of its format, by content before its ending', async () => {
    const known = [withName(ENDINGS, /\.dot$/, 0.4), tinyKnown(), DOTS_KNOWN]
    const { info, formats } = await open(known, { 'a.dot': MAGIC, 'b.dot': points }, '/game/a.dot')
    expect([info.family, formats['a.dot']]).toEqual(['dots', 'dots.picture'])
    const other = await open(known, { 'a.dot': MAGIC, 'b.dot': points }, '/game/b.dot')
    expect([other.info.family, other.formats['b.dot']]).toEqual(['endings', 'endings.any'])
  })
})

describe('one file that two families claim', () => {
  const both = [withName(ENDINGS, /\.exe$/, 1), tinyKnown(), withName(DOTS, /\.exe$/, 0.9)]

  it('is of the one that knows it by content, whichever is more certain of the folder', async () => {
    const files = { 'x.exe': points, 'a.tin': tinyPacked([]), 'c.lst': points, 'b.tin': MAGIC }
    const { info, formats } = await open(both, files)
    expect(info.families).toEqual(['endings', 'tiny', 'dots'])
    expect(formats).toMatchObject({ 'a.tin': 'tiny.packed', 'b.tin': 'dots.picture' })
  })

  it('is of the more certain one where both know no more than its ending', async () => {
    const { formats } = await open(both, { 'x.exe': points, 'a.tin': archive, 'c.lst': points })
    expect(formats['c.lst']).toBe('endings.any')
  })
})

describe('a family that cannot be loaded', () => {
  it('is a notice, and the others work', async () => {
    const { info, formats } = await open([broken, tinyKnown()], { 'broken.exe': points, 'a.tin': archive })
    expect(info.notices).toContainEqual({
      code: 'notice.family-not-loaded',
      params: { title: 'Broken', reason: 'no such chunk' },
    })
    expect([info.family, formats['a.tin']]).toEqual(['tiny', 'tiny.archive'])
    for (const language of ['en', 'ru'] as const)
      for (const { code, params } of info.notices.filter(one => one.code === 'notice.family-not-loaded'))
        expect(createText(language, CATALOGUES).say(code, params)).toMatch(/^Broken: .*\(no such chunk\)/)
  })

  it('is a notice where the detection itself fails, and the others are detected', async () => {
    const failing: KnownFamily = { ...broken, detect: () => Promise.reject(new Error('no such head')) }
    const throwing: KnownFamily = {
      ...broken,
      detect: () => {
        throw new Error('no such name')
      },
    }
    const { info } = await open([failing, throwing, tinyKnown()], { 'a.tin': archive })
    expect([info.families, info.notices.map(({ params }) => params['reason'])]).toEqual([
      ['tiny'],
      ['no such name', 'no such head'],
    ])
  })

  it('leaves its own folder open as bytes', async () => {
    const { api, info } = await open([broken, tinyKnown()], { 'broken.exe': points })
    expect([info.family, info.families, info.notices.map(({ code }) => code)]).toEqual([
      'unknown',
      [],
      ['notice.family-not-loaded'],
    ])
    expect((await api.read('broken.exe')).bytes).toEqual(points)
  })

  it('is tried again at the next opening', async () => {
    let isThere = false
    const late: KnownFamily = {
      ...tinyKnown(),
      load: () => (isThere ? Promise.resolve(TINY_FAMILY) : Promise.reject(new Error('offline'))),
    }
    const { api, info } = await open([late], { 'a.tin': archive })
    expect(info.families).toEqual([])
    isThere = true
    expect((await api.open('/game')).families).toEqual(['tiny'])
  })
})
