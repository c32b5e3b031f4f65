import type { Place } from '../../../format/report'
import { offsetOf, type Node } from '../../../layout'
import { Partition, World } from '../gamez/world'
import { computed } from './computed'
import { approximateSqrt, partitionDiagonal } from './derived-floats'
import { one, range } from './expected'
import { MOST_RECORDS, type Gamez } from './gamez-context'
import { checkIndices } from './node-indices'
import { RecordRules, type FieldRule, type NumberFieldOf } from './record-rules'

type ScalarsOf<L> = L extends { readonly scalars?: infer C } ? C : never
type WorldField = NumberFieldOf<ScalarsOf<typeof World>>
type WorldRules = RecordRules<unknown, ScalarsOf<typeof World>>
type PartitionRules = RecordRules<unknown, ScalarsOf<typeof Partition>>

/** Width of a cell of the ground, in game units (mw3 8.8). */
const CELL = 256
const HALF = CELL / 2

/** Bytes of the records without their lists. */
const WORLD_SIZE = offsetOf(World, 'light_indices')
const PARTITION_SIZE = offsetOf(Partition, 'node_indices')

const CODE = 'mw3.N15'
const rule = (expected: FieldRule<WorldField>['expected'], ...fields: readonly WorldField[]) => ({
  code: CODE,
  fields,
  expected,
})

const WORLD: readonly FieldRule<WorldField>[] = [
  { code: 'mw3.N14', fields: ['flags', 'area_partition_used'], expected: one(0) },
  rule(one(0), 'field_184'),
  rule('not-zero', 'area_partition_ptr', 'virt_partition_ptr'),
  rule(range(0, 2), 'fog_type'),
  rule(range(0, 255), 'partition_max_dec_feature_count'),
  rule(one(0, 1), 'virtual_partition'),
  rule(one(CELL), 'virt_partition_x_size'),
  rule(one(-CELL), 'virt_partition_z_size'),
  rule(one(HALF), 'virt_partition_x_half'),
  rule(one(-HALF), 'virt_partition_z_half'),
  rule(one(1 / CELL), 'virt_partition_x_inv'),
  rule(one(-1 / CELL), 'virt_partition_z_inv'),
  rule(one(approximateSqrt(2 * CELL * CELL) * -0.5), 'virt_partition_diag'),
  rule(one(3), 'partition_inclusion_tol_low', 'partition_inclusion_tol_high'),
  rule(one(1), 'field_148', 'field_152', 'field_156'),
  rule(range(0, MOST_RECORDS), 'light_count', 'sound_count'),
]

/** The world and its cells (mw3 17.5, N15 and N16). */
export function checkWorld(gamez: Gamez, record: Node): void {
  const { bytes, report } = gamez
  // A damaged cell leaves the world unfinished: its numbers are still there.
  if (record.offset + WORLD_SIZE > bytes.length) return
  const rules: WorldRules = new RecordRules(World, bytes, report) as unknown as WorldRules
  const { offset: at, path } = record
  const number = (field: WorldField): number => rules.number(at, field)
  const expect = (field: WorldField, expected: number, fix?: Place['fix']): void => {
    if (number(field) !== expected) rules.fail(at, path, CODE, field, number(field), expected, false, fix)
  }
  const expectFloat = (field: WorldField, expected: number): void =>
    expect(field, Math.fround(expected), computed(`${path}/${field}`, Math.fround(expected)))
  rules.check(at, path, WORLD)
  for (const kind of ['light', 'sound'] as const) {
    rules.pointer(at, path, CODE, `${kind}_count`, `${kind}_nodes_ptr`)
    rules.pointer(at, path, CODE, `${kind}_count`, `${kind}_data_ptr`)
    checkIndices(gamez, record.childNamed(`${kind}_indices`))
  }
  for (const field of ['area_left', 'area_bottom', 'area_right', 'area_top'] as const)
    if (!Number.isInteger(number(field))) rules.fail(at, path, CODE, field, number(field), '…, −1, 0, 1, …')
  expectFloat('area_width', number('area_right') - number('area_left'))
  expectFloat('area_height', number('area_top') - number('area_bottom'))
  const columns = Math.trunc((number('area_right') - number('area_left')) / CELL)
  const rows = Math.trunc((number('area_bottom') - number('area_top')) / CELL)
  expect('virt_partition_x_count', columns)
  expect('virt_partition_z_count', rows)
  checkCells(gamez, record, number)
  checkWorldOfGame(rules, at, path, columns, rows)
}

