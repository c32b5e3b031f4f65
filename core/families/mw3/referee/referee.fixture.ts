import { readClass } from './class-data.fixture'
import { CYCLE, HEADER, MATERIAL, MODEL, MODEL_LIGHT, NODE, POLYGON, TEXTURE } from './tables.fixture'
import { Cursor, Unreadable, type Fault, type Row, type Table } from './table.fixture'

// A reader of GameZ files written from sections 3 to 8 and 17 of the format notes, for tests only. It has nothing in
// common with the layout, so that one can be judged by the other. Only rules of severity E.

/** Faults of a GameZ file in the order of reading; none: the game's reader takes it. */
export function faultsOf(bytes: Uint8Array): readonly Fault[] {
  const file = new Cursor(bytes)
  try {
    readFile(file)
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error
  }
  return file.faults
}

function readFile(file: Cursor): void {
  const header = file.row(HEADER, 'header')
  const number = (field: string): number => header.number(field)
  if (number('version') !== 27) throw new Unreadable('version')
  const [textures, nodes] = [number('texture_count'), number('node_array_size')]
  if (textures < 0 || textures > 4095) file.stop('H3', header.placeOf('texture_count'), 'texture_count')
  header.must(number('materials_offset') > number('textures_offset'), 'H5', 'materials_offset')
  header.must(number('models_offset') > number('materials_offset'), 'H6', 'models_offset')
  if (nodes < 0 || nodes > 32767) file.stop('H7', header.placeOf('node_array_size'), 'node_array_size')
  header.must(number('node_last_free') <= nodes, 'H8', 'node_last_free')
  header.must(number('nodes_offset') > number('models_offset'), 'H9', 'nodes_offset')
  readTextures(file, textures)
  header.must(file.at === number('materials_offset'), 'H10', 'materials_offset')
  const materials = readMaterials(file, textures)
  header.must(file.at === number('models_offset'), 'H10', 'models_offset')
  const models = readModels(file, materials, number('nodes_offset'))
  header.must(file.at === number('nodes_offset'), 'H10', 'nodes_offset')
  readNodes(file, nodes, models)
  file.must(file.at === file.bytes.length, 'H11', file.at, 'end')
}

/** Base, NUL, extension, NUL, and zeros to the end (mw3 4.1). */
function isTextureName(name: readonly number[]): boolean {
  if (name.some(letter => letter > 127)) return false
  const base = name.indexOf(0)
  if (base < 0) return false
  const extension = name.indexOf(0, base + 1)
  return extension < 0 || name.slice(extension).every(letter => letter === 0)
}

function readTextures(file: Cursor, count: number): void {
  for (let i = 0; i < count; i++) {
    const row = file.row(TEXTURE, `textures/${i}`)
    row.must(isTextureName(row.numbers('name')), 'T2', 'name')
    row.must(row.number('mip_index') >= -1 && row.number('mip_index') < count, 'T5', 'mip_index')
  }
}

/** Sizes of an array of slots and of its used part. */
function slotCounts(file: Cursor, rule: string, what: string): readonly [size: number, used: number] {
  const [size, used] = [file.one('i32', what), file.one('i32', what)]
  if (size < 0 || size > 32767) file.stop(rule, file.at - 8, `${what}_array_size`)
  if (used < 0 || used >= size) file.stop(rule, file.at - 4, `${what}_count`)
  return [size, used]
}

function readMaterials(file: Cursor, textures: number): number {
  const [size, used] = slotCounts(file, 'M1', 'material')
  file.must(file.one('i32', 'material_index_free') === used, 'M2', file.at - 4, 'material_index_free')
  file.must(file.one('i32', 'material_index_last') === used - 1, 'M2', file.at - 4, 'material_index_last')
  const cycled: number[] = []
  for (let i = 0; i < size; i++) {
    const row = file.row(MATERIAL, `materials/${i}`)
    if (i >= used) {
      freeMaterial(row)
      linked(row, 'M9', i === used ? -1 : i - 1, i === size - 1 ? -1 : i + 1)
      continue
    }
    if (usedMaterial(row, textures)) cycled.push(i)
    linked(row, 'M8', i === used - 1 ? -1 : i + 1, i - 1)
  }
  for (const slot of cycled) readCycle(file, `material_cycles/${slot}`, textures)
  return used
}

