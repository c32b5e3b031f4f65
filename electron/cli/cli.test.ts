import {
  cpSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { sampleInstall } from '@areal-studio/core/families/parkan/sample'
import { outputFailure } from './cli'
import { runAreal, type Done } from './cli.fixture'
import { writeSample } from '../service/sample-install'

const MAP = 'DATA/MAPS/SC_1/Land.map'
const AREALS = `${MAP}!#0`
let base: string
let pristine: string
let install: string
let userData: string

const areal = (words: readonly string[], input?: Uint8Array, folder = base): Promise<Done> =>
  runAreal(words, { folder, userData }, input)
const json = async (words: readonly string[]): Promise<unknown> => JSON.parse((await areal([...words, '--json'])).out)

function files(folder: string): Record<string, string> {
  const found = readdirSync(folder, { recursive: true, withFileTypes: true }).filter(item => item.isFile())
  return Object.fromEntries(
    found
      .map(item => join(item.parentPath, item.name))
      .sort()
      .map(path => [path.slice(folder.length), readFileSync(path, 'latin1')]),
  )
}

beforeAll(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), 'areal-cli-')))
  pristine = join(base, 'pristine')
  writeSample(
    pristine,
    sampleInstall({
      seed: 3,
      maps: [
        { name: 'SC_1', seed: 5, tiles: 1, areals: 12 },
        { name: 'AutoMAP', seed: 6, tiles: 1, areals: 9 },
      ],
    }),
  )
})
afterAll(() => rmSync(base, { recursive: true, force: true }))
beforeEach(() => {
  install = mkdtempSync(join(base, 'install-'))
  userData = mkdtempSync(join(base, 'data-'))
  cpSync(pristine, install, { recursive: true })
})

describe('areal: the main job', () => {
  it('sets, packs, deploys, launches and gives the install back', async () => {
    expect((await areal(['get', install, AREALS, 'areals/3/class_id'])).out).toMatch(/^\d+\n$/)
    const set = await areal([
      'set',
      install,
      'data/maps/sc_1/LAND.MAP!#0',
      'areals/3/class_id=77',
      'areals/3/logic_flag=5',
    ])
    expect(set).toMatchObject({ code: 0, err: '' })
    expect((await areal(['get', install, AREALS, 'areals/3/class_id'])).out).toBe('77\n')
    expect(files(install)).toEqual(files(pristine))
    expect((await areal(['changes', install])).out).toContain('areals/3/class_id')

    const packed = (await json(['pack', install])) as {
      files: { file: string; entries: { fields: { path: string; after: string }[] }[] }[]
    }
    expect(packed.files.map(file => file.file)).toEqual([MAP])
    expect(packed.files[0]?.entries[0]?.fields.map(field => field.path)).toEqual([
      'areals/3/logic_flag',
      'areals/3/class_id',
    ])

    expect((await areal(['deploy', install, '--dry-run'])).out).toContain(MAP)
    expect(files(install)).toEqual(files(pristine))
    expect((await areal(['deploy', install])).code).toBe(0)
    expect(readFileSync(join(install, MAP)).equals(readFileSync(join(pristine, MAP)))).toBe(false)

    expect((await areal(['restore', install])).code).toBe(0)
    expect(files(install)).toEqual(files(pristine))
  })

  it.skipIf(process.platform === 'win32')('tests a change in the game and leaves the install as it was', async () => {
    await areal(['set', install, AREALS, 'areals/0/class_id=9'])
    const tested = await areal(['test', install, '--map', 'SC_1'])
    expect(tested.code).toBe(0)
    expect(tested.out).toContain('SC_1')
    for (const log of ['Behavior.log', 'ai.log']) rmSync(join(install, log), { force: true })
    expect(files(install)).toEqual(files(pristine))
  })

  it('undoes, redoes and tells the history in both languages', async () => {
    await areal(['set', install, AREALS, 'areals/0/class_id=9', '--label', 'Swamp'])
    expect((await areal(['undo', install])).out).toContain('Swamp')
    expect(await areal(['undo', install])).toMatchObject({
      code: 2,
      err: expect.stringMatching(/^error history\.nothing-to-undo: [^\n]+$/) as string,
    })
    expect((await areal(['redo', install])).code).toBe(0)
    expect((await areal(['get', install, AREALS, 'areals/0/class_id'])).out).toBe('9\n')
    const steps = (await json(['log', install])) as { label: { params: { text: string } } }[]
    expect(steps.at(0)?.label.params.text).toBe('Swamp')
    expect((await areal(['log', install, '--lang', 'ru'])).out).toMatch(/[а-я]/)
  })
})

