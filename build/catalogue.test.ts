import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { CATALOGUES } from '@areal-studio/core/messages'
import { sources } from './arrows'

const ROOT = join(import.meta.dirname, '..')
const MESSAGES = join(ROOT, 'core/messages')
const keys = Object.keys(CATALOGUES.en)

/** Families whose keys are built at run time from a code: the rest of the key must occur in the source. */
const MADE = /^(?:problem|refusal|label|notice|job|command|reason|mission)\./

/** Words that are the same in both languages on purpose: format terms, units, names of keys and programs. */
const SAME = /^[\s\d{}|.,:;!?/\\()[\]<>×·…—–%+*=#&'"`@_-]*$|^[A-Za-z0-9_{} .:/×·%()+,#-]{1,40}$/

function params(sentence: string): string[] {
  return [...new Set(Array.from(sentence.matchAll(/\{(\w+)\}/g), match => match[1] ?? ''))].sort()
}

describe('message catalogue', () => {
  it('has the same keys in both languages, in each area, and no key twice', () => {
    const files = readdirSync(MESSAGES).filter(name => name.endsWith('.json'))
    const seen = new Map<string, string>()
    for (const file of files.filter(name => name.endsWith('.en.json'))) {
      const en = JSON.parse(readFileSync(join(MESSAGES, file), 'utf8')) as Record<string, string>
      const ru = JSON.parse(readFileSync(join(MESSAGES, file.replace('.en.', '.ru.')), 'utf8')) as Record<
        string,
        string
      >
      expect(Object.keys(ru).sort(), file).toEqual(Object.keys(en).sort())
      for (const key of Object.keys(en)) {
        expect(seen.get(key), `${key} stands in ${file} too`).toBeUndefined()
        seen.set(key, file)
      }
    }
    expect(keys.length).toBeGreaterThan(100)
  })

  it('names the same params in both languages', () => {
    const different = keys.filter(
      key => params(CATALOGUES.en[key] ?? '').join() !== params(CATALOGUES.ru[key] ?? '').join(),
    )
    expect(different).toEqual([])
  })

  it('gives two forms in English and three in Russian, or one; a bar that is none between forms is quoted', () => {
    const forms = (sentence: string): number => sentence.replaceAll("{'|'}", '').split('|').length
    const strange = keys.filter(
      key => forms(CATALOGUES.en[key] ?? '') > 2 || ![1, 3].includes(forms(CATALOGUES.ru[key] ?? '')),
    )
    expect(strange).toEqual([])
  })

  it('is Russian where it says so', () => {
    const same = keys.filter(
      key => !/example/.test(key) && CATALOGUES.en[key] === CATALOGUES.ru[key] && !SAME.test(CATALOGUES.en[key] ?? ''),
    )
    expect(same).toEqual([])
  })

  it('has no key that nothing uses, and every key that is used', () => {
    const source = sources(ROOT)
      .map(file => readFileSync(join(ROOT, file), 'utf8'))
      .join('\n')
    const words = new Set(source.match(/[\w@.-]+/g))
    const prefixes = Array.from(
      source.matchAll(/[`'"](ui\.[\w.-]+\.|cli\.[\w.-]*\.?|field\.)(?:\$\{|['"] ?\+)/g),
      match => match[1] ?? '',
    )
    const made = Array.from(source.matchAll(/[`'"]([a-z]+\.[\w-]*-)\$\{/g), match => match[1] ?? '')
    // A sentence about records of a noun is used where the general one is.
    const nouns = new Set(Array.from(source.matchAll(/noun: '([\w-]+)'/g), match => match[1]))
    const isUsed = (given: string): boolean => {
      const general = given.replace(/\.[\w-]+$/, '')
      const key = nouns.has(given.slice(general.length + 1)) && keys.includes(general) ? general : given
      if (words.has(key) || prefixes.some(prefix => prefix !== 'field.' && key.startsWith(prefix))) return true
      const code = key.replace(MADE, '').replace(/\.(?:help|title|short)$/, '')
      if (MADE.test(key)) return words.has(code) || made.some(prefix => code.startsWith(prefix))
      if (key.startsWith('field.'))
        return key
          .replace(/\.help$/, '')
          .split('.')
          .slice(1)
          .every(part => words.has(part))
      return false
    }
    expect(keys.filter(key => !isUsed(key))).toEqual([])
    const used = Array.from(
      source.matchAll(
        /(?:(?:say|t)\(|(?:sayOf|keyOf)\([^()]*(?:\(\))?[^()]*,)\s*[`'"]((?:ui|cli|problem|refusal|label|notice|job|command)\.[\w.-]*\w)[`'"]/g,
      ),
      match => match[1] ?? '',
    )
    expect([...new Set(used)].filter(key => CATALOGUES.en[key] === undefined)).toEqual([])
  })

  it('has a sentence for every refusal, problem and label that the source makes', () => {
    const source = sources(ROOT)
      .map(file => readFileSync(join(ROOT, file), 'utf8'))
      .join('\n')
    const refusals = Array.from(
      source.matchAll(/new StudioError\(\s*'([\w.-]+)'/g),
      match => `refusal.${match[1] ?? ''}`,
    )
    expect([...new Set(refusals)].filter(key => CATALOGUES.en[key] === undefined)).toEqual([])
  })
})