/** What the game's own worlds have beyond that (mw3 17.5, N17). */
function checkWorldOfGame(rules: WorldRules, at: number, path: string, columns: number, rows: number): void {
  const number = (field: WorldField): number => rules.number(at, field)
  const warn = (field: WorldField, isRight: boolean, expected: number | string): void => {
    if (!isRight) rules.fail(at, path, 'mw3.N17.world', field, number(field), expected, true)
  }
  warn('area_right', number('area_right') > number('area_left'), `> ${number('area_left')}`)
  warn('area_bottom', number('area_bottom') > number('area_top'), `> ${number('area_top')}`)
  const cells = columns * rows
  warn('area_partition_count', [cells, cells - 1].includes(number('area_partition_count')), `${cells}, ${cells - 1}`)
  warn('virt_partition_x_min', number('virt_partition_x_min') === 1, 1)
  warn('virt_partition_z_min', number('virt_partition_z_min') === 1, 1)
  warn('virt_partition_x_max', number('virt_partition_x_max') === columns - 1, columns - 1)
  warn('virt_partition_z_max', number('virt_partition_z_max') === rows - 1, rows - 1)
  warn('fog_type', number('fog_type') === 1, 1)
  for (const field of ['fog_color', 'fog_range_near', 'fog_range_far'] as const)
    warn(
      field,
      rules.numbers(at, field).every(value => value === 0),
      0,
    )
  for (const field of ['fog_altitude_high', 'fog_altitude_low', 'fog_density'] as const)
    warn(field, number(field) === 0, 0)
  warn('light_count', number('light_count') === 1, 1)
  warn('sound_count', number('sound_count') === 0, 0)
}

/** Rows from the largest z to the smallest, in each the columns from the smallest x (mw3 8.8). */
function checkCells(gamez: Gamez, record: Node, world: (field: WorldField) => number): void {
  const partitions = record.childNamed('partitions')
  const columns = world('virt_partition_x_count')
  const rules = new RecordRules(Partition, gamez.bytes, gamez.report) as unknown as PartitionRules
  for (let cell = 0; cell < (partitions?.childCount ?? 0); cell++) {
    const node = partitions?.child(cell)
    if (!node || node.kind === 'gap' || columns <= 0) continue
    if (node.offset + PARTITION_SIZE > gamez.bytes.length) return
    const x = world('area_left') + CELL * (cell % columns)
    const z = world('area_bottom') - CELL * Math.floor(cell / columns)
    checkCell(rules, node.offset, node.path, x, z)
    checkIndices(gamez, node.childNamed('node_indices'))
  }
}

const CELL_CODE = 'mw3.N16'

function checkCell(rules: PartitionRules, at: number, path: string, x: number, z: number): void {
  rules.check(at, path, [
    { code: CELL_CODE, fields: ['flags'], expected: one(0x100) },
    { code: CELL_CODE, fields: ['field_4'], expected: one(-1) },
    { code: CELL_CODE, fields: ['x'], expected: one(x) },
    { code: CELL_CODE, fields: ['z'], expected: one(z) },
    { code: CELL_CODE, fields: ['field_56', 'field_64', 'field_68'], expected: one(0) },
    { code: CELL_CODE, fields: ['node_count'], expected: range(0, MOST_RECORDS) },
  ])
  rules.pointer(at, path, CELL_CODE, 'node_count', 'nodes_ptr')
  const [min, max, mid] = (['min', 'max', 'mid'] as const).map(field => rules.numbers(at, field))
  if (!min || !max || !mid) return
  const [minX, minY = 0, minZ] = min
  const [maxX, maxY = 0, maxZ] = max
  const [midX, midY = 0, midZ] = mid
  if (minX !== x || minZ !== z - CELL) rules.fail(at, path, CELL_CODE, 'min', `${minX}, ${minZ}`, `${x}, ${z - CELL}`)
  if (maxX !== x + CELL || maxZ !== z) rules.fail(at, path, CELL_CODE, 'max', `${maxX}, ${maxZ}`, `${x + CELL}, ${z}`)
  if (midX !== x + HALF || midZ !== z - HALF)
    rules.fail(at, path, CELL_CODE, 'mid', `${midX}, ${midZ}`, `${x + HALF}, ${z - HALF}`)
  const middle = Math.fround(Math.fround(maxY + minY) * 0.5)
  if (midY !== middle) {
    const isNear = unitsApart(midY, middle) <= MOST_UNITS
    const fix = computed(`${path}/mid/y`, middle)
    rules.fail(at, path, isNear ? 'mw3.N16.mid' : CELL_CODE, 'mid', midY, middle, isNear, fix)
  }
  const diagonal = partitionDiagonal(minY, maxY)
  const stored = rules.number(at, 'diagonal')
  if (stored !== diagonal)
    rules.fail(at, path, CELL_CODE, 'diagonal', stored, diagonal, false, computed(`${path}/diagonal`, diagonal))
}

/** The game's own files differ from the formula by up to 16 units in the last place (mw3 10.2). */
const MOST_UNITS = 16

function unitsApart(a: number, b: number): number {
  const bits = new Int32Array(Float32Array.of(a, b).buffer)
  return Math.abs((bits[0] ?? 0) - (bits[1] ?? 0))
}