describe('areal: looking', () => {
  it('lists files and entries', async () => {
    const all = (await json(['list', install])) as { path: string }[]
    expect(all.map(item => item.path)).toContain(MAP)
    const rows = (await json(['list', install, MAP])) as { path: string; attributes: { type_id: number } }[]
    expect(rows.map(row => [row.path, row.attributes.type_id])).toEqual([[AREALS, 12]])
  })

  it('leaves no workspace behind', async () => {
    for (const words of [
      ['list', install],
      ['get', install, AREALS],
      ['check', install],
      ['round-trip', install],
      ['where', install],
      ['changes', install],
    ]) {
      expect((await areal(words)).code, words.join(' ')).toBe(0)
    }
    expect(existsSync(join(userData, 'workspaces'))).toBe(false)
    const where = (await areal(['where', install])).out.trim()
    await areal(['open', install])
    expect(existsSync(where)).toBe(true)
  })

  it.each([
    AREALS,
    'DATA/MAPS/SC_1/Land.msh!#0',
    'DATA/MAPS/SC_1/Land1.wea',
    'BuildDat.lst',
    MAP,
    'Textures.lib!#0',
    'iron_3d.exe',
  ])('prints %s as JSON from which the same bytes come, without the install', async entry => {
    const printed = await areal(['json', install, entry])
    expect(Object.keys(JSON.parse(printed.out) as object)).toEqual(['format', 'attributes', 'value'])
    const back = await areal(['from-json'], printed.bytes, '/')
    expect(back.code).toBe(0)
    expect(back.bytes.equals((await areal(['entry', 'extract', install, entry])).bytes)).toBe(true)
  })

  it('describes formats and gives their schema', async () => {
    expect((await areal(['describe', 'parkan.areal-map'])).out).toMatch(/40\s+u32\s+class_id/)
    expect(JSON.parse((await areal(['schema', 'parkan.areal-map'])).out)).toHaveProperty('$schema')
  })

  it('checks a loose file and a folder; exit code 1 where there are errors', async () => {
    expect(await areal(['check', install])).toMatchObject({ code: 0 })
    const loose = join(base, 'Land.map')
    const bytes = readFileSync(join(install, MAP))
    writeFileSync(loose, bytes.subarray(0, bytes.length - 40))
    const checked = await areal(['check', 'Land.map', '--json'])
    expect(checked.code).toBe(1)
    const { problems } = JSON.parse(checked.out) as { problems: Record<string, unknown>[] }
    expect(Object.keys(problems[0] ?? {})).toEqual(['code', 'severity', 'message', 'file', 'entry', 'path', 'range'])
    const said = await json(['round-trip', 'Land.map', join(install, MAP), join(install, 'iron_3d.exe')])
    expect(said).toEqual({
      files: [
        { file: 'Land.map', result: 'unreadable' },
        { file: join(install, MAP), result: 'identical' },
        { file: join(install, 'iron_3d.exe'), result: 'unknown' },
      ],
      formats: expect.arrayContaining([
        { id: 'parkan.areal-map', entries: 1, bytes: expect.any(Number), unknownBytes: 0, reencoded: null },
      ]),
    })
    const { out } = await areal(['round-trip', join(install, MAP)])
    const [head = '', ...rows] = out.split('\n').filter(line => /^(?:format|parkan\.)/.test(line))
    expect(head).toMatch(/^format +entries +bytes +unknown {2}re-encoded$/)
    expect(rows.map(row => row.split(/ {2,}/)[0])).toEqual(['parkan.nres', 'parkan.areal-map'])
    const end = head.indexOf('unknown') + 'unknown'.length
    expect(rows.map(row => row.slice(0, end).split(' ').slice(-2).join(' '))).toEqual(['0.00 %', '0.00 %'])
    expect(await areal(['round-trip', 'Land.map'])).toMatchObject({
      code: 3,
      out: expect.stringMatching(/^CANNOT BE READ\tLand\.map\n/) as string,
    })
    expect(await areal(['round-trip', 'Land.map', '--lang', 'ru'])).toMatchObject({
      code: 3,
      out: expect.stringMatching(/^НЕ ЧИТАЕТСЯ\tLand\.map\n/) as string,
    })
  })
})

