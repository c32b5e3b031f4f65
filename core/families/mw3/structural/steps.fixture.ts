import { apply, compose, followed } from '../../../edit'
import {
  assignAll,
  document,
  insertRecords,
  locate,
  type Assigned,
  type Assignment,
  type Bytes,
  type Document,
  type Splice,
  type Value,
} from '../../../layout'
import { GAMEZ } from '../gamez/gamez'
import { POINTER } from '../sample/records'

// Edits that change numbers of records, for tests.

/** A part of an edit: what it assigns to the bytes that the parts before it made. */
export type Step = (opened: Document) => Assignment
export type Fields = Readonly<Record<string, Value>>

/** One edit of several steps: what follows from them is computed once, at its end. */
export function edited(opened: Document, steps: readonly Step[]): readonly Splice[] {
  let present = opened
  let splices: Assignment['splices'] = []
  let moves: Assignment['moves'] = []
  for (const step of steps) {
    const made = step(present)
    splices = compose(splices, made.splices)
    moves = [...(moves ?? []), ...(made.moves ?? [])]
    present = document(GAMEZ, apply(present.bytes, made.splices))
  }
  return followed(opened, { splices, moves })
}

export const worldOf = (bytes: Bytes): Document => document(GAMEZ, bytes)

export function listAt(opened: Document, path: string): readonly Value[] {
  const value = locate(opened, path)?.value
  return Array.isArray(value) ? (value as readonly Value[]) : []
}
export const numbersAt = (opened: Document, path: string): readonly number[] => listAt(opened, path).map(Number)
export const fieldsAt = (opened: Document, path: string): Fields => (locate(opened, path)?.value ?? {}) as Fields
export const numberAt = (opened: Document, path: string): number => Number(locate(opened, path)?.value)

export const set =
  (...given: readonly Assigned[]): Step =>
  opened =>
    assignAll(opened, given)

export const append =
  (array: string, value: Value): Step =>
  opened =>
    insertRecords(opened, array, locate(opened, array)?.childCount ?? 0, [value])

export const addTexture = (text: string): Step =>
  append('textures', {
    image_ptr: 0,
    surface_ptr: 0,
    name: { text, second: 'tif' },
    state: 2,
    category: 0,
    mip_index: -1,
  })

const MATERIAL = { alpha: 255, rgb: 0, texture_index: 0, field_20: 0, field_24: 0.5, field_28: 0.5, cycle_ptr: 0 }
const FREE = { ...MATERIAL, alpha: 0, flags: 0x20, field_24: 0, field_28: 0, color: [0, 0, 0], soil: 0 }

/** Uses the first free slot. */
export const addMaterial =
  (color: readonly [number, number, number]): Step =>
  opened => {
    const slot = numberAt(opened, 'material_count')
    return assignAll(opened, [
      { path: 'material_count', value: slot + 1 },
      { path: `materials/${slot}`, value: { ...MATERIAL, flags: 0x10, color: [...color], soil: 0 } },
    ])
  }

/** Frees the last used slot. */
export const removeMaterial: Step = opened => {
  const slot = numberAt(opened, 'material_count') - 1
  return assignAll(opened, [
    { path: 'material_count', value: slot },
    { path: `materials/${slot}`, value: FREE },
  ])
}

/** Other polygons, with their arrays, in the data of a model given whole: the records have sizes of their own. */
function withPolygons(
  model: number,
  change: (records: readonly Value[], name: 'polygons' | 'polygon_arrays') => readonly Value[],
): Step {
  return opened => {
    const path = `model_data/${model}`
    const data = fieldsAt(opened, path)
    const polygons = change(data['polygons'] as readonly Value[], 'polygons')
    const arrays = change(data['polygon_arrays'] as readonly Value[], 'polygon_arrays')
    return assignAll(opened, [{ path, value: { ...data, polygons, polygon_arrays: arrays } }])
  }
}

export const removePolygon = (model: number, polygon: number): Step =>
  withPolygons(model, records => records.filter((_, at) => at !== polygon))

