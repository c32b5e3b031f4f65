import { column, locate, ragged, type Infer, type Node } from '../../../layout'
import { Model, ModelLight, Polygon } from '../gamez/models'
import { one, range } from './expected'
import { arrayOf, recordsIn, type Gamez } from './gamez-context'
import { RecordRules, expectNode, expectUsed, failNode, type FieldRule, type NumberFieldOf } from './record-rules'

type ScalarsOf<L> = L extends { readonly scalars?: infer C } ? C : never
type ModelRule = FieldRule<NumberFieldOf<ScalarsOf<typeof Model>>>
type LightRule = FieldRule<NumberFieldOf<ScalarsOf<typeof ModelLight>>>

const USED: readonly ModelRule[] = [
  { code: 'mw3.D2', fields: ['model_type'], expected: range(0, 2) },
  { code: 'mw3.D2', fields: ['facade_mode'], expected: range(0, 3) },
  { code: 'mw3.D2', fields: ['flags'], expected: { bits: 0x7f } },
  { code: 'mw3.D3', fields: ['parent_count'], expected: 'not-zero' },
  { code: 'mw3.D3', fields: ['tex_scroll_frame', 'active_polygon_index', 'morph_factor'], expected: one(0) },
  { code: 'mw3.D14.kind', fields: ['model_type', 'facade_mode'], expected: range(0, 1), isWarning: true },
]
const UNUSED: readonly ModelRule[] = [
  {
    code: 'mw3.D7',
    fields: [
      'model_type',
      'facade_mode',
      'flags',
      'parent_count',
      'polygon_count',
      'vertex_count',
      'normal_count',
      'morph_count',
      'light_count',
      'morph_factor',
      'tex_scroll_u',
      'tex_scroll_v',
      'tex_scroll_frame',
      'polygons_ptr',
      'vertices_ptr',
      'normals_ptr',
      'lights_ptr',
      'morphs_ptr',
      'bbox_mid',
      'bbox_diag',
      'active_polygon_index',
    ],
    expected: one(0),
  },
]
const LIGHT: readonly LightRule[] = [
  { code: 'mw3.D13', fields: ['field_0', 'field_60'], expected: one(0, 1) },
  { code: 'mw3.D13', fields: ['field_4'], expected: one(0, 1, 2) },
  { code: 'mw3.D13', fields: ['field_8'], expected: range(0, 5) },
  { code: 'mw3.D13', fields: ['vertex_count'], expected: range(1, 10) },
  { code: 'mw3.D13', fields: ['zero_16', 'zero_20', 'rgb'], expected: one(0) },
  { code: 'mw3.D13', fields: ['color'], expected: range(0, 255) },
  { code: 'mw3.D13', fields: ['flags'], expected: { bits: 0x7ff } },
  { code: 'mw3.D13', fields: ['vertices_ptr'], expected: 'not-zero' },
  { code: 'mw3.D13', fields: ['field_48'], expected: range(0, 2000) },
  { code: 'mw3.D13', fields: ['field_52'], expected: range(0, 3500) },
  { code: 'mw3.D13', fields: ['field_56'], expected: range(0, 5.1) },
  { code: 'mw3.D13', fields: ['field_64'], expected: range(0, 5000) },
  { code: 'mw3.D13', fields: ['field_68'], expected: range(0, 4000) },
  { code: 'mw3.D13', fields: ['field_72'], expected: range(0, 10000) },
]

/** Model slots and their geometry (mw3 17.4). */
export function checkModels(gamez: Gamez): void {
  const { opened, bytes, report, models: used, judgedTo } = gamez
  const slots = arrayOf(opened, 'models')
  const count = locate(opened, 'model_count')
  expectUsed(report, locate(opened, 'model_array_size'), count, 'mw3.D1')
  expectNode(report, locate(opened, 'model_index_free'), 'mw3.D1', one(Number(count?.value)))
  const rules = new RecordRules(Model, bytes, report)
  const data = locate(opened, 'model_data')
  for (let slot = 0; slot < slots.count; slot++) {
    const path = `models/${slot}`
    const at = slots.at(slot)
    if (slot >= used) {
      rules.check(at, path, UNUSED)
      // The last word of a free slot is signed: −1 ends the list.
      rules.expect(at, path, 'mw3.D7', 'link', one(slot === slots.count - 1 ? 0xffffffff : slot + 1))
      continue
    }
    checkModelFields(rules, at, path)
    const blob = data?.childNamed(String(slot))
    if (blob && blob.kind !== 'gap' && blob.offset <= judgedTo) {
      rules.follows(at, path, 'mw3.D6', 'link', blob.offset)
      checkGeometry(gamez, blob)
    }
  }
}

type ModelRules = RecordRules<unknown, ScalarsOf<typeof Model>>

/** Rules of the fields of a used model, in GameZ and in `mechlib.zbd`. */
export function checkModelFields(
  rules: Pick<ModelRules, 'check' | 'expect' | 'number' | 'pointer'>,
  at: number,
  path: string,
): void {
  rules.check(at, path, USED)
  if (rules.number(at, 'polygon_count') === 0) {
    for (const field of ['polygons_ptr', 'vertex_count', 'normal_count', 'morph_count'] as const)
      rules.expect(at, path, 'mw3.D4', field, one(0))
    rules.expect(at, path, 'mw3.D4', 'light_count', 'not-zero')
  } else rules.expect(at, path, 'mw3.D4', 'polygons_ptr', 'not-zero')
  rules.pointer(at, path, 'mw3.D5', 'vertex_count', 'vertices_ptr')
  rules.pointer(at, path, 'mw3.D5', 'normal_count', 'normals_ptr')
  rules.pointer(at, path, 'mw3.D5', 'light_count', 'lights_ptr')
  rules.pointer(at, path, 'mw3.D5', 'morph_count', 'morphs_ptr')
}

