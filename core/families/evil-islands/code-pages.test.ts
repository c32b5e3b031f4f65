import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { knownFamily, MemoryFiles, type Format } from '../../format'
import {
  assign,
  CODE_PAGES,
  decodeText,
  document,
  encodeText,
  fromJson,
  LayoutError,
  locate,
  toJson,
  write,
  type Bytes,
  type CodePage,
} from '../../layout'
import { createStudio, type Found, type Studio, type StudioApi } from '../../studio'
import { chosenPages } from '../../studio/install/code-pages'
import { memoryHost } from '../../studio/memory-host.fixture'
import { TINY_FAMILY, tinyKnown, tinyPacked } from '../../studio/tiny-family.fixture'
import { EVIL_ISLANDS } from './evil-islands'
import { writeArchive } from './res/res-pack'
import { sampleInstall } from './sample/sample'
import { pageOfTexts } from './texts/page'

const TEXTS = 'Res/texts.res'
const POLISH = 'Żółw śpi pod dębem, a łoś ćwiczy.'
const GERMAN = 'Der Löwe schläft über dem Fluß, für immer.'
const RUSSIAN = 'Стражник стоит у ворот.'
const EACH = Uint8Array.from({ length: 256 }, (_, byte) => byte)

function bytesIn(text: string, page: CodePage): Bytes {
  const bytes = encodeText(text, page)
  if (!(bytes instanceof Uint8Array)) throw new TypeError(`${page} lacks ${bytes.missing}`)
  return bytes
}
const texts = (...payloads: readonly Bytes[]): Bytes =>
  writeArchive(payloads.map((payload, k) => ({ name: `unit u${k}`, payload })))

const code = (wanted: string): Error => expect.objectContaining({ code: wanted }) as Error

function bench(image: Bytes) {
  const files = { ...Object.fromEntries(sampleInstall().map(({ path, bytes }) => [path, bytes])), [TEXTS]: image }
  const game = new MemoryFiles(files, { root: '/game' })
  const hash = (whole: Uint8Array): string => createHash('sha256').update(whole).digest('hex')
  const folders = new Map([['/game', game]])
  let pid = 1
  const start = async () => {
    const studio = createStudio({
      host: memoryHost({ hash, folders, pid: pid++ }),
      families: [knownFamily(EVIL_ISLANDS)],
    })
    const { workspace } = await studio.api.open('/game')
    return { studio, api: studio.api, about: () => folders.get(workspace)?.snapshot()['workspace.json'] }
  }
  return { game, start }
}

/** The game itself has no archive inside another one. */
const RES_INSIDE: Readonly<Record<string, Format['match']>> = { 'evil-islands.res': ({ name }) => name === 't.res' }

/** Entries that a search finds, each as often as it is found. */
async function found({ api, listen }: Studio, text: string, kind: 'text' | 'value'): Promise<readonly string[]> {
  const news: Found[] = []
  let stop = (): void => {}
  const isDone = new Promise<void>(done => {
    stop = listen('found', part => {
      news.push(part)
      if (part.state !== 'running') done()
    })
  })
  await api.find(text, { kind })
  await isDone
  stop()
  return news.flatMap(({ files }) => files.flatMap(({ hits }) => hits.map(({ entry }) => entry)))
}

async function textOf(api: StudioApi, row = 0) {
  const image = await api.read(`${TEXTS}!#${row}`)
  const layout = EVIL_ISLANDS.formats.find(({ id }) => id === image.format)?.layout?.(image.info)
  if (!layout) throw new TypeError('no layout')
  const opened = document(layout, image.bytes)
  return { image, layout, opened, text: locate(opened, 'text')?.value }
}

