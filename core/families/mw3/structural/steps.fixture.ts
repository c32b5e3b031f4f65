import { insertRecords, locate, assignAll, type Assigned, type Value } from '../../../layout'
import { textureRecord } from '../operations/change-model'
import { fieldsAt, numberAt, numbersAt, relatives, type Fields, type Step } from '../operations/world-edit'

// Edits that change numbers of records, for tests.

export const set =
  (...given: readonly Assigned[]): Step =>
  opened =>
    assignAll(opened, given)

export const append =
  (array: string, value: Value): Step =>
  opened =>
    insertRecords(opened, array, locate(opened, array)?.childCount ?? 0, [value])

export const addTexture = (text: string): Step => append('textures', textureRecord(text, 'tif'))

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

/** Moves a node with one parent below another one. */
export const reparent =
  (slot: number, to: number): Step =>
  opened => {
    const [from = 0] = numbersAt(opened, `node_data/${slot}/parent_indices`)
    const kept = (parent: number): readonly number[] =>
      numbersAt(opened, `node_data/${parent}/child_indices`).filter(child => child !== slot)
    return assignAll(opened, [
      ...relatives(opened, from, 'child', kept(from)),
      ...relatives(opened, to, 'child', [...kept(to), slot]),
      { path: `node_data/${slot}/parent_indices`, value: [to] },
    ])
  }

export const rename = (slot: number, name: string): Step => set({ path: `nodes/${slot}/name`, value: name })
