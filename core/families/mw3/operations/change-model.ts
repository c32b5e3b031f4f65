import { StudioError, type Operation } from '../../../format'
import { assignAll, insertRecords, locate, type Value } from '../../../layout'
import { MOST_RECORDS } from '../rules/gamez-context'
import { fieldsAt, neededWorld, numberAt, outcomeOf, type Step } from './world-edit'

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
export const ADD_TEXTURE: Operation = {
  id: 'add-texture',
  parameters: [
    { name: 'name', kind: 'text', initial: 'texture' },
    { name: 'extension', kind: 'text', initial: 'tif' },
  ],
  run(entry, { parameters }) {
    const opened = neededWorld(entry)
    const count = numberAt(opened, 'texture_count')
    const [text, second] = [String(parameters['name']), String(parameters['extension'])]
    return outcomeOf(entry, opened, [world => insertRecords(world, 'textures', count, [textureRecord(text, second)])], {
      code: 'label.texture-added',
      records: [],
      counts: { records: 1 },
    })
  },
}

const part = (name: string) => ({ name, kind: 'number', isWhole: true, least: 0, most: 255, initial: 255 }) as const

/** A coloured material in the first free slot (mw3 5.2). */
export const ADD_MATERIAL: Operation = {
  id: 'add-material',
  parameters: [part('red'), part('green'), part('blue'), part('alpha')],
  run(entry, { parameters }) {
    const opened = neededWorld(entry)
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
    return outcomeOf(entry, opened, [step], { code: 'label.material-added', records: [slot], counts: { records: 1 } })
  },
}

/** The links follow from the number of used slots. */
function withoutLinks(fields: Readonly<Record<string, Value>>): Value {
  const { link_a: _a, link_b: _b, ...rest } = fields
  return rest
}

const coordinate = (name: string) =>
  ({ name, kind: 'number', isWhole: false, least: -1e6, most: 1e6, initial: 0 }) as const

/** The model of a record. Throws StudioError `mw3.model.free` for a free slot. */
function neededModel(count: number, model: number): number {
  if (model >= count) throw new StudioError('mw3.model.free', { model, n: count })
  return model
}

/** A vertex at the end of each chosen model; no polygon uses it yet. */
export const ADD_VERTEX: Operation = {
  id: 'add-vertex',
  records: 'models',
  parameters: [coordinate('x'), coordinate('y'), coordinate('z')],
  run(entry, { parameters, records }) {
    const opened = neededWorld(entry)
    const models = numberAt(opened, 'model_count')
    const vertex = ['x', 'y', 'z'].map(axis => Math.fround(Number(parameters[axis])))
    const steps = records.map((record): Step => {
      const path = `model_data/${neededModel(models, record)}/vertices`
      if (numberAt(opened, `models/${record}/polygon_count`) === 0)
        throw new StudioError('mw3.model.no-polygons', { model: record })
      return world => insertRecords(world, path, locate(world, path)?.childCount ?? 0, [vertex])
    })
    return outcomeOf(entry, opened, steps, {
      code: 'label.vertices-added',
      records,
      counts: { vertices: records.length },
      notices: [{ code: 'notice.mw3.boxes', params: {} }],
    })
  },
}

/** Deletes a polygon of each chosen model, with its corners. Vertices stay. */
export const DELETE_POLYGON: Operation = {
  id: 'delete-polygon',
  records: 'models',
  parameters: [{ name: 'polygon', kind: 'number', isWhole: true, least: 0, most: MOST_RECORDS - 1, initial: 0 }],
  run(entry, { parameters, records }) {
    const opened = neededWorld(entry)
    const models = numberAt(opened, 'model_count')
    const polygon = Number(parameters['polygon'])
    const steps = records.map((record): Step => {
      const count = numberAt(opened, `models/${neededModel(models, record)}/polygon_count`)
      if (polygon >= count) throw new StudioError('mw3.model.polygon', { model: record, polygon, n: count })
      if (count === 1) throw new StudioError('mw3.model.last-polygon', { model: record })
      return world => {
        const path = `model_data/${record}`
        const data = fieldsAt(world, path)
        const rest = (name: string): Value => ((data[name] ?? []) as readonly Value[]).filter((_, at) => at !== polygon)
        const value = { ...data, polygons: rest('polygons'), polygon_arrays: rest('polygon_arrays') }
        return assignAll(world, [{ path, value }])
      }
    })
    return outcomeOf(entry, opened, steps, {
      code: 'label.polygons-deleted',
      records,
      counts: { polygons: records.length },
      notices: [{ code: 'notice.mw3.boxes', params: {} }],
    })
  },
}
