import { expect, it } from 'vitest'
import { brokenLaws, document, formRows } from '../../layout'
import { allEntries, formatOf, shelf } from './opened.fixture'
import { describeReference, fixtureFiles } from './reference.fixture'

/** Larger entries keep the laws too; the walk over all their vertices is not repeated for each file of a kind. */
const LARGEST = 25_000

describeReference('entries of the reference files', () => {
  const entries = allEntries()
  const formats = [...new Set(entries.map(entry => formatOf(entry)?.id ?? ''))].filter(id => id !== '')

  it('have a format, but for sounds and the program', () => {
    const without = entries.filter(entry => !formatOf(entry)).map(({ name }) => name)
    expect(without.filter(name => !/\.(?:wav|exe|txt)$/.test(name))).toEqual([])
  })

  it.each(formats)('of %s are whole, keep the laws and have a form', format => {
    for (const entry of entries) {
      if (formatOf(entry)?.id !== format || formatOf(entry)?.archive) continue
      const layout = formatOf(entry)?.layout?.(entry)
      if (!layout) throw new Error('no layout')
      const opened = document(layout, entry.bytes)
      expect([entry.path, opened.isWhole, opened.findings]).toEqual([entry.path, true, []])
      if (entry.bytes.length <= LARGEST) expect([entry.path, ...brokenLaws(layout, entry.bytes)]).toEqual([entry.path])
      expect(formRows(opened.root).length > 0 || entry.bytes.length === 0).toBe(true)
    }
  })

  it('have no problems but the three that are meant', async () => {
    const all = shelf(fixtureFiles)
    const problems = await Promise.all(Object.keys(fixtureFiles).map(file => all.check(all.open(file))))
    expect(
      problems
        .flat()
        .filter(({ severity }) => severity !== 'info')
        .map(({ code }) => code)
        .sort(),
    ).toEqual(['adb.short', 'bon.empty', 'mpr.name'])
  })
})
