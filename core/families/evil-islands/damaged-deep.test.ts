import { expect, it } from 'vitest'
import { apply } from '../../edit'
import { knownFamily, MemoryFiles, rowPath, type Opened, type Problem } from '../../format'
import { assign, document, locate, type Bytes, type Document } from '../../layout'
import { createStudio } from '../../studio'
import { memoryHost } from '../../studio/memory-host.fixture'
import { hash } from '../../studio/studio.fixture'
import { EVIL_ISLANDS } from './evil-islands'
import { MOB, nodeId } from './map/mob'
import { formatOf, shelf } from './opened.fixture'
import { REG } from './reg/reg'
import { isRight, tablesOf } from './reg/reg-tables'
import { directoryOf, faultsOf, ROW_SIZE } from './res/directory'
import { RES_CODEC } from './res/res'
import { writeArchive } from './res/res-pack'
import { sampleInstall } from './sample/sample'

// Damage that has to be found, with the place of it, and that leaves everything else readable and editable.

const files: Readonly<Record<string, Bytes>> = Object.fromEntries(
  sampleInstall().map(({ path, bytes }) => [path, bytes]),
)
const file = (path: string): Bytes => files[path] ?? new Uint8Array(0)
const MAP = 'Maps/meadow.mob'
const REGISTER = 'config/ai.reg'

const problemsOf = async (path: string, bytes: Bytes): Promise<readonly Problem[]> => {
  const all = shelf({ ...files, [path]: bytes })
  return all.check(all.open(path))
}

/** The image after the repair of a problem of a file. */
async function repaired(path: string, bytes: Bytes, problem: Problem | undefined): Promise<Bytes> {
  const all = shelf({ ...files, [path]: bytes })
  const entry = all.open(path)
  const edits = problem?.fix ? await formatOf(entry)?.repair?.(entry, problem.fix, problem) : undefined
  return apply(bytes, edits?.[0]?.splices ?? [])
}

const opened = (entry: Opened): Document => document(formatOf(entry)?.layout?.(entry) ?? MOB, entry.bytes)

/** The entry below a file at names of rows. */
async function entryAt(path: string, ...names: readonly string[]): Promise<Opened> {
  let entry: Opened | undefined = shelf(files).open(path)
  for (const name of names) entry = await entry?.row(name)
  if (!entry) throw new Error(names.join())
  return entry
}

/** Problems of an entry of an archive with other bytes. */
async function checkAs({ name }: Opened, archive: string, payload: Bytes): Promise<readonly Problem[]> {
  const all = shelf({ [archive]: writeArchive([{ name, payload }]) })
  const row = await all.open(archive).row(name)
  return (row && (await formatOf(row)?.check?.(row))) ?? []
}

it('a circle of two slots in the table of an archive: every name is listed, and the repair breaks it', async () => {
  // Names of one bucket share a chain.
  const names = ['ab', 'ba'].map(name => ({ name, payload: Uint8Array.of(1) }))
  const sound = writeArchive(names)
  const { bySlot, table } = directoryOf(sound)
  const from = bySlot.find(({ next }) => next >= 0)
  const bytes = sound.slice()
  const data = new DataView(bytes.buffer)
  data.setInt32(table + (from?.next ?? 0) * ROW_SIZE, from?.slot ?? 0, true)
  expect([from === undefined, RES_CODEC.open(bytes).rows.map(({ attributes }) => attributes['name'])]).toEqual([
    false,
    ['ab', 'ba'],
  ])
  const found = (await problemsOf('Res/x.res', bytes)).find(({ code }) => code === 'res.chain')
  expect(found?.severity).toBe('error')
  expect([table + (from?.slot ?? 0) * ROW_SIZE, table + (from?.next ?? 0) * ROW_SIZE]).toContain(found?.range?.[0])
  // The repair takes the wrong link from the attributes of its row; packing computes it.
  const all = shelf({ 'Res/x.res': bytes })
  const entry = all.open('Res/x.res')
  const edits = found?.fix ? await formatOf(entry)?.repair?.(entry, found.fix, found) : undefined
  const present = RES_CODEC.open(bytes).rows.map(({ id, attributes }) => {
    const edit = edits?.find(one => one.entry === rowPath('Res/x.res', id))
    return { id: String(id), attributes: edit?.attributes?.after ?? attributes }
  })
  const after = directoryOf(RES_CODEC.pack(bytes, present).bytes)
  expect([edits?.length, faultsOf(after).broken.size, faultsOf(after).lost.size]).toEqual([1, 0, 0])
})

