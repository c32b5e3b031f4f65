import { describe, expect, it } from 'vitest'
import type { Opened } from '../../format'
import { brokenLaws, document, formRows, unknownBytes } from '../../layout'
import { declaredFormats, entriesOf, unexplained } from './entries.fixture'
import { formatOf } from './opened.fixture'
import { describeReference } from './reference.fixture'
import { ELSEWHERE, UNKNOWN } from './unknown-fields.fixture'

const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0)

function unknownIn(entry: Opened): number {
  const layout = formatOf(entry)?.layout?.(entry)
  return layout ? unknownBytes(document(layout, entry.bytes)) : entry.bytes.length
}

const found = (format: string): readonly string[] => {
  const names = entriesOf(format).flatMap(([, entry]) => {
    const layout = formatOf(entry)?.layout?.(entry)
    return layout ? unexplained(document(layout, entry.bytes)) : ['no layout']
  })
  return [...new Set(names)].sort()
}

describeReference('entries of the reference files', () => {
  it('have a list for every format', () => {
    const listed = new Set([...Object.keys(UNKNOWN), ...Object.keys(ELSEWHERE)])
    expect([...declaredFormats()].filter(id => !listed.has(id))).toEqual([])
  })

  it.each(Object.entries(ELSEWHERE))('of %s leave unexplained what the notes leave', (format, unknown) => {
    expect(found(format).filter(name => !unknown.includes(name))).toEqual([])
  })

  describe.each(Object.entries(UNKNOWN))('of %s', (format, unknown) => {
    const entries = entriesOf(format)

    it('are there', () => expect(entries.length).toBeGreaterThan(0))

    it.each(entries)('%s keeps the laws, has a form, and no problem', async (_, entry) => {
      const declared = formatOf(entry)
      const layout = declared?.layout?.(entry)
      if (!layout) throw new Error('no layout')
      const opened = document(layout, entry.bytes)
      expect([opened.isWhole, brokenLaws(layout, entry.bytes)]).toEqual([true, []])
      expect(formRows(opened.root)).not.toEqual([])
      const problems = (await declared?.check?.(entry)) ?? []
      expect(problems.map(({ code, path, params }) => [code, path, params])).toEqual([])
    })

    it('leave nothing unexplained that the notes explain', () => {
      expect(found(format)).toEqual(unknown)
      const size = sum(entries.map(([, entry]) => entry.bytes.length))
      process.stdout.write(
        `${format}: ${sum(entries.map(([, entry]) => unknownIn(entry)))} of ${size} bytes unexplained\n`,
      )
    })
  })
})
