import { describe, expect, it } from 'vitest'
import type { Problem } from '../../format'
import { formatAmong, shelfOf } from '../../format/shelf.fixture'
import { document, locate, write, type AnyLayout, type Bytes, type Value } from '../../layout'
import { ARCHIVE_CODEC } from './archive/archive'
import { ArchiveRecord, Footer, FOOTER_SIZE, tableOf, writeTable } from './archive/archive-rows'
import { MESSAGES } from './messages/messages'
import { MW3_FORMATS } from './mw3-formats'
import { BROKEN_FIELDS } from './rules/broken-fields.fixture'
import { sampleInstall } from './sample/sample'
import { HEADER_SIZE, PackageHeader, PackageRecord, packageOf } from './textures/package-rows'

const FILES = new Map(sampleInstall().map(({ path, bytes }) => [path.replace(/^.*\//, ''), bytes]))

/** Where fields are: in the file itself, in its first row, in its footer or header, or in an entry. */
type Part = '' | '#row' | '#footer' | '#header' | { readonly entry: string }

/** The declaration of a part of a file, and where it begins. */
function partOf(file: string, bytes: Bytes, part: Part): readonly [layout: AnyLayout, offset: number] {
  const shelf = shelfOf(MW3_FORMATS, { [file]: bytes })
  const formatOf = formatAmong(MW3_FORMATS)
  const layoutOf = (entry: ReturnType<typeof shelf.open>): AnyLayout => {
    const layout = formatOf(entry)?.layout?.(entry)
    if (!layout) throw new Error(`no layout of ${file}`)
    return layout
  }
  const opened = shelf.open(file)
  if (part === '') return [layoutOf(opened), 0]
  if (part === '#footer') return [Footer, bytes.length - FOOTER_SIZE]
  if (part === '#header') return [PackageHeader, 0]
  const isPackage = /tex/.test(file)
  const table = isPackage ? undefined : tableOf(bytes)
  if (part === '#row') return isPackage ? [PackageRecord, HEADER_SIZE] : [ArchiveRecord, table?.table ?? 0]
  const rows = shelf.rows(opened)
  const row = rows.findIndex(({ name }) => name === part.entry)
  const entry = rows[row]
  const start = (table?.rows ?? packageOf(bytes)?.rows)?.[row]?.start
  if (!entry || start === undefined) throw new Error(`no ${part.entry}`)
  return [layoutOf(entry), start]
}

async function problemsWith(
  file: string,
  part: Part,
  fields: Readonly<Record<string, Value | Uint8Array>>,
): Promise<readonly Problem[]> {
  const bytes = FILES.get(file)?.slice() ?? new Uint8Array(0)
  const [layout, offset] = partOf(file, bytes, part)
  const opened = document(layout, bytes.subarray(offset))
  for (const [path, value] of Object.entries(fields)) {
    const node = locate(opened, path)
    if (!node) throw new Error(`no ${path}`)
    bytes.set(value instanceof Uint8Array ? value : write(node.layout, value).bytes, offset + node.offset)
  }
  const shelf = shelfOf(MW3_FORMATS, { [file]: bytes })
  const problems = await Promise.all(shelf.all(shelf.open(file)).map(entry => shelf.check(entry)))
  return problems.flat()
}

/** A file of the sample, or an entry of one. */
function bytesOf(file: string, entry?: string): Bytes {
  const shelf = shelfOf(MW3_FORMATS, { [file]: FILES.get(file) ?? new Uint8Array(0) })
  const opened = shelf.open(file)
  const found = entry === undefined ? opened : shelf.rows(opened).find(({ name }) => name === entry)
  return found?.bytes ?? new Uint8Array(0)
}

/** An archive of one entry. */
function archiveOf(name: string, payload: Bytes): Bytes {
  const row = { id: '+0', attributes: { ...ARCHIVE_CODEC.newAttributes(name), row: 0 }, payload }
  return ARCHIVE_CODEC.pack(writeTable([]), [row]).bytes
}

const MECH: Part = { entry: 'mech_scout.flt' }
const HIPS = 'children/0'
const WALK: Part = { entry: 'scout_walk' }
const SOILS: Part = { entry: 'soils.zrd' }
const HUGE = 2 ** 31 - 1
const latin = (size: number): Uint8Array => Uint8Array.from({ length: size }, (_, at) => (at === 0 ? 0xe4 : 0))

type Row = readonly [code: string, file: string, part: Part, fields: Readonly<Record<string, Value | Uint8Array>>]

const TABLE: readonly Row[] = [
  ['mw3.A1', 'mechlib.zbd', '#footer', { version: 2 }],
  ['mw3.A1', 'mechlib.zbd', '#footer', { count: HUGE }],
  ['mw3.A2', 'mechlib.zbd', '#row', { start: 4 }],
  ['mw3.A3', 'mechlib.zbd', '#row', { length: 0 }],
  ['mw3.A3', 'mechlib.zbd', '#row', { length: HUGE }],
  ['mw3.A4', 'mechlib.zbd', '#row', { name: latin(64) }],
  ['mw3.L2', 'mechlib.zbd', { entry: 'materials' }, { 'materials/0/flags': 0x15, 'materials/0/soil': 1 }],
  ['mw3.L2', 'mechlib.zbd', { entry: 'materials' }, { 'materials/0/color': [255, 0, 255], 'materials/0/alpha': 1 }],
  ['mw3.L3', 'mechlib.zbd', MECH, { node_class: 6, parent_count: 1, [`${HIPS}/parent_count`]: 2 }],
  ['mw3.L4', 'mechlib.zbd', MECH, { flags: 0x03080004 }],
  ['mw3.L5', 'mechlib.zbd', { entry: 'format' }, { value: 2 }],
  ['mw3.L5', 'mechlib.zbd', { entry: 'version' }, { value: 41 }],
  // The rules of nodes and models hold in a 'mech, too.
  ['mw3.N2', 'mechlib.zbd', MECH, { [`${HIPS}/name`]: latin(36) }],
  ['mw3.N3', 'mechlib.zbd', MECH, { [`${HIPS}/flags`]: 0x83080204 }],
  ['mw3.N4', 'mechlib.zbd', MECH, { [`${HIPS}/field_40`]: 1, [`${HIPS}/bbox_mid`]: [0, 1, 0] }],
  ['mw3.N5', 'mechlib.zbd', MECH, { zone_id: 256 }],
  ['mw3.N8', 'mechlib.zbd', MECH, { [`${HIPS}/area_partition_x`]: 3 }],
  ['mw3.N9', 'mechlib.zbd', MECH, { parent_array_ptr: 1, child_array_ptr: 0 }],
  ['mw3.N10', 'mechlib.zbd', MECH, { field_196: 0, data_ptr: 0 }],
  ['mw3.N14', 'mechlib.zbd', MECH, { 'object3d/opacity': 1, [`${HIPS}/object3d/rotate`]: [4, 0, 0] }],
  ['mw3.D2', 'mechlib.zbd', MECH, { 'model/0/model_type': 3 }],
  ['mw3.D3', 'mechlib.zbd', MECH, { [`${HIPS}/model/0/parent_count`]: 0 }],
  ['mw3.D4', 'mechlib.zbd', MECH, { 'model/0/polygons_ptr': 0 }],
  ['mw3.D5', 'mechlib.zbd', MECH, { 'model/0/vertices_ptr': 0 }],
  ['mw3.D9', 'mechlib.zbd', MECH, { 'model_data/0/polygons/2/priority': 51 }],
  ['mw3.D10', 'mechlib.zbd', MECH, { 'model_data/0/polygons/2/unk_ptr': 0 }],
  ['mw3.D12', 'mechlib.zbd', MECH, { 'model_data/0/polygons/2/zone_set': 4 }],
  ['mw3.O1', 'motion.zbd', WALK, { version: 5, loop_time: 0, field_16: 1, field_20: -1 }],
  ['mw3.O1', 'motion.zbd', WALK, { frame_count: 0 }],
  ['mw3.O2', 'motion.zbd', WALK, { 'parts/1/flags': 8 }],
  ['mw3.O3', 'motion.zbd', WALK, { 'parts/1/translations/8': [0, 1, 0], 'parts/2/rotations/8': [0, 1, 0, 0] }],
  ['mw3.R1', 'reader.zbd', SOILS, { 'value/items/0/type': 5 }],
  ['mw3.R1', 'reader.zbd', SOILS, { 'value/items/1/value/count': 0 }],
  ['mw3.R2', 'reader.zbd', SOILS, { 'value/items/0/value': Uint8Array.of(5, 0, 0, 0, 0xe4) }],
  ['mw3.R3', 'reader.zbd', SOILS, { type: 1 }],
  ['mw3.I1', 'interp.zbd', '', { signature: 0 }],
  ['mw3.I1', 'interp.zbd', '', { version: 8 }],
  ['mw3.I2', 'interp.zbd', '', { 'scripts/0/path': latin(120) }],
  ['mw3.I3', 'interp.zbd', '', { 'scripts/1/start': 8 }],
  ['mw3.I4', 'interp.zbd', '', { 'script_lines/0/lines/0/size': 8 }],
  ['mw3.I4', 'interp.zbd', '', { 'script_lines/1/lines/0/command/tokens/1': Uint8Array.of(0xe4) }],
  ['mw3.X1', 'anim.zbd', '', { signature: 0, version: 40 }],
  ['mw3.X2', 'anim.zbd', '', { 'info/def_count': 0, 'info/defs_ptr': 0, 'info/world_ptr': 0, 'info/one_60': 0 }],
  ['mw3.X2', 'anim.zbd', '', { 'info/zero_0/9': 1, 'info/zero_32/0': 1, 'info/zero_16': 1, 'info/zero_20': 1 }],
  ['mw3.X2', 'anim.zbd', '', { 'info/zero_64': 1 }],
  ['mw3.S1', 'first.mw3', { entry: 'zSaveHeader' }, { field_0: 7, field_4: 3 }],
  ['mw3.P1', 'rtexture.zbd', '#header', { texture_count: HUGE }],
  ['mw3.P1', 'rtexture.zbd', '#header', { global_palette_count: -1 }],
  ['mw3.P1', 'rtexture.zbd', '#header', { has_entries: 0, zero_16: 1, zero_20: 1 }],
  ['mw3.P2', 'rtexture.zbd', '#row', { name: latin(32) }],
  ['mw3.P2.palette', 'rtexture.zbd', '#row', { palette_index: 0 }],
  ['mw3.P3', 'rtexture.zbd', '#row', { start: 8 }],
  ['mw3.P3.trailing', 'rtexture.zbd', { entry: 'grass' }, { height: 31 }],
  ['mw3.P4', 'rtexture.zbd', { entry: 'grass' }, { flags: 0x07, zero_8: 1, stretch: 4 }],
  ['mw3.P4', 'rtexture.zbd', { entry: 'grass' }, { flags: 0x15 }],
  ['mw3.P5', 'texture.zbd', { entry: 'grass' }, { pixels: Uint8Array.of(255) }],
]

/** Rules that bytes behind the end of a file or of an entry break. */
const TRAILING = [
  ['mw3.H11', 'gamez.zbd', ''],
  ['mw3.I3.trailing', 'interp.zbd', ''],
  ['mw3.L1', 'mechlib.zbd', 'mech_scout.flt'],
  ['mw3.L5.size', 'mechlib.zbd', 'format'],
  ['mw3.R1', 'reader.zbd', 'soils.zrd'],
] as const

describe('a field beside GameZ that its rule refuses', () => {
  it.each(TABLE)('%s in %s %o', async (code, file, part, fields) => {
    const problems = await problemsWith(file, part, fields)
    const found = problems.filter(problem => problem.code === code)
    expect(found, problems.map(problem => problem.code).join(' ')).not.toEqual([])
    expect(new Set(found.map(({ severity }) => severity))).toEqual(new Set([/R3|L4/.test(code) ? 'warning' : 'error']))
  })

  it.each(TRAILING)('%s: bytes behind the end of %s %s', async (code, file, entry) => {
    const longer = Uint8Array.from([...(entry === '' ? bytesOf(file) : bytesOf(file, entry)), 1, 2, 3, 4])
    const name = entry === '' ? file : entry
    const shelf = shelfOf(MW3_FORMATS, { [file]: entry === '' ? longer : archiveOf(name, longer) })
    const problems = await Promise.all(shelf.all(shelf.open(file)).map(opened => shelf.check(opened)))
    expect(problems.flat().map(problem => problem.code)).toContain(code)
  })

  it('is tested for every rule', () => {
    const tested = new Set([...BROKEN_FIELDS, ...TABLE, ...TRAILING].map(([code]) => code))
    const rules = Object.keys(MESSAGES.en).flatMap(key => /^problem\.(mw3\..*)$/.exec(key)?.slice(1) ?? [])
    expect(rules.filter(code => !tested.has(code))).toEqual([])
  })
})

it('finds nothing in the sample', async () => {
  const problems = await Promise.all(
    sampleInstall().flatMap(({ path, bytes }) => {
      const name = path.replace(/^.*\//, '')
      const shelf = shelfOf(MW3_FORMATS, { [name]: bytes })
      return shelf.all(shelf.open(name)).map(entry => shelf.check(entry))
    }),
  )
  expect(problems.flat()).toEqual([])
})