it('a circle in the slots of a REG file: every key is read and changed, and the repair breaks it', async () => {
  const bytes = file(REGISTER).slice()
  const slots = locate(document(REG, bytes), 'sections/0/key_slots')
  for (let k = 0; k < (slots?.childCount ?? 0); k++)
    new DataView(bytes.buffer, bytes.byteOffset).setUint16(slots?.child(k).offset ?? 0, k, true)
  const [found] = await problemsOf(REGISTER, bytes)
  expect(found?.code).toMatch(/^reg\.(?:slots|unreachable)$/)
  expect(found?.path).toMatch(/^sections\/0\/key_slots\/\d+$/)
  const damaged = document(REG, bytes)
  expect([damaged.isWhole, locate(damaged, 'sections/0/keys')?.value]).toEqual([
    true,
    locate(document(REG, file(REGISTER)), 'sections/0/keys')?.value,
  ])
  const { splices } = assign(damaged, 'sections/0/keys/1/value', 7)
  expect(splices.every(({ removed, inserted }) => removed.length === inserted.length)).toBe(true)
  expect(tablesOf(document(REG, await repaired(REGISTER, bytes, found))).every(isRight)).toBe(true)
})

it('an unknown type of a key in the middle of a REG file: keys before it are read', async () => {
  const bytes = file(REGISTER).slice()
  const key = locate(document(REG, bytes), 'sections/0/keys/1')
  bytes[key?.offset ?? 0] = 77
  const found = (await problemsOf(REGISTER, bytes)).find(({ code }) => code === 'reg.type')
  expect([found?.severity, found?.path?.startsWith(key?.path ?? '-')]).toEqual(['error', true])
  const damaged = document(REG, bytes)
  expect(locate(damaged, 'sections/0/keys/0')?.value).toEqual(
    locate(document(REG, file(REGISTER)), 'sections/0/keys/0')?.value,
  )
})

it('an unknown node in the middle of an object of a map is a problem at its place', async () => {
  const bytes = file(MAP).slice()
  const name = locate(document(MOB, bytes), 'OBJECTDBFILE/OBJECTSECTION/OBJECT/OBJNAME')
  new DataView(bytes.buffer, bytes.byteOffset).setUint32(name?.offset ?? 0, 0xb0ff, true)
  const found = (await problemsOf(MAP, bytes)).filter(({ code }) => code === 'mob.unknown')
  expect(found.map(({ severity, path }) => [severity, path?.startsWith(name?.path ?? '-')])).toEqual([
    ['warning', true],
  ])
})

it('an unknown field in the middle of a record of a database: fields around it are read and changed', async () => {
  const entry = await entryAt('Res/database.res', 'items.idb')
  const fields = 'tables/body/1/records/body/0/fields/body'
  const bytes = entry.bytes.slice()
  const field = locate(opened(entry), `${fields}/7`)
  bytes[field?.offset ?? 0] = 200
  const problems = await checkAs(entry, 'Res/database.res', bytes)
  expect(problems.filter(({ code }) => code === 'db.field').map(({ path }) => path)).toEqual([`${field?.path}/id`])
  const damaged = document(opened(entry).layout, bytes)
  expect(damaged.isWhole).toBe(true)
  for (const k of [0, 6, 8])
    expect(locate(damaged, `${fields}/${k}`)?.value).toEqual(locate(opened(entry), `${fields}/${k}`)?.value)
  const name = locate(damaged, `${fields}/0/value/body`)
  const { splices } = assign(damaged, name?.path ?? '', 'a sword with a longer name')
  const after = document(damaged.layout, apply(bytes, splices))
  const kept = locate(after, `${fields}/7`)
  expect([after.isWhole, kept && after.bytes.slice(kept.offset, kept.offset + kept.size)]).toEqual([
    true,
    field && bytes.slice(field.offset, field.offset + field.size),
  ])
})

/** Nodes within each other, as many as that; the innermost is empty. */
function bomb(levels: number): Bytes {
  const bytes = new Uint8Array(8 * levels)
  const data = new DataView(bytes.buffer)
  for (let level = 0; level < levels; level++) {
    data.setUint32(8 * level, nodeId('FOLDER'), true)
    data.setUint32(8 * level + 4, 8 * (levels - level), true)
  }
  return bytes
}

it('nodes too deep within one object of a map: the other objects, the script and the graph are read and changed', async () => {
  const before = document(MOB, file(MAP))
  const unit = locate(before, 'OBJECTDBFILE/OBJECTSECTION/UNIT')
  const deep = bomb(5000)
  // The bomb takes the place of a value that is found by its tag, and every frame around grows with it.
  const name = locate(before, `${unit?.path}/OBJCOMMENTS`)
  const text = String.fromCharCode(...deep)
  const filled = document(
    MOB,
    apply(before.bytes, assign(before, `${name?.path}/data/body`, '?'.repeat(text.length)).splices),
  )
  const at = locate(filled, `${name?.path}/data/body`)?.offset ?? 0
  const bytes = filled.bytes.slice()
  bytes.set(deep, at)
  new DataView(bytes.buffer, bytes.byteOffset).setUint32(name?.offset ?? 0, nodeId('FOLDER'), true)
  const problems = await problemsOf(MAP, bytes)
  const found = problems.filter(({ code }) => code === 'mob.deep')
  expect(found.map(({ severity, path }) => [severity, path?.startsWith(name?.path ?? '-')])).toEqual([['error', true]])
  const damaged = document(MOB, bytes)
  for (const path of ['OBJECTDBFILE/OBJECTSECTION/OBJECT', 'OBJECTDBFILE/SS_TEXT', 'AIGRAPH'])
    expect(locate(damaged, path)?.value, path).toEqual(locate(before, path)?.value)
  const other = locate(damaged, 'OBJECTDBFILE/OBJECTSECTION/OBJECT/OBJNAME/data/body')
  const after = document(MOB, apply(bytes, assign(damaged, other?.path ?? '', 'sesam').splices))
  expect(locate(after, other?.path ?? '')?.value).toBe('sesam')
})