/** A copy of a polygon before another. */
export const copyPolygon = (model: number, polygon: number, before: number): Step =>
  withPolygons(model, records => [...records.slice(0, before), records[polygon] ?? {}, ...records.slice(before)])

/** Deletes a vertex that no polygon uses: numbers of later ones become less. */
export const removeVertex =
  (model: number, vertex: number): Step =>
  opened => {
    const path = `model_data/${model}`
    const data = fieldsAt(opened, path)
    const vertices = (data['vertices'] as readonly Value[]).filter((_, at) => at !== vertex)
    const arrays = (data['polygon_arrays'] as readonly Fields[]).map(one => ({
      ...one,
      vertex_indices: (one['vertex_indices'] as readonly number[]).map(index => (index > vertex ? index - 1 : index)),
    }))
    return assignAll(opened, [{ path, value: { ...data, vertices, polygon_arrays: arrays } }])
  }

/** The list and its pointer, which is zero where the list is empty (mw3 1). */
const children = (slot: number, list: readonly number[], pointer = POINTER): readonly Assigned[] => [
  { path: `node_data/${slot}/child_indices`, value: [...list] },
  { path: `nodes/${slot}/child_array_ptr`, value: list.length > 0 ? pointer : 0 },
]

/** Moves a node with one parent below another one. */
export const reparent =
  (slot: number, to: number): Step =>
  opened => {
    const [from = 0] = numbersAt(opened, `node_data/${slot}/parent_indices`)
    const kept = (parent: number): readonly number[] =>
      numbersAt(opened, `node_data/${parent}/child_indices`).filter(child => child !== slot)
    const pointer = (parent: number): number => numberAt(opened, `nodes/${parent}/child_array_ptr`) || POINTER
    return assignAll(opened, [
      ...children(from, kept(from), pointer(from)),
      ...children(to, [...kept(to), slot], pointer(to)),
      { path: `node_data/${slot}/parent_indices`, value: [to] },
    ])
  }

export const rename = (slot: number, name: string): Step => set({ path: `nodes/${slot}/name`, value: name })

const ZEROS = Array.from({ length: 12 }, () => 0)
const PLACED = {
  flags: 0x20,
  opacity: 0,
  color: [0, 0, 0],
  field_20: 0,
  rotate: [0, 0, 0],
  scale: [1, 1, 1],
  transform: [1, 0, 0, 0, 1, 0, 0, -0, 1, 10, 0, 20],
  field_96: ZEROS,
}
/** Any address; the one that the reference files have. */
const ADDRESS = 0xdefa0175

/** Uses the first free slot for an object, as the last child of a node. */
export const addNode =
  (slot: number, name: string, model: number, parent = 0): Step =>
  opened => {
    const axes = ['x', 'y', 'z'].map((_, axis) =>
      listAt(opened, `model_data/${model}/vertices`).map(vertex => Number((vertex as readonly Value[])[axis])),
    )
    return assignAll(opened, [
      { path: 'node_last_free', value: numberAt(opened, 'node_last_free') + 1 },
      { path: `models/${model}/parent_count`, value: numberAt(opened, `models/${model}/parent_count`) + 1 },
      ...children(
        parent,
        [...numbersAt(opened, `node_data/${parent}/child_indices`), slot],
        numberAt(opened, `nodes/${parent}/child_array_ptr`) || ADDRESS,
      ),
      {
        path: `nodes/${slot}`,
        value: {
          ...fieldsAt(opened, `nodes/${slot}`),
          name,
          flags: 0x0308021c,
          update_flags: 1,
          zone_id: 255,
          node_class: 5,
          data_ptr: ADDRESS,
          model_index: model,
          action_priority: 1,
          area_partition_x: -1,
          area_partition_z: -1,
          parent_count: 1,
          parent_array_ptr: ADDRESS,
          model_bbox_min: axes.map(values => Math.min(...values)),
          model_bbox_max: axes.map(values => Math.max(...values)),
          field_196: 160,
          link: 0,
        },
      },
      { path: `node_data/${slot}`, value: { class_data: PLACED, parent_indices: [parent], child_indices: [] } },
    ])
  }
