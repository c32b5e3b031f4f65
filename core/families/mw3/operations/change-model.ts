import { StudioError, type OperationRun } from '../../../format'
import { assignAll, insertRecords, locate, type Document, type Value } from '../../../layout'
import { MOST_RECORDS } from '../rules/gamez-context'
import {
  coordinate,
  coordinatesOf,
  fieldsAt,
  numberAt,
  worldOperation,
  type Step,
  type WorldChange,
} from './world-edit'

/** A record of the texture directory that nothing uses yet (mw3 4). */
export const textureRecord = (text: string, second: string): Value => ({
  image_ptr: 0,
  surface_ptr: 0,
  name: second === '' ? text : { text, second },
  state: 2,
  category: 0,
  mip_index: -1,
})

/** A new name at the end of the texture directory; its pixels are in a texture package (mw3 4). */
export const ADD_TEXTURE = worldOperation({
  id: 'add-texture',
  parameters: [
    { name: 'name', kind: 'text', initial: 'texture' },
    { name: 'extension', kind: 'text', initial: 'tif' },
  ],
  change(opened, { parameters }) {
    const count = numberAt(opened, 'texture_count')
    const [text, second] = [String(parameters['name']), String(parameters['extension'])]
    const step: Step = world => insertRecords(world, 'textures', count, [textureRecord(text, second)])
    return { steps: [step], code: 'label.texture-added', records: [], counts: { records: 1 } }
  },
})

const part = (name: string) => ({ name, kind: 'number', isWhole: true, least: 0, most: 255, initial: 255 }) as const

/** A coloured material in the first free slot (mw3 5.2). */
export const ADD_MATERIAL = worldOperation({
  id: 'add-material',
  parameters: [part('red'), part('green'), part('blue'), part('alpha')],
  change(opened, { parameters }) {
    const slot = numberAt(opened, 'material_count')
    const size = numberAt(opened, 'material_array_size')
    if (slot + 1 >= size) throw new StudioError('mw3.material.slots', { n: size })
    const value = {
      ...fieldsAt(opened, `materials/${slot}`),
      alpha: Number(parameters['alpha']),
      flags: 0x10,
      color: ['red', 'green', 'blue'].map(name => Number(parameters[name])),
      field_24: 0.5,
      field_28: 0.5,
    }
    const step: Step = world =>
      assignAll(world, [
        { path: 'material_count', value: slot + 1 },
        { path: `materials/${slot}`, value: withoutLinks(value) },
      ])
    return { steps: [step], code: 'label.material-added', records: [slot], counts: { records: 1 } }
  },
})

/** The links follow from the number of used slots. */
function withoutLinks(fields: Readonly<Record<string, Value>>): Value {
  const { link_a: _a, link_b: _b, ...rest } = fields
  return rest
}

/** The model of a record. Throws StudioError `mw3.model.free` for a free slot. */
function neededModel(count: number, model: number): number {
  if (model >= count) throw new StudioError('mw3.model.free', { model, n: count })
  return model
}

/** Changes of each chosen model by itself; boxes around it do not follow. */
function changedModels(
  opened: Document,
  { records }: OperationRun,
  { code, counted }: { readonly code: string; readonly counted: string },
  stepOf: (model: number, polygons: number) => Step,
): WorldChange {
  const models = numberAt(opened, 'model_count')
  const steps = records.map(model =>
    stepOf(neededModel(models, model), numberAt(opened, `models/${model}/polygon_count`)),
  )
  const notices = [{ code: 'notice.mw3.boxes', params: {} }]
  return { steps, code, records, counts: { [counted]: records.length }, notices }
}

/** A vertex at the end of each chosen model; no polygon uses it yet. */
export const ADD_VERTEX = worldOperation({
  id: 'add-vertex',
  records: 'models',
  parameters: [coordinate('x'), coordinate('y'), coordinate('z')],
  change(opened, given) {
    const vertex = coordinatesOf(given)
    return changedModels(opened, given, { code: 'label.vertices-added', counted: 'vertices' }, (model, polygons) => {
      if (polygons === 0) throw new StudioError('mw3.model.no-polygons', { model })
      const path = `model_data/${model}/vertices`
      return world => insertRecords(world, path, locate(world, path)?.childCount ?? 0, [[...vertex]])
    })
  },
})

/** Deletes a polygon of each chosen model, with its corners. Vertices stay. */
export const DELETE_POLYGON = worldOperation({
  id: 'delete-polygon',
  records: 'models',
  parameters: [{ name: 'polygon', kind: 'number', isWhole: true, least: 0, most: MOST_RECORDS - 1, initial: 0 }],
  change(opened, given) {
    const polygon = Number(given.parameters['polygon'])
    return changedModels(opened, given, { code: 'label.polygons-deleted', counted: 'polygons' }, (model, polygons) => {
      if (polygon >= polygons) throw new StudioError('mw3.model.polygon', { model, polygon, n: polygons })
      if (polygons === 1) throw new StudioError('mw3.model.last-polygon', { model })
      return withoutPolygon(model, polygon)
    })
  },
})

const withoutPolygon =
  (model: number, polygon: number): Step =>
  opened => {
    const path = `model_data/${model}`
    const data = fieldsAt(opened, path)
    const rest = (name: string): Value => ((data[name] ?? []) as readonly Value[]).filter((_, at) => at !== polygon)
    const value = { ...data, polygons: rest('polygons'), polygon_arrays: rest('polygon_arrays') }
    return assignAll(opened, [{ path, value }])
  }