describe('the code page of an archive of texts', () => {
  it.each([
    [POLISH, 'cp1250'],
    [GERMAN, 'cp1252'],
    [RUSSIAN, 'cp1251'],
  ] as const)('is found in its letters: %s', (text, page) => {
    expect(pageOfTexts(texts(bytesIn('only ASCII', page), bytesIn(text, page)))).toBe(page)
  })

  it('is left open by ASCII, and by entries that are no text', () => {
    expect(pageOfTexts(texts(bytesIn('only ASCII', 'cp1251')))).toBeUndefined()
    expect(pageOfTexts(texts(Uint8Array.of(0, 0xe4, 0xe4)))).toBeUndefined()
    expect(pageOfTexts(writeArchive([{ name: 'a.mmp', payload: bytesIn(GERMAN, 'cp1252') }]))).toBeUndefined()
    expect(pageOfTexts(bytesIn(GERMAN, 'cp1252'))).toBeUndefined()
  })

  it('reads and writes each byte in each page, and a choice changes none', async () => {
    const { game, start } = bench(texts(EACH))
    const { api } = await start()
    const before = game.snapshot()
    for (const page of CODE_PAGES) {
      expect(await api.chooseCodePage(TEXTS, page)).toMatchObject({ page, isChosen: true })
      const { image, layout, opened, text } = await textOf(api)
      expect([page, image.bytes]).toEqual([page, EACH])
      expect(text).toBe(decodeText(EACH, page))
      expect([page, write(layout, fromJson(layout, toJson(opened.root))).bytes]).toEqual([page, EACH])
    }
    expect(await api.changes()).toEqual([])
    expect(game.snapshot()).toEqual(before)
  })

  it('is kept in the workspace and given up without a trace', async () => {
    const { start } = bench(texts(bytesIn(POLISH, 'cp1250')))
    const { api, about } = await start()
    const before = about()
    expect(await api.codePage(TEXTS)).toEqual({
      archive: TEXTS,
      page: 'cp1250',
      automatic: 'cp1250',
      isFound: true,
      isChosen: false,
    })
    expect((await textOf(api)).text).toBe(POLISH)
    await api.chooseCodePage(TEXTS.toUpperCase(), 'cp1251')
    const again = await start()
    expect(await again.api.codePage(TEXTS)).toMatchObject({ page: 'cp1251', automatic: 'cp1250', isChosen: true })
    expect((await textOf(again.api)).text).toBe(decodeText(bytesIn(POLISH, 'cp1250'), 'cp1251'))
    await again.api.chooseCodePage(TEXTS, '')
    expect((await textOf(again.api)).text).toBe(POLISH)
    expect(about()).toEqual(before)
  })

  it('refuses characters that it lacks, and offers a choice to no other archive', async () => {
    const { start } = bench(texts(bytesIn(POLISH, 'cp1250')))
    const { api } = await start()
    const { opened, layout } = await textOf(api)
    expect(assign(opened, 'text', `${POLISH}!`).splices).toHaveLength(1)
    expect(() => assign(opened, 'text', RUSSIAN)).toThrow(LayoutError)
    expect(() => fromJson(layout, toJson(opened.root).replace('Żółw', 'Ящик'))).toThrow(LayoutError)
    expect(await api.codePage('Res/database.res!#0')).toBeNull()
    await expect(api.chooseCodePage('Res/database.res!#0', 'cp1250')).rejects.toThrow(code('page.none'))
    await expect(api.chooseCodePage('Res/none.res', 'cp1250')).rejects.toThrow(code('entry.missing'))
  })

  it('is that of queries and of the search: each text is found once, as it is shown', async () => {
    const { start } = bench(texts(bytesIn(POLISH, 'cp1250'), bytesIn('łoś', 'cp1250')))
    const { api, studio } = await start()
    const find = async (text: string, kind: 'text' | 'value'): Promise<readonly string[]> =>
      (await found(studio, text, kind)).filter(one => one.startsWith(TEXTS)).map(one => one.slice(TEXTS.length))
    expect(await find('ŁOŚ', 'text')).toEqual(['!#0', '!#1'])
    expect(await find('text = "łoś"', 'value')).toEqual(['!#1'])
    await api.chooseCodePage(TEXTS, 'cp1251')
    expect(await find('łoś', 'text')).toEqual([])
    expect(await find(decodeText(bytesIn('łoś', 'cp1250'), 'cp1251'), 'text')).toEqual(['!#0', '!#1'])
    expect(await find('text = "łoś"', 'value')).toEqual([])
  })

  it('is that of the search in an archive that another one holds packed, too', async () => {
    const polish = bytesIn(POLISH, 'cp1250')
    const packed = tinyPacked([{ name: 't.res', type: 7, bytes: texts(polish) }])
    const files = new MemoryFiles({ 'a.tin': packed }, { root: '/game' })
    const inside = EVIL_ISLANDS.formats.map(format => ({ ...format, match: RES_INSIDE[format.id] ?? format.match }))
    const family = { ...TINY_FAMILY, formats: [...TINY_FAMILY.formats, ...inside] }
    const hash = (whole: Uint8Array): string => createHash('sha256').update(whole).digest('hex')
    const host = memoryHost({ hash, folders: new Map([['/game', files]]) })
    const studio = createStudio({ host, families: [tinyKnown(family)] })
    await studio.api.open('/game')
    const [inner = ''] = (await studio.api.list('a.tin')).map(({ path }) => path)
    expect(await studio.api.codePage(inner)).toMatchObject({ page: 'cp1250', isFound: true })
    const find = (text: string): Promise<readonly string[]> => found(studio, text, 'text')
    expect(await find('łoś')).toEqual([`${inner}!#0`])
    await studio.api.chooseCodePage(inner, 'cp1251')
    expect(await find('łoś')).toEqual([])
    expect(await find(decodeText(bytesIn('łoś', 'cp1250'), 'cp1251'))).toEqual([`${inner}!#0`])
  })

  it('of another form in the description of the workspace is left out', () => {
    for (const codePages of [7, null, ['cp1251'], { [TEXTS.toLowerCase()]: 'utf-8' }, { [TEXTS.toLowerCase()]: 1 }])
      expect(chosenPages({ codePages }).size).toBe(0)
    expect(chosenPages({ codePages: { a: 'cp1250', b: 'x' } })).toEqual(new Map([['a', 'cp1250']]))
  })
})
