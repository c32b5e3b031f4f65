import { describe, expect, it } from 'vitest'
import type { Opened } from '../../format'
import { brokenLaws, document, formRows, unknownBytes } from '../../layout'
import { declaredFormats, entriesOf, unexplained } from './entries.fixture'
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
  'parkan.texture': [],
  'parkan.font': [],
  'parkan.palette': [],
  'parkan.save': ['world'],
  ...Object.fromEntries(KEYED_TEXTS.map(({ id }) => [id, []])),
  ...Object.fromEntries(RESEARCH_FORMATS.map(({ id }) => [id, []])),
}

/** The same of formats whose laws and rules have tests of their own. */
const ELSEWHERE: Readonly<Record<string, readonly string[]>> = {
  'parkan.areal-map': [],
  'parkan.land-mesh.1': ['hdr0', 'hdr1', 'hdr2', 'hdr3'],
  'parkan.land-mesh.2': ['tail'],
  'parkan.land-mesh.3': [],
  'parkan.land-mesh.4': [],
  'parkan.land-mesh.5': [],
  'parkan.land-mesh.11': [],
  'parkan.land-mesh.14': [],
  'parkan.land-mesh.18': [],
  'parkan.land-mesh.21': ['aux', 'unk_27'],
  'parkan.wear': [],
  'parkan.build-dat': [],
  'parkan.model.1': ['opaque_0'],
  'parkan.model.2': ['unk_56'],
  'parkan.model.3': [],
  'parkan.model.4': [],
  'parkan.model.5': [],
  'parkan.model.6': [],
  'parkan.model.7': [],
  'parkan.model.8': [],
  'parkan.model.9': [],
  'parkan.model.10': [],
  'parkan.model.13': [],
  'parkan.model.15': ['extra_15'],
  'parkan.model.17': ['unk_16', 'unk_32', 'unk_8'],
  'parkan.model.18': [],
  'parkan.model.19': [],
  'parkan.model.20': [],
  'parkan.control-points': [],
  'parkan.damage': [],
  'parkan.base': [],
}

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