function linked(row: Row, rule: string, a: number, b: number): void {
  row.must(row.number('link_a') === a, rule, 'link_a')
  row.must(row.number('link_b') === b, rule, 'link_b')
}

function freeMaterial(row: Row): void {
  row.must(row.number('flags') === 0x20, 'M9', 'flags')
  const zeros = 'alpha rgb color texture_index field_20 field_24 field_28 soil cycle_ptr'
  for (const field of zeros.split(' ')) row.must(isZero(row.numbers(field)), 'M9', field)
}

/** Returns whether the material has a cycle. */
function usedMaterial(row: Row, textures: number): boolean {
  const [flags, texture, pointer] = [row.number('flags'), row.number('texture_index'), row.number('cycle_ptr')]
  const isCycled = (flags & 4) !== 0
  row.must((flags & ~0x17) === 0 && (flags & 16) !== 0, 'M3', 'flags')
  row.must(row.number('field_20') === 0, 'M4', 'field_20')
  for (const field of ['field_24', 'field_28']) row.must(row.number(field) === 0.5, 'M4', field)
  row.must(row.number('soil') <= 13, 'M5', 'soil')
  const colors = row.numbers('color')
  if ((flags & 1) !== 0) {
    row.must(row.number('alpha') === 255, 'M6', 'alpha')
    row.must(row.number('rgb') === 0x7fff, 'M6', 'rgb')
    row.must(
      colors.every(color => color === 255),
      'M6',
      'color',
    )
    row.must(texture >= 0 && texture < textures, 'M6', 'texture_index')
    row.must((pointer !== 0) === isCycled, 'M6', 'cycle_ptr')
    return isCycled
  }
  row.must((flags & 6) === 0, 'M7', 'flags')
  row.must(row.number('rgb') === 0, 'M7', 'rgb')
  row.must(!colors.some(color => color < 0 || color > 255), 'M7', 'color')
  row.must(texture === 0, 'M7', 'texture_index')
  row.must(pointer === 0, 'M7', 'cycle_ptr')
  return isCycled
}

function readCycle(file: Cursor, path: string, textures: number): void {
  const row = file.row(CYCLE, path)
  const count = row.number('tex_map_count')
  row.must(row.number('tex_map_index') === count, 'M10', 'tex_map_index')
  indices(file, count, `${path}/textures`, texture => (texture >= 0 && texture < textures ? '' : 'M10'))
}

/** Reads a list of numbers; `faultOf` gives the rule that one breaks, or nothing. */
function indices(file: Cursor, count: number, path: string, faultOf: (index: number) => string): readonly number[] {
  const { at } = file
  const list = file.list('i32', count, path)
  list.forEach((index, i) => file.must(faultOf(index) === '', faultOf(index), at + 4 * i, `${path}/${i}`))
  return list
}

function readModels(file: Cursor, materials: number, nodesOffset: number): number {
  const [size, used] = slotCounts(file, 'D1', 'model')
  file.must(file.one('i32', 'model_index_free') === used, 'D1', file.at - 4, 'model_index_free')
  const slots = Array.from({ length: size }, (_, i) => {
    const row = file.row(MODEL, `models/${i}`, i < used)
    if (i < used) usedModel(row)
    else {
      for (const { name } of MODEL.columns) if (name !== 'link') row.must(isZero(row.numbers(name)), 'D7', name)
      row.must(row.number('link') === (i === size - 1 ? 0xffffffff : i + 1), 'D7', 'link')
    }
    return row
  })
  slots.slice(0, used).forEach((row, i) => {
    row.must(row.number('link') === file.at && file.at <= nodesOffset, 'D6', 'link')
    readModelData(file, row, `model_data/${i}`, materials)
  })
  return used
}

