import { expect, it } from 'vitest'
import type { Opened, Problem } from '../../format'
import { document, locate, type Bytes } from '../../layout'
import { MOB, nodeId } from './map/mob'
import { formatOf, shelf } from './opened.fixture'
import { directoryOf, ROW_SIZE } from './res/directory'
import { RES_CODEC } from './res/res'
import { writeArchive } from './res/res-pack'
import { sampleInstall } from './sample/sample'

const files: Readonly<Record<string, Bytes>> = Object.fromEntries(
  sampleInstall().map(({ path, bytes }) => [path, bytes]),
)
const TEXTS = 'Res/texts.res'
const MAP = 'Maps/meadow.mob'
const file = (path: string): Bytes => files[path] ?? new Uint8Array(0)
const view = (bytes: Bytes): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.length)

/** A file with a number of 32 bits changed. */
function poked(path: string, at: number, value: number): Bytes {
  const bytes = file(path).slice()
  view(bytes).setUint32(at, value, true)
  return bytes
}

async function problemsOf(path: string, bytes: Bytes): Promise<readonly Problem[]> {
  const all = shelf({ ...files, [path]: bytes })
  return all.check(all.open(path))
}

const codes = (problems: readonly Problem[]): readonly string[] => [...new Set(problems.map(({ code }) => code))]

/** The only row of an archive of textures or figures. */
async function rowOf(archive: string, name: string, payload: Bytes): Promise<Opened> {
  const all = shelf({ [archive]: writeArchive([{ name, payload }]) })
  const row = await all.open(archive).row(name)
  if (!row) throw new Error(name)
  return row
}

async function checkRow(archive: string, name: string, payload: Bytes): Promise<readonly string[]> {
  const row = await rowOf(archive, name, payload)
  return codes((await formatOf(row)?.check?.(row)) ?? [])
}

const payloadIn = (archive: string, name: string): Bytes => {
  const row = RES_CODEC.open(file(archive)).rows.find(({ attributes }) => attributes['name'] === name)
  return file(archive).slice(row?.offset, (row?.offset ?? 0) + (row?.size ?? 0))
}

it.each([
  ['a loop in the chains', 0, (slot: number) => slot, 'res.chain', true],
  ['a name outside the name area', 18, () => 0x7fffffff, 'res.name-outside', false],
  ['data outside the data area', 8, () => 0x7fffffff, 'res.data-outside', false],
] as const)('%s: the other entries are listed and read', async (_, field, value, code, isSound) => {
  const { bySlot, table } = directoryOf(file(TEXTS))
  const slot = bySlot.findIndex(({ size }) => size > 0)
  const bytes = poked(TEXTS, table + slot * ROW_SIZE + field, value(slot))
  const found = (await problemsOf(TEXTS, bytes)).filter(problem => problem.code === code)
  expect(found.map(({ severity }) => severity)).toContain('error')
  expect(found[0]?.range?.[0]).toBe(table + slot * ROW_SIZE + field)
  const { rows, isSound: sound } = RES_CODEC.open(bytes)
  expect([rows.length, sound]).toEqual([bySlot.length, isSound])
  const payloads = rows.filter(({ isReadable }) => isReadable !== false).map(({ offset, size }) => [offset, size])
  const pristine = RES_CODEC.open(file(TEXTS)).rows.map(({ offset, size }) => [offset, size])
  expect(payloads.filter(one => pristine.some(other => String(other) === String(one))).length).toBeGreaterThanOrEqual(
    bySlot.length - 1,
  )
  const present = rows.map(({ id, attributes }) => ({ id: String(id), attributes }))
  expect(Buffer.compare(RES_CODEC.pack(bytes, present).bytes, bytes)).toBe(0)
})

it('overlapping entries are a problem: changed in place they are packed, resized they are refused', async () => {
  const { bySlot, table } = directoryOf(file(TEXTS))
  const [first, second] = [...bySlot].filter(({ size }) => size > 1).sort((a, b) => a.offset - b.offset)
  const bytes = poked(TEXTS, table + (second?.slot ?? 0) * ROW_SIZE + 8, (first?.offset ?? 0) + 1)
  expect(codes(await problemsOf(TEXTS, bytes))).toContain('res.overlap')
  const { rows } = RES_CODEC.open(bytes)
  const changed = (by: number) =>
    rows.map(({ id, attributes, size, offset }) => ({
      id: String(id),
      attributes,
      ...(offset === first?.offset && { payload: new Uint8Array(size + by).fill(65) }),
    }))
  const packed = RES_CODEC.pack(bytes, changed(0)).bytes
  expect(packed.length).toBe(bytes.length)
  expect(packed[first?.offset ?? 0]).toBe(65)
  expect(() => RES_CODEC.pack(bytes, changed(1))).toThrow('res.unsound')
})

