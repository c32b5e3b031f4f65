import { expect, it } from 'vitest'
import { CATALOGUES, createText } from '@areal-studio/core/messages'
import type { EntryReferences, ReferenceLink } from '@areal-studio/core/studio'
import { linkRows, recordPathOf } from './rows'

const text = createText('en', CATALOGUES)
const link = (from: string, to: string | null, path = 'name'): ReferenceLink => ({
  from,
  fromName: from,
  path,
  value: to ?? 'x',
  relation: 'wear',
  to,
  file: `${to ?? 'x'}.lib`,
})
const of = (entry: string, uses: readonly ReferenceLink[], usedBy: readonly ReferenceLink[] = []): EntryReferences => ({
  entry,
  name: entry,
  uses,
  usedBy,
})

const entry = of('a', [link('a', 'b', ''), link('a', null)], [link('z', 'a')])
const shown = { entry }
const known = new Map([['b', of('b', [link('b', 'a'), link('b', 'c')])]])
const said = (open: readonly string[]) =>
  linkRows(shown, known, new Set(open), text).map(
    row => `${'.'.repeat(row.depth)}${row.label} ${row.field}${row.hasChildren ? ' +' : ''}`,
  )

it('headings are closed or show their references; one below that leads back is an end', () => {
  expect(said([])).toEqual(['Used by  +', 'Uses  +'])
  expect(said(['uses'])).toEqual(['Used by  +', 'Uses  +', '.b.lib table of materials +', '.x.lib name'])
  expect(said(['uses', 'uses/0'])).toEqual([
    'Used by  +',
    'Uses  +',
    '.b.lib table of materials +',
    '..a.lib name',
    '..c.lib name +',
    '.x.lib name',
  ])
  expect(linkRows(shown, known, new Set(['uses']), text).at(-1)).toMatchObject({ other: null, file: 'x.lib' })
  expect(linkRows(null, known, new Set(), text)).toEqual([])
})

it('a selected record has headings of its own where numbers name it or it names others', () => {
  const usedBy = [{ ...link('z', 'a', 'faces/1/material_low'), toPath: 'lines/4' }]
  const record = { path: 'lines/4', references: { ...of('a', [], usedBy), more: 20 } }
  const rows = linkRows({ entry, record }, known, new Set(['record-usedBy']), text)
  expect(rows.map(({ key, label, count }) => [key, label, count])).toEqual([
    ['record-usedBy', 'lines/4 · Used by', 21],
    ['record-usedBy/0', 'z', undefined],
    ['usedBy', 'Used by', 1],
    ['uses', 'Uses', 2],
  ])
  expect(['lines/4/name', 'areals/637', 'header', 'a/b/0/c/1', null].map(recordPathOf)).toEqual([
    'lines/4',
    'areals/637',
    undefined,
    'a/b/0',
    undefined,
  ])
})
