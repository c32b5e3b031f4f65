import type { Node } from '../../../layout'
import { Camera, Display, Light, Lod, Object3d, Window } from '../gamez/node-classes'
import { computed } from './computed'
import { one, range, type Expected } from './expected'
import { MOST_RECORDS, type Gamez } from './gamez-context'
import { CLASS, checkIndices } from './node-indices'
import { RecordRules, expectNode, failNode, type FieldRule, type NumberFieldOf } from './record-rules'

type ScalarsOf<L> = L extends { readonly scalars?: infer C } ? C : never
type RulesOf<L> = readonly FieldRule<NumberFieldOf<ScalarsOf<L>>>[]

const CODE = 'mw3.N14'
const rule = <F extends string>(expected: Expected, ...fields: readonly F[]): FieldRule<F> => ({
  code: CODE,
  fields,
  expected,
})
const ABOVE_ZERO = range(Number.MIN_VALUE, Infinity)

const CAMERA: RulesOf<typeof Camera> = [
  rule(range(-1, MOST_RECORDS - 1), 'world_index', 'window_index', 'focus_node_xy', 'focus_node_xz'),
  rule(
    one(0),
    'flags',
    'translate',
    'rotate',
    'world_translate',
    'world_rotate',
    'ancestor_matrix',
    'view_vector',
    'translate_matrix',
    'zero_184',
    'zero_252',
    'zero_316',
    'zero_392',
    'field_464',
    'field_476',
    'zone_set_valid',
  ),
  rule(ABOVE_ZERO, 'clip_near', 'lod_multiplier', 'fov_h_scale', 'fov_v_scale', 'fov_h_base', 'fov_v_base'),
  rule(one(1), 'clip_recalc', 'fov_recalc', 'rotate_recalc'),
  rule(one(0xffffff00), 'zone_set'),
]
const DISPLAY: RulesOf<typeof Display> = [rule(range(0, 1), 'clear_color')]
const WINDOW: RulesOf<typeof Window> = [
  rule(one(0), 'clear_polygon_count', 'buffer_surface_ptr', 'buffer_width', 'buffer_height', 'buffer_bit_depth'),
  rule(one(-1), 'buffer_index'),
]
const LIGHT: RulesOf<typeof Light> = [
  rule(
    one(0),
    'euler_angles',
    'world_translate',
    'transform',
    'world_point_source',
    'field_108',
    'camera_point_source',
    'camera_view_vector',
  ),
  rule(range(0, 1), 'diffuse', 'ambient', 'color'),
  rule({ bits: 0x3ff }, 'flags'),
  rule(ABOVE_ZERO, 'range_near'),
  rule(range(0, MOST_RECORDS), 'parent_count'),
]
const LOD: RulesOf<typeof Lod> = [
  rule(range(0, Infinity), 'range_near_sq'),
  rule(one(0), 'zero_16', 'field_48', 'zero_52'),
  rule(one(1), 'field_68'),
]
const OBJECT: RulesOf<typeof Object3d> = [rule({ bits: 0x3e }, 'flags'), rule(one(0), 'field_96')]

/** The record of a node's class but the world (mw3 17.5, N14). */
export function checkClass(gamez: Gamez, kind: number, record: Node): void {
  const { bytes, report } = gamez
  const at = record.offset
  const { path } = record
  switch (kind) {
    case CLASS.camera:
      return checkCamera(new RecordRules(Camera, bytes, report), at, path)
    case CLASS.display:
      return new RecordRules(Display, bytes, report).check(at, path, DISPLAY)
    case CLASS.window:
      return checkWindow(gamez, record)
    case CLASS.light:
      return checkLight(gamez, record)
    case CLASS.lod:
      return checkLod(new RecordRules(Lod, bytes, report), at, path)
    case CLASS.object3d:
      return checkObject(gamez, at, path)
  }
}

type Rules<L> = RecordRules<never, ScalarsOf<L>> | RecordRules<unknown, ScalarsOf<L>>

/** Reports a float that is not the one that follows from others, rounded to 32 bits. */
function expectFloat<L, F extends NumberFieldOf<ScalarsOf<L>>>(
  rules: Pick<Rules<L>, 'number' | 'fail'>,
  at: number,
  path: string,
  field: F,
  expected: number,
): void {
  const found = rules.number(at, field)
  const right = Math.fround(expected)
  if (found !== right) rules.fail(at, path, CODE, field, found, right, false, computed(`${path}/${field}`, right))
}

