import { describe, expect, it } from 'vitest'
import type { Opened } from '../../format'
import { brokenLaws, document, formRows, unknownBytes } from '../../layout'
import { entriesOf, unexplained } from './entries.fixture'
import { formatOf } from './opened.fixture'
import { describeReference } from './reference.fixture'
import { RESEARCH_FORMATS } from './research/research-format'
import { KEYED_TEXTS } from './texts/keyed-texts'

/** Of each format the fields that its notes leave unknown: everything else is explained. */
const UNKNOWN: Readonly<Record<string, readonly string[]>> = {
  'parkan.material': ['opaque'],
  'parkan.unit': ['unk_2'],
  'parkan.effect': ['opaque_136', 'opaque_40', 'unk_8'],
  'parkan.mission': ['raw', 'tail'],
  'parkan.prototype': [],
  'parkan.explosion': ['unk_12', 'unk_16'],
  'parkan.control': [
    'opaque_88',
    'unk_108',
    'unk_11',
    'unk_12',
    'unk_120',
    'unk_148',
    'unk_32',
    'unk_92',
    'unk_96',
    'unread',
  ],
  'parkan.sky': ['opaque_20', 'unk_4', 'unk_8', 'unk_end'],
  'parkan.script': [],
  'parkan.profile': ['unk_8'],
  'parkan.sound': [],
  'parkan.texture': ['unk6'],
  'parkan.font': ['unk6'],
  'parkan.palette': [],
  'parkan.save': ['world'],
  ...Object.fromEntries(KEYED_TEXTS.map(({ id }) => [id, []])),
  ...Object.fromEntries(RESEARCH_FORMATS.map(({ id }) => [id, []])),
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0)

function unknownIn(entry: Opened): number {
  const layout = formatOf(entry)?.layout?.(entry)
  return layout ? unknownBytes(document(layout, entry.bytes)) : entry.bytes.length
}

describeReference('entries of the reference files', () => {
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
      const found = entries.flatMap(([, entry]) => {
        const layout = formatOf(entry)?.layout?.(entry)
        return layout ? unexplained(document(layout, entry.bytes)) : ['no layout']
      })
      expect([...new Set(found)].sort()).toEqual(unknown)
      const size = sum(entries.map(([, entry]) => entry.bytes.length))
      process.stdout.write(
        `${format}: ${sum(entries.map(([, entry]) => unknownIn(entry)))} of ${size} bytes unexplained\n`,
      )
    })
  })
})