/** Where the data of a model lie. `materials` is the number of materials that its polygons may name, if it is known. */
type Geometry = Pick<Gamez, 'opened' | 'bytes' | 'report'> & { readonly materials?: number }

/** Lights, polygons and the arrays of one model, in GameZ and in `mechlib.zbd`. */
export function checkGeometry(gamez: Geometry, blob: Node): void {
  const { bytes, report } = gamez
  const lights = recordsIn(blob.childNamed('lights'))
  const lightRules = new RecordRules(ModelLight, bytes, report)
  for (let light = 0; light < lights.count; light++)
    lightRules.check(lights.at(light), `${blob.path}/lights/${light}`, LIGHT)
  checkFinite(gamez, blob)
  checkPolygons(gamez, blob)
}

function checkFinite({ opened, report }: Geometry, blob: Node): void {
  for (const name of ['vertices', 'normals', 'morphs']) {
    const node = blob.childNamed(name)
    if (!node || recordsIn(node).count === 0) continue
    const vectors = column(opened, node.path, '', 'f32')
    const at = vectors.findIndex(value => !Number.isFinite(value))
    const wrong = at < 0 ? undefined : node.child(Math.floor(at / 3))
    if (wrong) failNode(report, wrong, 'mw3.D14.finite', '−∞ < x < ∞', true)
  }
}

function checkPolygons(gamez: Geometry, blob: Node): void {
  const { bytes, report, materials } = gamez
  const list = blob.childNamed('polygons')
  const polygons = recordsIn(list)
  if (!list || polygons.count === 0) return
  const rules = new RecordRules(Polygon, bytes, report)
  for (let polygon = 0; polygon < polygons.count; polygon++) {
    const at = polygons.at(polygon)
    const path = `${blob.path}/polygons/${polygon}`
    const flags = list.child(polygon).childNamed('flags')
    const bits = flags?.value as Infer<typeof Polygon>['flags'] | undefined
    if (!flags || !bits) continue
    const hasNormals = bits.normals === 1
    if (bits.unk_11 !== 0) failNode(report, flags, 'mw3.D8', '⊆ 0x7FF')
    else expectNode(report, flags.childNamed('corners'), 'mw3.D8', range(3, 255))
    expectNode(report, flags.childNamed('triangle_strip'), 'mw3.D14.strip', one(0), true)
    if (rules.expect(at, path, 'mw3.D9', 'priority', range(-50, 50)))
      rules.expect(at, path, 'mw3.D14.priority', 'priority', range(0, 20), true)
    for (const field of ['vertex_indices_ptr', 'vertex_colors_ptr', 'unk_ptr'] as const)
      rules.expect(at, path, 'mw3.D10', field, 'not-zero')
    rules.expect(at, path, 'mw3.D10', 'normal_indices_ptr', hasNormals ? 'not-zero' : one(0))
    if (materials !== undefined) rules.expect(at, path, 'mw3.D11', 'material_index', range(0, materials - 1))
    const zones = rules.number(at, 'zone_set')
    const unused = [1, 2, 3].filter(zone => zone > (zones & 0xff) && ((zones >>> (8 * zone)) & 0xff) !== 0xff)
    if ((zones & 0xff) > 3 || unused.length > 0)
      rules.fail(at, path, 'mw3.D12', 'zone_set', zones, '0 … 3 × zone, 0xFF')
  }
  checkIndices(gamez, blob, 'vertex_indices', 'vertices')
  checkIndices(gamez, blob, 'normal_indices', 'normals')
  checkColours(gamez, blob)
}

/** The first colour of each polygon that is outside is reported. */
function checkColours({ opened, report }: Geometry, blob: Node): void {
  const arrays = blob.childNamed('polygon_arrays')
  if (!arrays || arrays.childCount === 0) return
  const { starts, values } = ragged(opened, arrays.path, 'vertex_colors')
  // A colour is three floats; `starts` counts colours.
  for (let polygon = 0; polygon + 1 < starts.length; polygon++)
    for (let at = 3 * (starts[polygon] ?? 0); at < 3 * (starts[polygon + 1] ?? 0); at++) {
      const value = Number(values[at])
      if (value >= 0 && value <= 255) continue
      const corner = Math.floor(at / 3) - (starts[polygon] ?? 0)
      const color = arrays.child(polygon).childNamed('vertex_colors')?.child(corner)
      if (color) failNode(report, color.child(at % 3), 'mw3.D14.colour', '0 … 255', true)
      break
    }
}

/** Indices of the corners lie within the array that they number (E* of mw3 17.4). */
function checkIndices({ opened, report }: Geometry, blob: Node, field: string, target: string): void {
  const arrays = blob.childNamed('polygon_arrays')
  if (!arrays || arrays.childCount === 0) return
  const count = recordsIn(blob.childNamed(target)).count
  const { starts, values } = ragged(opened, arrays.path, field)
  for (let polygon = 0; polygon + 1 < starts.length; polygon++)
    for (let corner = starts[polygon] ?? 0; corner < (starts[polygon + 1] ?? 0); corner++) {
      if (Number(values[corner]) < count) continue
      const node = arrays
        .child(polygon)
        .childNamed(field)
        ?.child(corner - (starts[polygon] ?? 0))
      if (node) failNode(report, node, 'mw3.D15', `< ${count}`)
    }
}
