import { CAMERA, DISPLAY, LIGHT, LOD, OBJECT, PARTITION, WINDOW, WORLD } from './tables.fixture'
import type { Cursor, Row } from './table.fixture'

// Records of the node classes (mw3 8), for the referee.

type Lists = (count: number, path: string) => readonly number[]

/** Reads the record of a class and its own lists; `lists` reads numbers of nodes. */
export function readClass(file: Cursor, kind: number, path: string, lists: Lists): void {
  switch (kind) {
    case 1:
      return judgeCamera(file.row(CAMERA, path))
    case 2:
      return readWorld(file, path, lists)
    case 3:
      file.row(WINDOW, path)
      return
    case 4:
      file.row(DISPLAY, path)
      return
    case 5:
      return judgeObject(file.row(OBJECT, path))
    case 6: {
      const row = file.row(LOD, path)
      row.must(row.number('range_far_sq') === float(row.number('range_far') ** 2), 'N14', 'range_far_sq')
      row.must(row.number('field_64') === float(row.number('field_60') ** 2), 'N14', 'field_64')
      return
    }
    case 9:
      return readLight(file, path, lists)
    default:
      file.stop('N6', file.at, path)
  }
}

const float = Math.fround

function judgeCamera(row: Row): void {
  const m = row.number('lod_multiplier')
  row.must(row.number('clip_far') > row.number('clip_near'), 'N14', 'clip_far')
  row.must(row.number('lod_mul_inv_sq') === float(1 / float(m * m)), 'N14', 'lod_mul_inv_sq')
  for (const axis of ['h', 'v']) {
    const of = (part: string): number => row.number(`fov_${axis}_${part}`)
    const must = (part: string, expected: number): void =>
      row.must(of(part) === float(expected), 'N14', `fov_${axis}_${part}`)
    must('scaled', of('base') * of('scale'))
    must('half', of('scaled') / 2)
    must('cot', 1 / Math.tan(of('half')))
  }
}

function readLight(file: Cursor, path: string, lists: Lists): void {
  const row = file.row(LIGHT, path)
  const [near, far] = [row.number('range_near'), row.number('range_far')]
  row.must(far > near, 'N14', 'range_far')
  row.must(row.number('range_near_sq') === float(near * near), 'N14', 'range_near_sq')
  row.must(row.number('range_far_sq') === float(far * far), 'N14', 'range_far_sq')
  row.must(row.number('range_inv') === float(1 / float(far - near)), 'N14', 'range_inv')
  row.pointer('N14', 'parent_count', 'parent_ptr')
  lists(row.number('parent_count'), `${path}/light_parents`)
}

/** What the flags leave out is zero; then identity, a matrix of its own, or angles (mw3 8.6). */
function judgeObject(row: Row): void {
  const flags = row.number('flags')
  const must = (field: string, expected: readonly number[]): void =>
    row.must(
      row.numbers(field).every((value, i) => value === expected[i]),
      'N14',
      field,
    )
  row.must((flags & 0x20) !== 0, 'N14', 'flags')
  if ((flags & 2) === 0) must('opacity', [0])
  if ((flags & 4) === 0) {
    must('color', [0, 0, 0])
    must('field_20', [0])
  }
  if ((flags & 0x18) === 0) return
  must('rotate', [0, 0, 0])
  must('scale', [1, 1, 1])
  if ((flags & 8) !== 0) must('transform', [1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0])
}

function readWorld(file: Cursor, path: string, lists: Lists): void {
  const row = file.row(WORLD, path)
  const number = (field: string): number => row.number(field)
  const [left, bottom, right, top] = ['left', 'bottom', 'right', 'top'].map(side => number(`area_${side}`))
  if (left === undefined || bottom === undefined || right === undefined || top === undefined) return
  for (const side of ['left', 'bottom', 'right', 'top'])
    row.must(Number.isInteger(number(`area_${side}`)), 'N15', `area_${side}`)
  row.must(number('area_width') === float(right - left), 'N15', 'area_width')
  row.must(number('area_height') === float(top - bottom), 'N15', 'area_height')
  const [columns, rows] = [number('x_count'), number('z_count')]
  row.must(columns === Math.trunc((right - left) / 256), 'N15', 'x_count')
  row.must(rows === Math.trunc((bottom - top) / 256), 'N15', 'z_count')
  for (const kind of ['light', 'sound']) {
    row.pointer('N15', `${kind}_count`, `${kind}_nodes_ptr`)
    row.pointer('N15', `${kind}_count`, `${kind}_data_ptr`)
  }
  lists(number('light_count'), `${path}/light_indices`)
  lists(number('sound_count'), `${path}/sound_indices`)
  for (let cell = 0; cell < columns * rows; cell++) {
    const one = file.row(PARTITION, `${path}/partitions/${cell}`)
    judgePartition(one, left + 256 * (cell % columns), bottom - 256 * Math.floor(cell / columns))
    if (one.number('node_count') < 0) file.stop('N16', one.placeOf('node_count'), `${path}/partitions/${cell}`)
    lists(one.number('node_count'), `${path}/partitions/${cell}/node_indices`)
  }
}

function judgePartition(row: Row, x: number, z: number): void {
  const must = (isRight: boolean, field: string): void => row.must(isRight, 'N16', field)
  const [[minX, minY = 0, minZ], [maxX, maxY = 0, maxZ], [midX, midY = 0, midZ]] = [
    row.numbers('min'),
    row.numbers('max'),
    row.numbers('mid'),
  ] as const
  must(row.number('x') === x, 'x')
  must(row.number('z') === z, 'z')
  must(minX === x && minZ === z - 256, 'min')
  must(maxX === x + 256 && maxZ === z, 'max')
  must(midX === x + 128 && midZ === z - 128, 'mid')
  // The exporter's own files differ by up to 16 units in the last place (mw3 10.2).
  const middle = float(float(maxY + minY) * 0.5)
  must(Math.abs(bitsOf(midY) - bitsOf(middle)) <= 16, 'mid')
  const half = (minY - maxY) * 0.5
  must(bitsOf(row.number('diagonal')) === (bitsOf(float(32768 + half * half)) >> 1) + 0x1fc00000, 'diagonal')
  row.pointer('N16', 'node_count', 'nodes_ptr')
}

function bitsOf(value: number): number {
  const view = new DataView(new ArrayBuffer(4))
  view.setFloat32(0, value)
  return view.getInt32(0)
}