it('a node that is longer than its parent is a problem, and the walk graph behind is read', async () => {
  const unit = locate(document(MOB, file(MAP)), 'OBJECTDBFILE/OBJECTSECTION/UNIT')
  const bytes = poked(MAP, (unit?.offset ?? 0) + 4, 0x7fffffff)
  const found = (await problemsOf(MAP, bytes)).filter(({ code }) => code === 'mob.node-size')
  expect(found.map(({ severity }) => severity)).toContain('error')
  expect(found.some(({ path }) => path?.startsWith(unit?.path ?? '-'))).toBe(true)
  expect(locate(document(MOB, bytes), 'AIGRAPH')).toBeDefined()
})

it('a hundred thousand nodes within each other are one problem', async () => {
  const depth = 100_000
  const bytes = new Uint8Array(8 * depth)
  const data = view(bytes)
  for (let level = 0; level < depth; level++) {
    data.setUint32(level * 8, nodeId(level === 0 ? 'OBJECTDBFILE' : 'OBJECTSECTION'), true)
    data.setUint32(level * 8 + 4, 8 * (depth - level), true)
  }
  expect(codes(await problemsOf(MAP, bytes))).toContain('mob.deep')
})

it('a terrain of 65,535 × 65,535 sectors is a problem, and its sector is read', async () => {
  const path = 'Maps/meadow.mpr'
  const head = RES_CODEC.open(file(path)).rows.find(({ attributes }) => attributes['name'] === 'meadow.mp')
  const bytes = file(path).slice()
  const at = head?.offset ?? 0
  view(bytes).setUint32(at + 8, 65_535, true)
  view(bytes).setUint32(at + 12, 65_535, true)
  const found = (await problemsOf(path, bytes)).filter(({ code }) => code === 'mp.sectors')
  expect(found.map(({ severity, params }) => [severity, params['needed']])).toEqual([['error', 65_535 * 65_535]])
  const all = shelf({ ...files, [path]: bytes })
  expect(all.rows(all.open(path)).map(row => formatOf(row)?.id)).toContain('evil-islands.sec')
})

it.each([
  [5, 6, 'mmp.power'],
  [0, 64, 'mmp.side'],
  [65_535, 65_535, 'mmp.side'],
  [128, 128, 'mmp.cut'],
])('a texture in blocks of %d × %d', async (width, height, code) => {
  const bytes = payloadIn('Res/textures.res', 'unsaguard01.mmp')
  view(bytes).setUint32(4, width, true)
  view(bytes).setUint32(8, height, true)
  expect(await checkRow('Res/textures.res', 'unsaguard01.mmp', bytes)).toContain(code)
})

it.each([
  ['lnk', 'x.lnk', (): Bytes => Uint8Array.of(255, 255, 255, 127, 1, 0, 0, 0), 'lnk.cut'],
  ['adb', 'x.adb', (): Bytes => withCount(payloadIn('Res/database.res', 'unsaguard.adb'), 4), 'adb.cut'],
  ['reg', 'x.reg', (): Bytes => withCount(payloadIn('Res/aiinfo.res', 'tileDesc.reg'), 4), 'reg.cut'],
] as const)('counts of %s that disagree with the bytes', async (_, name, bytes, code) => {
  expect(await checkRow('Res/figures.res', name, bytes())).toContain(code)
})

/** More records than there are bytes. */
function withCount(bytes: Bytes, at: number): Bytes {
  view(bytes).setUint16(at, 0x7fff, true)
  return bytes
}

it('a database whose table is longer than the file keeps what is before it', async () => {
  const bytes = payloadIn('Res/database.res', 'items.idb')
  const row = await rowOf('Res/database.res', 'items.idb', bytes)
  const opened = document(formatOf(row)?.layout?.(row) ?? MOB, bytes)
  const last = locate(opened, 'tables/body')
  const table = last?.child(last.childCount - 1)
  const broken = bytes.slice()
  view(broken).setUint32((table?.offset ?? 0) + 1, 0x7fffffff, true)
  expect(await checkRow('Res/database.res', 'items.idb', broken)).toContain('db.overrun')
  const after = document(formatOf(row)?.layout?.(row) ?? MOB, broken)
  expect(locate(after, 'tables/body/0')?.isWhole).toBe(true)
})
