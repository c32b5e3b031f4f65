import { expect, it } from 'vitest'
import { partsOf, type AnyLayout } from '../../../layout'
import { formatOf, shelf } from '../opened.fixture'
import { sampleInstall } from '../sample/sample'
import { MESSAGES } from './messages'

const all = shelf(Object.fromEntries(sampleInstall().map(({ path, bytes }) => [path, bytes])))
const entries = sampleInstall().flatMap(({ path }) => all.all(all.open(path)))

/** Keys of the titles of all fields of known meaning that the formats of the sample declare. */
function declaredKeys(): ReadonlySet<string> {
  const keys = new Set<string>()
  const seen = new Set<AnyLayout>()
  const visit = (layout: AnyLayout): void => {
    const { role, doc } = layout.meta
    if (role !== 'unknown' && role !== 'reserved' && doc !== undefined) keys.add(doc)
    if (seen.has(layout)) return
    seen.add(layout)
    for (const part of partsOf(layout)) visit(part.layout)
  }
  for (const entry of entries) {
    const layout = formatOf(entry)?.layout?.(entry)
    if (layout) visit(layout)
  }
  return keys
}

it('every declared field of known meaning has a title in both languages', () => {
  const keys = [...declaredKeys()].filter(key => !/\.unk_\d+$/.test(key))
  expect(keys.length).toBeGreaterThan(400)
  for (const texts of [MESSAGES.en, MESSAGES.ru]) expect(keys.filter(key => !Object.hasOwn(texts, key))).toEqual([])
})

it('every field has a help that says more than its role, in both languages; what is not known is said to be so', () => {
  const keys = [...declaredKeys()].filter(key => !/\.unk_\d+$/.test(key))
  for (const texts of [MESSAGES.en, MESSAGES.ru])
    expect(keys.filter(key => !Object.hasOwn(texts, `${key}.help`))).toEqual([])
})

it('every help of a field is that of a titled field, and says more than the title', () => {
  for (const texts of [MESSAGES.en, MESSAGES.ru]) {
    const all: Readonly<Record<string, string>> = texts
    const helped = Object.keys(all).filter(key => key.startsWith('field.') && key.endsWith('.help'))
    expect(helped.length).toBeGreaterThan(100)
    for (const key of helped) expect(all[key]).not.toBe(all[key.replace(/\.help$/, '')])
    expect(helped.filter(key => !Object.hasOwn(all, key.replace(/\.help$/, '')))).toEqual([])
  }
})
