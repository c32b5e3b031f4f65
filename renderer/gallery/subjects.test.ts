import { describe, expect, it } from 'vitest'
import type { SubjectItem } from '@areal-studio/core/studio'
import { filterSubjects, kindsOf, sharedTitles, subjectNote } from './subjects'

const subject = (kind: string, title: string, entry: string, ...notes: readonly string[]): SubjectItem => ({
  family: 'evil-islands',
  kind,
  title,
  entries: [entry],
  folder: 'Res',
  notes,
  size: 1,
  edits: 0,
  unpacked: 0,
  canStart: false,
})
const ITEMS = subject('database', 'items', 'Res/database.res!#1')
const ITEMS_OF_LMP = subject('database', 'items', 'Res/databaselmp.res!#1', 'shared')
const PERKS = subject('database', 'perks', 'Res/database.res!#2')
const SUBJECTS = [ITEMS, ITEMS_OF_LMP, PERKS, subject('map', 'meadow', 'Maps/meadow.mpr')]

describe('subjects of an install', () => {
  it('are told apart by their file only where they share a title', () => {
    const shared = sharedTitles(SUBJECTS)
    expect([...shared]).toEqual(['items'])
    expect(SUBJECTS.map(one => subjectNote(one, shared))).toEqual([
      'Res/database.res',
      'shared, Res/databaselmp.res',
      '',
      '',
    ])
  })

  it('have kinds, maps first, and are found by title, folder or notes', () => {
    expect(kindsOf(SUBJECTS)).toEqual(['map', 'database'])
    expect(filterSubjects(SUBJECTS, 'ITEMS shared')).toEqual([ITEMS_OF_LMP])
    expect(filterSubjects(SUBJECTS, 'res perks')).toEqual([PERKS])
  })
})
