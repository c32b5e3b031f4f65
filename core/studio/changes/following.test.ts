import { expect, it } from 'vitest'
import { apply, assignedEdit } from '../../edit'
import { document, insertRecords, locate, removeRecords, type Assignment } from '../../layout'
import { Paired, pairedFile } from '../../layout/paired.fixture'
import { namedChanges } from './fields'

const FILE = {
  version: 1,
  slot_count: 2,
  slots: [
    { kind: 1, point_count: 0 },
    { kind: 1, point_count: 1 },
  ],
  blobs: [{ points: [] }, { points: [{ x: 7, slot: 0 }] }],
  runs: [{ length: 4, tags: [] }],
  refs: [0],
  places: [0, 0],
}

const changed = (before: Uint8Array, after: Uint8Array): readonly string[] =>
  namedChanges({ bytes: before, layout: Paired, key: 'a' }, { bytes: after, layout: Paired, key: 'a' }).fields.map(
    ({ path }) => path,
  )

it('changes name no word that follows on both sides, and one that is odd', () => {
  const bytes = pairedFile(FILE)
  const opened = document(Paired, bytes)
  const made = insertRecords(opened, 'blobs/0/points', 0, [{ x: 1, slot: 0 }])
  const edit = assignedEdit({ entry: 'a', revision: 0, bytes, attributes: {} }, opened, made)
  const after = apply(bytes, edit.splices)
  expect(locate(document(Paired, after), 'slots/1/word')?.value).not.toBe(locate(opened, 'slots/1/word')?.value)
  expect(changed(bytes, after)).toEqual(['blobs/0/points'])
  const typed = bytes.slice()
  typed[locate(opened, 'last_slot')?.offset ?? 0] = 9
  expect(changed(bytes, typed)).toEqual(['last_slot'])
})

it('a change of an array is one line, whatever is counted, sized and placed with its records', () => {
  const bytes = pairedFile({
    ...FILE,
    refs: [1, 0],
    runs: [
      { length: 4, tags: [1] },
      { length: 2, tags: [2, 3] },
    ],
  })
  const opened = document(Paired, bytes)
  const insertion = (made: Assignment): Uint8Array =>
    apply(bytes, assignedEdit({ entry: 'a', revision: 0, bytes, attributes: {} }, opened, made).splices)
  expect(changed(bytes, insertion(insertRecords(opened, 'runs', 0, [{ length: 9, tags: [5] }])))).toEqual(['runs'])
  expect(changed(bytes, insertion(removeRecords(opened, 'blobs/1/points', 0, 1)))).toEqual(['blobs/1/points'])
})
