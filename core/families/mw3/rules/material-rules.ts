import { locate } from '../../../layout'
import { Material } from '../gamez/materials'
import { one, range, type Expected } from './expected'
import { arrayOf, MOST_RECORDS, type Gamez } from './gamez-context'
import { RecordRules, expectNode, expectUsed, failNode, type FieldRule } from './record-rules'

type MaterialRules = RecordRules<unknown, Scalars>
type Scalars = typeof Material extends { readonly scalars?: infer C } ? C : never
type Rule = FieldRule<keyof Scalars & string>

const TEXTURED = 1
const UNKNOWN = 2
const CYCLED = 4
const FLAGS_USED = 0x17
const ALWAYS = 16
const FREE = 0x20

const EVERY: readonly Rule[] = [
  { code: 'mw3.M4', fields: ['field_20'], expected: one(0) },
  { code: 'mw3.M4', fields: ['field_24', 'field_28'], expected: one(0.5) },
  { code: 'mw3.M5', fields: ['soil'], expected: range(0, 13) },
]
const WHITE: readonly Rule[] = [
  { code: 'mw3.M6', fields: ['alpha', 'color'], expected: one(255) },
  { code: 'mw3.M6', fields: ['rgb'], expected: one(0x7fff) },
]
const PLAIN: readonly Rule[] = [{ code: 'mw3.M7', fields: ['rgb', 'texture_index', 'cycle_ptr'], expected: one(0) }]
const UNUSED: readonly Rule[] = [
  { code: 'mw3.M9', fields: ['flags'], expected: one(FREE) },
  {
    code: 'mw3.M9',
    fields: ['alpha', 'rgb', 'color', 'texture_index', 'field_20', 'field_24', 'field_28', 'soil', 'cycle_ptr'],
    expected: one(0),
  },
]

/** Material slots and their cycles (mw3 17.3). */
export function checkMaterials(gamez: Gamez): void {
  const { opened, bytes, report, textures, materials: used } = gamez
  const field = (name: string) => locate(opened, name)
  const slots = arrayOf(opened, 'materials')
  expectNode(report, field('material_array_size'), 'mw3.M11.array', one(1000), true)
  const count = field('material_count')
  if (count && typeof count.value === 'number') {
    expectUsed(report, field('material_array_size'), count, 'mw3.M1')
    expectNode(report, field('material_index_free'), 'mw3.M2', one(count.value))
    expectNode(report, field('material_index_last'), 'mw3.M2', one(count.value - 1))
  }
  const rules = new RecordRules(Material, bytes, report)
  for (let slot = 0; slot < slots.count; slot++) {
    const path = `materials/${slot}`
    const at = slots.at(slot)
    if (slot < used) checkUsed(rules, at, path, textures)
    else rules.check(at, path, UNUSED)
    const [first, last] = slot < used ? [0, used - 1] : [used, slots.count - 1]
    const next = slot === last ? -1 : slot + 1
    const previous = slot === first ? -1 : slot - 1
    const code = slot < used ? 'mw3.M8' : 'mw3.M9'
    rules.expect(at, path, code, 'link_a', one(slot < used ? next : previous))
    rules.expect(at, path, code, 'link_b', one(slot < used ? previous : next))
    if (slot < used && (rules.number(at, 'flags') & CYCLED) !== 0) checkCycle(gamez, slot)
  }
}

function checkUsed(
  rules: RecordRules<never, Scalars> | MaterialRules,
  at: number,
  path: string,
  textures: number,
): void {
  const flags = rules.number(at, 'flags')
  if ((flags & ~FLAGS_USED) !== 0 || (flags & ALWAYS) === 0)
    rules.fail(at, path, 'mw3.M3', 'flags', flags, '0x10, 0x11, 0x13, 0x15, 0x17')
  rules.check(at, path, EVERY)
  if ((flags & TEXTURED) !== 0) {
    rules.check(at, path, WHITE)
    rules.expect(at, path, 'mw3.M6', 'texture_index', range(0, textures - 1))
    const expected: Expected = (flags & CYCLED) === 0 ? one(0) : 'not-zero'
    rules.expect(at, path, 'mw3.M6', 'cycle_ptr', expected)
    return
  }
  if ((flags & (UNKNOWN | CYCLED)) !== 0) rules.fail(at, path, 'mw3.M7', 'flags', flags, '0x10')
  rules.check(at, path, PLAIN)
  const color = rules.numbers(at, 'color').find(value => value < 0 || value > 255)
  if (color !== undefined) rules.fail(at, path, 'mw3.M7', 'color', color, '0 … 255')
}

function checkCycle({ opened, report, textures }: Gamez, slot: number): void {
  const cycle = locate(opened, `material_cycles/${slot}/cycle`)
  if (!cycle || cycle.kind === 'gap') return
  const field = (name: string) => cycle.childNamed(name)
  expectNode(report, field('looping'), 'mw3.M10', one(0, 1))
  expectNode(report, field('current_index'), 'mw3.M10', one(0))
  expectNode(report, field('tex_map_count'), 'mw3.M10', range(0, MOST_RECORDS))
  const count = Number(field('tex_map_count')?.value)
  expectNode(report, field('tex_map_index'), 'mw3.M10', one(count))
  expectNode(report, field('tex_map_ptr'), 'mw3.M10', 'not-zero')
  expectNode(report, field('speed'), 'mw3.M11.speed', range(2, 16), true)
  const frames = field('textures')
  for (let frame = 0; frame < (frames?.childCount ?? 0); frame++) {
    const node = frames?.child(frame)
    if (node && !(Number(node.value) >= 0 && Number(node.value) < textures))
      failNode(report, node, 'mw3.M10', `0 … ${textures - 1}`)
  }
}
