import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { addHelp, HELP_TEXTS, TOPICS, helpPage, helpPages, isHelpOf, patternOf } from '@areal-studio/core/help'
import { allFamilies } from '@areal-studio/core'
import { CATALOGUES } from '@areal-studio/core/messages'
import { describe, expect, it } from 'vitest'
import { sources } from './arrows'

const ROOT = join(import.meta.dirname, '..')
const FAMILIES = await allFamilies()
for (const family of FAMILIES) addHelp(await family.help(), family.id)
const LANGUAGES = ['en', 'ru'] as const
const source = sources(ROOT)
  .map(file => readFileSync(join(ROOT, file), 'utf8'))
  .join('\n')
const explained = Object.values(TOPICS).flat()
/** Every code that a person can meet: those of the catalogue, and those that the sources throw. */
const codes = new Set([
  ...Object.keys(CATALOGUES.en).flatMap(key => /^(?:refusal|problem|cli(?=\.usage))\.(.+)$/.exec(key)?.[1] ?? []),
  ...Array.from(source.matchAll(/new StudioError\(\s*'([\w.-]+)'/g), match => match[1] ?? ''),
])
/** A file, a field, a verb, a key or a command by name: something a person can go to. */
const NAMED =
  /[\w-]+\.(?:json|map|msh|lst|log|wea|exe)\b|\b[a-z]+\d*_[a-z0-9_]+\b|`[^`]+`|\battr\d|\b[a-z]+_?\d+\b|#\d|\b[a-z]+\.[a-z]+-[a-z]+|["«][A-Z][^"»]+["»]|Ctrl\+|[\w]+\/[\w]+/

describe('help', () => {
  it('explains every code, and no code that is not', () => {
    expect(
      [...codes].filter(code => !explained.includes(code)),
      'without help',
    ).toEqual([])
    expect(
      explained.filter(code => !codes.has(code)),
      'no such code',
    ).toEqual([])
    expect(
      explained.filter((code, i) => explained.indexOf(code) !== i),
      'explained twice',
    ).toEqual([])
  })

  it('has the same texts in both languages, none for a topic that is gone', () => {
    expect(Object.keys(HELP_TEXTS.ru)).toEqual(Object.keys(HELP_TEXTS.en))
    const topics = Object.keys(HELP_TEXTS.en).flatMap(key => /^topic\.(.+)\.title$/.exec(key)?.[1] ?? [])
    expect(topics.sort()).toEqual(Object.keys(TOPICS).sort())
  })

  it('tells of every pane but the help itself', () => {
    const listed =
      /const PANES = \[([^\]]+)\]/.exec(readFileSync(join(ROOT, 'renderer/state/panes.store.ts'), 'utf8'))?.[1] ?? ''
    const panes = Array.from(listed.matchAll(/'(\w+)'/g), match => match[1] ?? '').filter(pane => pane !== 'help')
    expect(
      Object.keys(HELP_TEXTS.en)
        .flatMap(key => /^pane\.(\w+)\.how$/.exec(key)?.[1] ?? [])
        .sort(),
    ).toEqual(panes.sort())
  })

  it.each(LANGUAGES)('says on at most a page what, why and what to do, by name (%s)', language => {
    for (const page of helpPages(language)) {
      const whole = `${page.title}\n${page.what}\n${page.why}\n${page.do}`
      for (const part of [page.title, page.what, page.why, page.do]) expect(part.length, page.topic).toBeGreaterThan(5)
      expect(whole.length, page.topic).toBeLessThan(1500)
      expect(whole, page.topic).toMatch(NAMED)
      expect(/[а-я]{3}/.test(page.title + page.what), page.topic).toBe(language === 'ru')
    }
  })

  it.each(FAMILIES.map(({ id }) => id))('lists for %s the general codes and its own only', async id => {
    const own = new Set(helpPages('en', [id]).flatMap(page => page.codes))
    const general = new Set(helpPages('en', []).flatMap(page => page.codes))
    for (const family of FAMILIES)
      for (const code of Object.values((await family.help()).topics).flat())
        expect([code, own.has(code), general.has(code)]).toEqual([code, family.id === id, false])
    for (const code of general) expect(own).toContain(code)
    expect([isHelpOf('term.areal.name', [id]), isHelpOf('term.areal.name')]).toEqual([id === 'parkan', true])
    expect(helpPages('en').flatMap(page => page.codes)).toHaveLength(explained.length)
  })

  it.each(LANGUAGES)('finds the page and the sentence of a code (%s)', language => {
    expect(helpPage(language, 'areal.link-half')?.topic).toBe('areal-links')
    expect(helpPage(language, 'nothing.such')).toBeUndefined()
    expect(patternOf('areal.link-half', CATALOGUES[language])).toContain('‹areal›')
    for (const code of codes) expect(patternOf(code, CATALOGUES[language]), code).toBeTruthy()
  })
})
