import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { allFamilies } from '@areal-studio/core'
import { CATALOGUES } from '@areal-studio/core/messages'
import { sources } from './arrows'

const ROOT = join(import.meta.dirname, '..')
await allFamilies()

/** Words of the first family: the general window must not know its records, its fields or its index. */
const OF_A_FAMILY =
  /areal|class_id|logic_flag|material_low|material_high|lookup|area_ref|edge_ref|parkan|\bnres|\brsli|texm|land\.ma[pt]|land\.msh/i

/** Allowed words, each with its reason. */
const ALLOWED: readonly (readonly [words: RegExp, reason: string])[] = [
  [/@areal-studio\/[\w-]+/, 'packages of the product'],
  [/Areal Studio|areal-studio/, 'the name of the product, also in names of files, settings and formats that it writes'],
  [/areal(?:Probe|Bridge|Dirty)\b/, 'globals and keys that carry the name of the product'],
  [/'areal:port'/, 'the message with which the preload hands over a connection'],
  [/areal:\/\//, 'addresses of texts inside the editor'],
  [/'areal'/, 'name of the theme of the editor and of the dock'],
  [/'areal\.recovery'/, 'a key of the session storage, frozen'],
  [/\(\?:exe\|areal\)|'areal'}\.\$/, 'the ending of project files'],
  [/\|\| 'areal'/, 'the name of a project file that has no better one'],
  [/application\/x-areal-records/, 'the type of copied records on the clipboard, frozen'],
  [/'areals'(?=, 'hex')|^ {2}areals: \[/m, 'the id of a ready layout, kept in settings and in the id of its command'],
]

/** The same for core and both hosts, whose product is called `areal`; comments may have examples of a real game. */
const OF_A_GAME =
  /areals|areal[-_]?map|class_id|logic_flag|material_low|material_high|area_ref|edge_ref|parkan|\bnres|\brsli|texm|land\.ma[pt]|land\.msh/i
const COMMENTS = /\/\*[\s\S]*?\*\/|(?<!:)\/\/.*/g
/** The list of families itself. */
const REGISTRY = 'core/index.ts'

const window_ = sources(ROOT).filter(file => file.startsWith('renderer/') && !/\.(?:test|fixture)\.ts$/.test(file))

describe('words of a family', () => {
  it('stand in its own folder and in catalogues, not in the code of the window', () => {
    expect(window_.length).toBeGreaterThan(300)
    const found = window_.flatMap(file => {
      const bare = ALLOWED.reduce(
        (text, [words]) => text.replace(new RegExp(words, `g${words.flags}`), ''),
        readFileSync(join(ROOT, file), 'utf8'),
      )
      return [file, ...bare.split('\n')].filter(line => OF_A_FAMILY.test(line)).map(line => `${file}: ${line.trim()}`)
    })
    expect(found).toEqual([])
  })

  it('stand in its own folder, not in the code of core, the hosts and the command line', () => {
    const files = sources(ROOT).filter(
      file =>
        /^(?:core|electron)\//.test(file) &&
        !file.startsWith('core/families/') &&
        !/\.(?:test|fixture)\.ts$/.test(file),
    )
    expect(files.length).toBeGreaterThan(300)
    const found = files.flatMap(file => {
      const bare = readFileSync(join(ROOT, file), 'utf8').replaceAll(COMMENTS, '')
      return bare
        .split('\n')
        .filter(line => OF_A_GAME.test(line))
        .map(line => `${file}: ${line.trim()}`)
    })
    expect(found.filter(line => !line.startsWith(`${REGISTRY}:`))).toEqual([])
    expect(found.some(line => line.startsWith(`${REGISTRY}:`))).toBe(true)
  })

  it('are in the texts of their families, not in those that every game shows', () => {
    const folder = join(ROOT, 'core/messages')
    const texts = readdirSync(folder)
      .filter(file => /^(?!cli).*\.json$/.test(file))
      .flatMap(file => readFileSync(join(folder, file), 'utf8').split('\n'))
      .map(line => line.replace(/^ *"[^"]*": /, ''))
    expect(texts.length).toBeGreaterThan(1000)
    expect(texts.filter(text => /areals|ареал|class_id|logic_flag|areal\.|\bNRes\b|Land\.ma[pt]/i.test(text))).toEqual(
      [],
    )
  })

  it('are in the help of their families, not in that of every game', () => {
    const texts = ['en', 'ru'].flatMap(language =>
      readFileSync(join(ROOT, `core/help/texts.${language}.json`), 'utf8').split('\n'),
    )
    expect(texts.length).toBeGreaterThan(200)
    const ofGame =
      /\bareals\b|ареал|class_id|logic_flag|attr[1-3]|type_id|\bNRes\b|Land\.m|iron_3d|BuildDat|SUND|parkan\.|Паркан|Parkan:/
    expect(texts.filter(text => ofGame.test(text))).toEqual([])
  })

  it('are excused only where the excuse is needed', () => {
    const all = window_.map(file => readFileSync(join(ROOT, file), 'utf8')).join('\n')
    expect(ALLOWED.filter(([words]) => !words.test(all)).map(([, reason]) => reason)).toEqual([])
  })
})

describe('nouns of records', () => {
  const nouns = sources(ROOT)
    .filter(file => file.startsWith('core/families/'))
    .flatMap(file =>
      Array.from(readFileSync(join(ROOT, file), 'utf8').matchAll(/noun: '([\w-]+)'/g), match => match[1]),
    )
  const keys = Object.keys(CATALOGUES.en)

  it('are declared by items of a scene', () => {
    expect([...new Set(nouns)].sort()).toEqual(
      'area-object areal base batch cell edge face island key lode megatile node object part path place slot tile triangle trigger water'.split(
        ' ',
      ),
    )
  })

  it('have a sentence of their own only where there is a general one', () => {
    const own = keys.filter(key => /^(?:ui|notice)\..*\.areal$|^ui\.viewport\.records\./.test(key))
    expect(own.length).toBeGreaterThan(20)
    expect(own.filter(key => !keys.includes(key.replace(/\.[\w-]+$/, '')))).toEqual([])
  })

  it('are named by every sentence of their own', () => {
    const silent = keys.filter(
      key => key.startsWith('ui.') && key.endsWith('.areal') && !/areal/i.test(CATALOGUES.en[key] ?? ''),
    )
    expect(silent).toEqual([])
  })
})