function usedModel(row: Row): void {
  const [polygons, lights] = [row.number('polygon_count'), row.number('light_count')]
  row.must((polygons === 0) === (row.number('polygons_ptr') === 0), 'D4', 'polygons_ptr')
  for (const [kind, plural] of PARTS) {
    if (polygons === 0 && kind !== 'light') row.must(row.number(`${kind}_count`) === 0, 'D4', `${kind}_count`)
    row.pointer('D5', `${kind}_count`, `${plural}_ptr`)
  }
  if (polygons === 0) row.must(lights > 0, 'D4', 'light_count')
}
const PARTS = [
  ['vertex', 'vertices'],
  ['normal', 'normals'],
  ['morph', 'morphs'],
  ['light', 'lights'],
] as const

function readModelData(file: Cursor, model: Row, path: string, materials: number): void {
  const [vertices, normals] = [model.number('vertex_count'), model.number('normal_count')]
  file.take(12 * (vertices + normals + model.number('morph_count')), path)
  const lights = rows(file, MODEL_LIGHT, model, 'light_count', `${path}/lights`)
  lights.forEach((light, i) => file.take(12 * light.number('vertex_count'), `${path}/light_arrays/${i}`))
  const polygons = rows(file, POLYGON, model, 'polygon_count', `${path}/polygons`)
  polygons.forEach((polygon, i) => {
    judgePolygon(polygon, materials)
    const corners = polygon.number('flags') & 255
    const arrays = `${path}/polygon_arrays/${i}`
    const below = (most: number) => (index: number) => (index >= 0 && index < most ? '' : 'D15')
    indices(file, corners, `${arrays}/vertex_indices`, below(vertices))
    if (polygon.number('normal_indices_ptr') !== 0) indices(file, corners, `${arrays}/normal_indices`, below(normals))
    if (polygon.number('uvs_ptr') !== 0) file.take(8 * corners, `${arrays}/uvs`)
    file.take(12 * corners, `${arrays}/vertex_colors`)
  })
}

/** Records one after the other. A count of 2³¹ is more than the bytes that exist: a fault of the count. */
function rows(file: Cursor, record: Table, model: Row, count: string, path: string): readonly Row[] {
  const size = record.size * model.number(count)
  if (file.at + size > file.bytes.length) file.stop('H11', model.placeOf(count), count)
  return Array.from({ length: model.number(count) }, (_, i) => file.row(record, `${path}/${i}`))
}

function judgePolygon(row: Row, materials: number): void {
  const [flags, zones, material] = [row.number('flags'), row.number('zone_set'), row.number('material_index')]
  row.must((flags & 255) >= 3, 'D8', 'flags')
  row.must((row.number('normal_indices_ptr') !== 0) === ((flags & 0x200) !== 0), 'D10', 'normal_indices_ptr')
  row.must(material >= 0 && material < materials, 'D11', 'material_index')
  const ids = [8, 16, 24].map(shift => (zones >>> shift) & 255)
  const known = zones & 255
  row.must(known <= 3 && ids.slice(known).every(id => id === 255), 'D12', 'zone_set')
}

const isSame = (some: readonly number[], others: readonly number[]): boolean =>
  some.every((number, i) => number === others[i])
const isZero = (numbers: readonly number[]): boolean => numbers.every(number => number === 0)
const DEFAULT_NAME = Array.from({ length: 36 }, (_, i) => 'Default_node_name'.charCodeAt(i) || 0)

/** Behind the NUL the buffer keeps what it was filled with (mw3 1.1). */
function isNodeName(name: readonly number[]): boolean {
  const end = name.indexOf(0)
  return end >= 0 && name.every((letter, i) => letter < 128 && (i <= end || letter === DEFAULT_NAME[i]))
}

function readNodes(file: Cursor, size: number, models: number): void {
  const first = file.at
  file.take(NODE.size * size, 'nodes')
  const nameOf = (i: number): Uint8Array => file.bytes.subarray(first + NODE.size * i, first + NODE.size * i + 36)
  let used = 0
  while (used < size && nameOf(used).some(letter => letter !== 0)) used++
  if (used === size || used < 6) file.note('N1', first, 'nodes')
  file.at = first
  const slots = Array.from({ length: size }, (_, i) => {
    const row = file.row(NODE, `nodes/${i}`, i < used)
    if (i < used) usedNode(row, models)
    else freeNode(row, i === size - 1 ? 0x00ffffff : i + 1)
    return row
  })
  const index = (node: number): string => (node < 0 || node > 32766 ? 'N13' : node < used ? '' : 'N18')
  slots.slice(0, used).forEach((row, i) => {
    const [kind, link] = [row.number('node_class'), row.number('link')]
    if (kind === 0) {
      row.must(link <= 32766, 'N12', 'link')
      row.must(link > 32766 || link < used, 'N18', 'link')
      return
    }
    row.must(link === file.at, 'N12', 'link')
    readClass(file, kind, `node_data/${i}/class_data`, (count, path) => indices(file, count, path, index))
    indices(file, countOf(file, row, 'parent_count'), `node_data/${i}/parent_indices`, index)
    indices(file, countOf(file, row, 'child_count'), `node_data/${i}/child_indices`, index)
  })
}

