import { expect, it } from 'vitest'
import { apply, assignedEdit } from '../../edit'
import { assign, document, insertRecords, locate, removeRecords, type Bytes, type Document } from '../../layout'
import { EVIL_ISLANDS } from './evil-islands'
import { MOB } from './map/mob'
import { REG } from './reg/reg'
import { followTables, isRight, tablesOf } from './reg/reg-tables'
import { formatOf, shelf } from './opened.fixture'
import { sampleInstall } from './sample/sample'

const files = Object.fromEntries(sampleInstall().map(({ path, bytes }) => [path, bytes]))
const map = document(MOB, files['Maps/meadow.mob'] ?? new Uint8Array(0))
const pathOf = (opened: Document, tagged: string): string => locate(opened, tagged)?.path ?? ''
const GRAPH = 'AIGRAPH/data'
const bytesAt = (opened: Document, tagged: string): Bytes => {
  const node = locate(opened, tagged)
  return node ? opened.bytes.slice(node.offset, node.offset + node.size) : new Uint8Array(0)
}

it('a longer name three levels deep in a map changes itself and the sizes around it', () => {
  const name = pathOf(map, 'OBJECTDBFILE/OBJECTSECTION/UNIT/OBJNAME/data/body')
  const { splices } = assign(map, name, 'Guard of the gate')
  expect(splices.length).toBeLessThanOrEqual(5)
  const after = document(MOB, apply(map.bytes, splices))
  expect([after.isWhole, locate(after, name)?.value]).toEqual([true, 'Guard of the gate'])
  expect(after.bytes.length).toBe(map.bytes.length + 12)
  expect(bytesAt(after, GRAPH)).toEqual(bytesAt(map, GRAPH))
  expect(bytesAt(map, GRAPH).length).toBeGreaterThan(9000)
  const back = apply(after.bytes, assign(after, name, 'Guard').splices)
  expect(Buffer.compare(back, map.bytes)).toBe(0)
})

it('another letter in a script changes one byte, and its key stays', () => {
  const path = pathOf(map, 'OBJECTDBFILE/SS_TEXT/data/body/text')
  const script = String(locate(map, path)?.value)
  const { splices } = assign(map, path, script.replace('Seen', 'Sean'))
  expect(splices.map(({ removed, inserted }) => [removed.length, inserted.length])).toEqual([[1, 1]])
  const after = document(MOB, apply(map.bytes, splices))
  expect(locate(after, path)?.value).toBe(script.replace('Seen', 'Sean'))
})

it('an unknown node in the middle of an object is kept, and the rest can be edited', () => {
  const object = locate(map, 'OBJECTDBFILE/OBJECTSECTION/OBJECT')
  const name = locate(map, `${object?.path ?? ''}/OBJNAME`)
  const bytes = map.bytes.slice()
  new DataView(bytes.buffer).setUint32(name?.offset ?? 0, 0xb0ff, true)
  const odd = document(MOB, bytes)
  expect(odd.isWhole).toBe(true)
  const path = `${pathOf(odd, 'OBJECTDBFILE/OBJECTSECTION/OBJECT')}/OBJTEMPLATE/data/body`
  const after = document(MOB, apply(bytes, assign(odd, pathOf(odd, path), 'other').splices))
  expect(bytesAt(after, name?.path ?? '')).toEqual(bytesAt(odd, name?.path ?? ''))
})

it('the tables of a REG file follow a longer name; wrong ones stay as they are', () => {
  const bytes = files['config/ai.reg'] ?? new Uint8Array(0)
  const before = document(REG, bytes)
  expect(tablesOf(before).every(isRight)).toBe(true)
  const renamed = document(REG, apply(bytes, assign(before, 'sections/0/keys/0/name', 'see a long way').splices))
  expect(tablesOf(renamed).every(isRight)).toBe(false)
  const followed = document(REG, apply(renamed.bytes, followTables(before, renamed)))
  expect(tablesOf(followed).every(isRight)).toBe(true)
  const wrong = bytes.slice()
  wrong[8] = 99
  const damaged = document(REG, wrong)
  const edited = document(REG, apply(wrong, assign(damaged, 'sections/0/keys/1/value', 7).splices))
  expect(followTables(damaged, edited)).toEqual([])
  expect(EVIL_ISLANDS.formats.find(({ id }) => id === 'evil-islands.reg')?.follow).toBe(followTables)
})

it('keys and sections of a REG file are added and removed, with their slots; every name is found', () => {
  const image = { entry: 'x.reg', revision: 0, attributes: {}, bytes: files['config/ai.reg'] ?? new Uint8Array(0) }
  const opened = document(REG, image.bytes)
  const key = { type: 2, name: 'motto', value: 'Стоять' }
  const section = { name: 'towns', key_slots: [{ next: 0, offset: 0 }], keys: [key] }
  const values = (after: Document, path: string): unknown => locate(after, path)?.value
  for (const { assignment, path, expected } of [
    { assignment: insertRecords(opened, 'sections/0/keys', 1, [key]), path: 'sections/0/keys/1', expected: key },
    { assignment: insertRecords(opened, 'sections', 0, [section]), path: 'sections/0/keys/0', expected: key },
    { assignment: removeRecords(opened, 'sections/0/keys', 0, 1), path: 'sections/0/key_count', expected: 1 },
    { assignment: removeRecords(opened, 'sections', 0, 1), path: 'section_count', expected: 0 },
    { assignment: assign(opened, 'sections/0/keys', [key, key, key]), path: 'sections/0/key_count', expected: 3 },
  ]) {
    const after = document(REG, apply(image.bytes, assignedEdit(image, opened, assignment, followTables).splices))
    expect([after.isWhole, tablesOf(after).every(isRight)]).toEqual([true, true])
    expect(values(after, path)).toEqual(expected)
    const back = assignedEdit({ ...image, bytes: after.bytes }, after, assign(after, '', opened.root.value as never))
    expect(Buffer.compare(apply(after.bytes, back.splices), image.bytes)).toBe(0)
  }
})

it('a wrong table of a REG file is made right by the repair, and nothing else', async () => {
  const bytes = (files['config/ai.reg'] ?? new Uint8Array(0)).slice()
  const good = bytes.slice()
  bytes[6] = 0
  const all = shelf({ 'config/ai.reg': bytes })
  const entry = all.open('config/ai.reg')
  const [problem] = await all.check(entry)
  expect([problem?.code, problem?.fix?.id]).toEqual(['reg.slots', 'reg.rehash'])
  const edits = problem?.fix ? await formatOf(entry)?.repair?.(entry, problem.fix, problem) : undefined
  expect(Buffer.compare(apply(bytes, edits?.[0]?.splices ?? []), good)).toBe(0)
})