describe('areal: a damaged file', () => {
  it('that cannot be opened as an archive ends every look at it with 1', async () => {
    const cut = join(install, 'cut.map')
    writeFileSync(cut, readFileSync(join(install, MAP)).subarray(0, 300))
    const list = await areal(['list', cut])
    expect(list).toMatchObject({ code: 1, err: expect.stringContaining('nres.header-size') as string })
    expect(list.out).toContain('cut.map\t300 bytes')
    expect(await areal(['get', cut, 'cut.map', 'entry_count'])).toMatchObject({
      code: 1,
      out: '1\n',
      err: expect.stringContaining('damaged') as string,
    })
    expect(await areal(['json', cut, 'cut.map'])).toMatchObject({ code: 1 })
    expect((await areal(['set', cut, 'cut.map', 'version=1'])).err).toMatch(/^error edit\.not-editable/)
    expect((await areal(['list', install])).code).toBe(0)
    expect((await areal(['list', install, 'data/'])).out).toMatch(/^DATA\/MAPS\n/)
  })

  it('shows what could be opened, ends with 1 and is not edited by fields', async () => {
    const path = join(install, MAP)
    const bytes = readFileSync(path)
    bytes.writeUInt32LE(0x7fffffff, 16 + 48)
    writeFileSync(path, bytes)
    expect((await areal(['list', install, MAP])).out).toContain('type_id=12')
    const got = await areal(['get', install, AREALS])
    expect(got).toMatchObject({ code: 1, err: expect.stringContaining('damaged') as string })
    expect(got.out).toMatch(/^"hex:[0-9a-f]+"\n$/)
    const printed = await areal(['json', install, AREALS])
    expect(printed.code).toBe(1)
    expect(
      (await areal(['from-json'], printed.bytes)).bytes.equals(
        (await areal(['entry', 'extract', install, AREALS])).bytes,
      ),
    ).toBe(true)
    expect((await areal(['set', install, AREALS, 'cells_x=1'])).err).toMatch(
      /^error (?:edit\.not-editable|node\.missing)/,
    )
    expect((await areal(['check', install])).code).toBe(1)
    writeFileSync(path, bytes.subarray(0, 100))
    expect(await areal(['list', install, MAP])).toMatchObject({
      code: 1,
      out: '',
      err: expect.stringContaining('nres.') as string,
    })
  })
})

describe('areal: rows of an archive', () => {
  it('adds, renames, replaces, removes and sets attributes', async () => {
    writeFileSync(join(base, 'new.bin'), 'hello')
    expect((await areal(['entry', 'add', install, 'Textures.lib', 'NEW.0', 'new.bin', 'type_id=5'])).code).toBe(0)
    expect((await areal(['entry', 'rename', install, 'Textures.lib!#+0', 'OTHER.0'])).code).toBe(0)
    expect((await areal(['entry', 'attributes', install, 'Textures.lib!#+0', 'attr2=9', 'attr1=0x1F'])).code).toBe(0)
    expect(JSON.parse((await areal(['entry', 'attributes', install, 'Textures.lib!#+0'])).out)).toMatchObject({
      name: 'OTHER.0',
      type_id: 5,
      attr1: 31,
      attr2: 9,
    })
    expect((await areal(['entry', 'replace', install, 'Textures.lib!#0', '-'], Buffer.from('bytes'))).code).toBe(0)
    expect((await areal(['entry', 'remove', install, 'Textures.lib!#1'])).code).toBe(0)
    expect((await areal(['entry', 'extract', install, 'Textures.lib!#+0'])).out).toBe('hello')
    expect((await areal(['pack', install])).code).toBe(0)
    for (let i = 0; i < 5; i++) expect((await areal(['undo', install])).code).toBe(0)
    expect((await areal(['pack', install])).out).toContain('Textures.lib: equal to the original again')
    expect((await areal(['changes', install])).out).toBe('Nothing is changed.\n')
  })
})