it('archives within each other, many times, are listed and checked', async () => {
  let inner = writeArchive([{ name: 'x', payload: Uint8Array.of(1) }])
  for (let level = 0; level < 200; level++) inner = writeArchive([{ name: 'x.mod', payload: inner }])
  const folders = new Map([['/game', new MemoryFiles({ ...files, 'Res/figures.res': inner }, { root: '/game' })]])
  const { api, close } = createStudio({ host: memoryHost({ hash, folders }), families: [knownFamily(EVIL_ISLANDS)] })
  await api.open('/game')
  const rows = await api.list('Res/figures.res')
  expect(rows.map(({ name }) => name)).toEqual(['x.mod'])
  expect((await api.check('Res/figures.res')).map(({ code }) => code)).toContain('mod.link')
  expect((await api.references('Res/figures.res')).uses).toEqual([])
  await close()
})

/** An archive in which the entry at names of rows has other bytes. */
async function packed(archive: Opened, [name, ...inner]: readonly string[], bytes: Bytes): Promise<Bytes> {
  const present = await Promise.all(
    (await archive.entries()).map(async (row, id) => ({
      id: String(id),
      attributes: row.attributes,
      ...(row.name === name && { payload: inner.length === 0 ? bytes : await packed(row, inner, bytes) }),
    })),
  )
  return RES_CODEC.pack(archive.bytes, present).bytes
}

it.each([
  ['vertices of a mesh', 'Res/figures.res', ['unsaguard.mod', 'hd'], 'vertex_blocks', 0x10000000, 'fig.size'],
  ['keys of a track', 'Res/figures.res', ['unsaguard.anm', 'cwalk', 'hp'], 'rotation_count', 0x7fffffff, 'anm.cut'],
  ['tiles of a terrain', 'Maps/meadow.mpr', ['meadow.mp'], 'tile_count', 0x7fffffff, 'mp.cut'],
  ['materials of a terrain', 'Maps/meadow.mpr', ['meadow.mp'], 'material_count', 0xffff, 'mp.cut'],
] as const)(
  'a number of %s that the bytes do not hold is a problem with its place',
  async (_, path, names, field, value, code) => {
    const entry = await entryAt(path, ...names)
    const node = locate(opened(entry), field)
    const bytes = entry.bytes.slice()
    const data = new DataView(bytes.buffer)
    if (node?.size === 2) data.setUint16(node.offset, value, true)
    else data.setUint32(node?.offset ?? 0, value, true)
    const problems = await problemsOf(path, await packed(shelf(files).open(path), names, bytes))
    const found = problems.find(problem => problem.code === code)
    expect([found?.severity, found?.range !== undefined, found?.path !== undefined]).toEqual(['error', true, true])
    const damaged = document(opened(entry).layout, bytes)
    // What is before the number, and the number itself, are read.
    expect(locate(damaged, field)?.value).toBe(value)
    const first = opened(entry).root.child(0)
    if (first.path !== field) expect(damaged.root.child(0).value).toEqual(first.value)
  },
)

it('a number of slots that an archive does not hold, and of texts that a list of a map does not, are problems with place', async () => {
  const texts = file('Res/texts.res').slice()
  new DataView(texts.buffer).setUint32(4, 0x7fffffff, true)
  const [cut] = await problemsOf('Res/texts.res', texts)
  expect([cut?.code, cut?.severity, cut?.path]).toEqual(['res.table-cut', 'error', 'entry_count'])
  const map = file(MAP).slice()
  const list = locate(document(MOB, map), 'OBJECTDBFILE/OBJECTSECTION/UNIT/UNIT_ARMORS/data/body/count')
  new DataView(map.buffer, map.byteOffset).setUint32(list?.offset ?? 0, 99, true)
  const found = (await problemsOf(MAP, map)).find(({ code }) => code === 'mob.list')
  expect([found?.severity, list?.path.startsWith(found?.path ?? '-')]).toEqual(['error', true])
  expect(locate(document(MOB, map), 'OBJECTDBFILE/OBJECTSECTION/OBJECT')?.isWhole).toBe(true)
})