function checkCamera(rules: RecordRules<unknown, ScalarsOf<typeof Camera>>, at: number, path: string): void {
  rules.check(at, path, CAMERA)
  const number = (field: NumberFieldOf<ScalarsOf<typeof Camera>>): number => rules.number(at, field)
  if (!(number('clip_far') > number('clip_near')))
    rules.fail(at, path, CODE, 'clip_far', number('clip_far'), `> ${number('clip_near')}`)
  const m = number('lod_multiplier')
  expectFloat(rules, at, path, 'lod_mul_inv_sq', 1 / Math.fround(m * m))
  for (const axis of ['h', 'v'] as const) {
    expectFloat(rules, at, path, `fov_${axis}_scaled`, number(`fov_${axis}_base`) * number(`fov_${axis}_scale`))
    expectFloat(rules, at, path, `fov_${axis}_half`, number(`fov_${axis}_scaled`) / 2)
    expectFloat(rules, at, path, `fov_${axis}_cot`, 1 / Math.tan(number(`fov_${axis}_half`)))
  }
}

function checkWindow({ bytes, report }: Gamez, record: Node): void {
  new RecordRules(Window, bytes, report).check(record.offset, record.path, WINDOW)
  const polygons = record.childNamed('clear_polygons')
  for (let at = 0; at < (polygons?.childCount ?? 0); at++) {
    const polygon = polygons?.child(at)
    const corners = polygon?.childNamed('corners')
    const wrong = (corners?.value as readonly number[] | undefined)?.findIndex(value => value !== 0) ?? -1
    if (corners && wrong >= 0) failNode(report, corners.child(wrong), CODE, 0)
    expectNode(report, polygon?.childNamed('corner_count'), CODE, one(0))
  }
}

function checkLight(gamez: Gamez, record: Node): void {
  const { bytes, report } = gamez
  // The parents behind the record make its size differ from light to light; its numbers have fixed places.
  const rules = new RecordRules(Light, bytes, report)
  const { offset: at, path } = record
  rules.check(at, path, LIGHT)
  const [near, far] = [rules.number(at, 'range_near'), rules.number(at, 'range_far')]
  if (!(far > near)) rules.fail(at, path, CODE, 'range_far', far, `> ${near}`)
  expectFloat(rules, at, path, 'range_near_sq', near * near)
  expectFloat(rules, at, path, 'range_far_sq', far * far)
  expectFloat(rules, at, path, 'range_inv', 1 / Math.fround(far - near))
  const view = rules.numbers(at, 'world_view_vector')
  if (view.some((value, axis) => value !== (axis === 1 ? 1 : 0)))
    rules.fail(at, path, CODE, 'world_view_vector', view.join(', '), '0, 1, 0')
  rules.pointer(at, path, CODE, 'parent_count', 'parent_ptr')
  checkIndices(gamez, record.childNamed('light_parents'))
}

function checkLod(rules: RecordRules<unknown, ScalarsOf<typeof Lod>>, at: number, path: string): void {
  rules.check(at, path, LOD)
  const far = rules.number(at, 'range_far')
  expectFloat(rules, at, path, 'range_far_sq', far * far)
  const other = rules.number(at, 'field_60')
  expectFloat(rules, at, path, 'field_64', other * other)
}

const IDENTITY = [1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0]
const PI = Math.fround(Math.PI)

/** A placed object (mw3 8.6): what its flags leave out is zero; identity, matrix of its own, or angles. */
export function checkObject({ bytes, report }: Pick<Gamez, 'bytes' | 'report'>, at: number, path: string): void {
  const rules = new RecordRules(Object3d, bytes, report)
  rules.check(at, path, OBJECT)
  const flags = rules.number(at, 'flags')
  if ((flags & 0x20) === 0) rules.fail(at, path, CODE, 'flags', flags, '0x20')
  if ((flags & 0x02) === 0) rules.expect(at, path, CODE, 'opacity', one(0))
  if ((flags & 0x04) === 0)
    for (const field of ['color', 'field_20'] as const) rules.expect(at, path, CODE, field, one(0))
  if ((flags & 0x18) === 0) {
    rules.expect(at, path, CODE, 'rotate', range(-PI, PI))
    return
  }
  rules.expect(at, path, CODE, 'rotate', one(0))
  rules.expect(at, path, CODE, 'scale', one(1))
  if ((flags & 0x08) === 0) return
  const matrix = rules.numbers(at, 'transform')
  if (matrix.some((value, i) => value !== IDENTITY[i]))
    rules.fail(at, path, CODE, 'transform', matrix.map(String).join(' '), IDENTITY.join(' '))
}