describe('areal: help', () => {
  it('is in the language that is asked for, headings and values of options too', async () => {
    const verbs = [[], ['find'], ['extract'], ['entry'], ['mods'], ['patch', 'merge']]
    for (const words of verbs) {
      const { code, out } = await areal([...words, '--help', '--lang', 'ru'])
      expect(
        [code, out.split('\n').filter(line => /^[A-Z][\w ]+:|\((?:choices|default)/.test(line))],
        words.join(' '),
      ).toEqual([0, []])
      expect(out).toMatch(/^Вызов: areal/)
      expect((await areal([...words, '--help', '--lang', 'en'])).out).toMatch(/^Usage: areal[^а-я]+$/)
    }
  })
})

describe('areal: refusals', () => {
  it.each<[string[], string]>([
    [['check', '/nowhere/at/all'], 'open.missing'],
    [['nosuch'], 'usage.unknownCommand'],
    [['get', 'x'], 'usage.missingArgument'],
    [['list', 'x', '--wrong'], 'usage.unknownOption'],
    [['extract', 'x', 'y'], 'usage.missingMandatoryOptionValue'],
    [['list', 'x', '--lang', 'de'], 'usage.invalidArgument'],
    [['list', 'x', 'y', 'z'], 'usage.excessArguments'],
    [['describe', 'no.format'], 'format.unknown'],
    [['entry'], 'usage.help'],
  ])('%j ends with 2 and one line: %s', async (words, code) => {
    for (const language of ['en', 'ru']) {
      const { code: exit, out, err } = await areal(words.includes('--lang') ? words : [...words, '--lang', language])
      expect(exit).toBe(2)
      expect(out).toBe('')
      expect(err).toMatch(new RegExp(`^error ${code.replace('.', '\\.')}: \\S[^\\n]*$`))
      expect(err).not.toMatch(/refusal\.|cli\.usage/)
      expect(/[а-я]/.test(err), err).toBe(language === 'ru' && !words.includes('--lang'))
      expect((await areal(['explain', code])).code).toBe(0)
    }
  })

  it('does not change anything where one of several values is wrong', async () => {
    const words: [string, string][] = [
      ['areals/0/class_id=-1', 'layout.'],
      ['areals/0/class_id="x"', 'layout.'],
      ['areals/0/class_id=', 'layout.'],
      ['areals/999/class_id=1', 'node.missing'],
      ['areals/0/vertex_count=9', 'layout.'],
      ['nothing', 'usage.no-equals'],
      ['areals/0/__proto__=1', 'node.missing'],
    ]
    for (const [word, code] of words) {
      const done = await areal(['set', install, AREALS, 'areals/1/class_id=55', word])
      expect(done.code, word).toBe(2)
      expect(done.err, word).toContain(`error ${code}`)
    }
    expect((await areal(['changes', install])).out).toBe('Nothing is changed.\n')
  })

  it('says that the disk is full, also where that comes out while printing', () => {
    const full = Object.assign(new Error('write'), { code: 'ENOSPC' })
    expect(outputFailure(full, [], {})).toMatch(/^error file\.disk-full: There is no room/)
    expect(outputFailure(full, ['--lang', 'ru'], {})).toMatch(/^error file\.disk-full: .*[а-я]/)
  })

  it('of several processes at once all come through', async () => {
    const rows = [0, 1, 2, 3, 4]
    const done = await Promise.all(rows.map(row => areal(['set', install, AREALS, `areals/${row}/class_id=9${row}`])))
    expect(done.map(({ code, err }) => [code, err])).toEqual(rows.map(() => [0, '']))
    expect(
      await Promise.all(rows.map(async row => (await areal(['get', install, AREALS, `areals/${row}/class_id`])).out)),
    ).toEqual(rows.map(row => `9${row}\n`))
  })

  it('says where JSON on stdin is wrong', async () => {
    const cases: [string, string][] = [
      ['{', 'json.malformed'],
      ['[]', 'json.no-value'],
      ['{"format":"parkan.areal-map","value":{"areals":[1]}}', 'layout.'],
      ['{"format":null,"value":"plain"}', 'json.no-hex'],
      ['{"format":"none","value":1}', 'format.unknown'],
    ]
    for (const [text, code] of cases) {
      const done = await areal(['from-json'], Buffer.from(text))
      expect(done, text).toMatchObject({ code: 2, out: '' })
      expect(done.err).toContain(`error ${code}`)
    }
    expect((await areal(['from-json'], Buffer.from([0xff, 0xfe]))).err).toContain('json.not-utf8')
  })
})

describe('areal PATH', () => {
  it('opens the window', async () => {
    expect(await areal([install])).toMatchObject({ code: 0, out: `window ${install}` })
    expect(await areal(['./somewhere'])).toMatchObject({ code: 0, out: 'window ./somewhere' })
    expect((await areal([install, '--help'])).out).toMatch(/^Usage: areal/)
    expect((await areal([])).out).toContain('areal')
  })
})

it.skipIf(process.platform === 'win32')(
  'prints the characters of a name that a terminal would obey as signs, and hands them to a script as they are',
  async () => {
    const name = 'DATA/\x1b]0;owned\x07\nerror x.y= forged\u202e.lst'
    writeFileSync(join(install, name), 'x')
    const { out, err } = await areal(['list', install])
    expect(out.split('\n').filter(line => line.includes('owned'))).toEqual([
      expect.stringContaining(String.raw`DATA/\u{1b}]0;owned\u{7}\u{a}error x.y= forged\u{202e}.lst`),
    ])
    expect([...`${out}${err}`].filter(one => ['\x1b', '\x07', '\u202e'].includes(one))).toEqual([])
    expect(JSON.stringify(await json(['list', install]))).toContain(JSON.stringify(name).slice(1, -1))
    const refused = await areal(['get', install, 'DATA/\x1b[31mnone'])
    expect(refused).toMatchObject({ code: 2, err: expect.stringContaining(String.raw`\u{1b}[31mnone`) as string })
  },
)
