import { expect, it } from 'vitest'
import type { SubjectItem } from '@areal-studio/core/studio'
import { subjectNote } from './subjects'

const subject = (entry: string, isTitleShared: boolean, ...notes: readonly string[]): SubjectItem => ({
  ...{
    family: 'evil-islands',
    kind: 'database',
    title: 'items',
    entries: [entry],
    folder: 'Res',
    notes,
    isTitleShared,
    isPictured: false,
  },
  ...{ size: 1, edits: 0, unpacked: 0, canStart: false },
})

it('names notes, and the file only where others have the same title', () => {
  expect(subjectNote(subject('Res/database.res!#1', true))).toBe('Res/database.res')
  expect(subjectNote(subject('Res/databaselmp.res!#1', true, 'shared'))).toBe('shared, Res/databaselmp.res')
  expect(subjectNote(subject('Res/database.res!#2', false))).toBe('')
})