function countOf(file: Cursor, row: Row, field: string): number {
  const count = row.number(field)
  if (count < 0 || count > 32767) file.stop('N9', row.placeOf(field), field)
  return count
}

function usedNode(row: Row, models: number): void {
  const model = row.number('model_index')
  row.must(isNodeName(row.numbers('name')), 'N2', 'name')
  row.must(model >= -1 && model < models, 'N7', 'model_index')
  const isNowhere = ['x', 'z'].map(axis => row.number(`area_partition_${axis}`) === -1)
  row.must(isNowhere[0] === isNowhere[1], 'N8', 'area_partition_x')
  row.pointer('N9', 'parent_count', 'parent_array_ptr')
  row.pointer('N9', 'child_count', 'child_array_ptr')
  judgeClass(row, row.number('node_class'))
}

/** What the classes fix: the columns of the table of 7.4. */
function judgeClass(row: Row, kind: number): void {
  const must = (field: string, isRight: (value: number) => boolean): void =>
    row.must(row.numbers(field).every(isRight), 'N10', field)
  const is =
    (...numbers: readonly number[]) =>
    (value: number) =>
      numbers.includes(value)
  must('field_196', is(kind === 0 || kind === 5 || kind === 6 ? 160 : 0))
  must('data_ptr', value => (value === 0) === (kind === 0))
  if (kind === 5) return
  must('model_index', is(-1))
  if (kind === 6) {
    must('parent_count', is(1))
    must('child_count', value => value > 0)
    const [min, max] = [row.numbers('node_bbox_min'), row.numbers('node_bbox_max')]
    row.must(!isZero([...min, ...max]), 'N10', 'node_bbox_min')
    for (const field of ['model_bbox_min', 'model_bbox_max']) must(field, is(0))
    row.must(isSame(row.numbers('child_bbox_min'), min), 'N10', 'child_bbox_min')
    row.must(isSame(row.numbers('child_bbox_max'), max), 'N10', 'child_bbox_max')
    return
  }
  for (const field of ['area_partition_x', 'area_partition_z']) must(field, is(-1))
  must('parent_count', is(0))
  must('child_count', kind === 2 ? value => value > 0 : is(0))
  if (kind === 0) return
  const name = NAMES[kind] ?? ''
  const found = String.fromCharCode(...row.numbers('name')).split('\0')[0]
  row.must(found === name, 'N10', 'name')
  must('flags', is(kind === 9 ? 0x0108011c : 0x0108001c))
  must('update_flags', is(0))
  must('zone_id', is(255))
  const [min, max] =
    kind === 9
      ? [
          [1, 1, -2],
          [2, 2, -1],
        ]
      : [ZEROS, ZEROS]
  row.must(isSame(row.numbers('node_bbox_min'), min), 'N10', 'node_bbox_min')
  row.must(isSame(row.numbers('node_bbox_max'), max), 'N10', 'node_bbox_max')
  for (const field of ['model_bbox_min', 'model_bbox_max', 'child_bbox_min', 'child_bbox_max']) must(field, is(0))
}
const ZEROS = [0, 0, 0]
const NAMES: Readonly<Record<number, string>> = { 1: 'camera1', 2: 'world1', 3: 'window1', 4: 'display', 9: 'sunlight' }

function freeNode(row: Row, link: number): void {
  for (const { name } of NODE.columns) {
    const expected = name === 'model_index' ? -1 : name === 'link' ? link : 0
    row.must(
      row.numbers(name).every(value => value === expected),
      'N11',
      name,
    )
  }
}
