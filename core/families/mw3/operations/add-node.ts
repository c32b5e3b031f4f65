import { StudioError } from '../../../format'
import { assignAll, type Assigned, type Document, type Value } from '../../../layout'
import { MOST_RECORDS } from '../rules/gamez-context'
import { CLASS } from '../rules/node-indices'
import { withFreeSlots } from './free-slots'
import { neededParent, nodeName, nodeOperation } from './node-tree'
import {
  ADDRESS,
  coordinate,
  coordinatesOf,
  fieldsAt,
  listAt,
  numberAt,
  numbersAt,
  relatives,
  type Step,
} from './world-edit'

/** An object to be added below `parent`. */
export interface NewNode {
  readonly slot: number
  readonly parent: number
  readonly name: string
  /** -1: none. */
  readonly model: number
  readonly place: readonly [x: number, y: number, z: number]
}

/** Flags of an Object3d with and without a model, as most of the game's have them (mw3 7.3). */
const [WITH_MODEL, WITHOUT_MODEL] = [0x0308_021c, 0x0308_001c]
const ORIGIN = [0, 0, 0]

/** Moved and not turned: the game's own tools write -0 at the eighth number (mw3 9.3). */
function placed(place: readonly number[]): Value {
  const isMoved = place.some(part => part !== 0)
  return {
    flags: isMoved ? 0x20 : 0x28,
    opacity: 0,
    color: ORIGIN,
    field_20: 0,
    rotate: ORIGIN,
    scale: [1, 1, 1],
    transform: [1, 0, 0, 0, 1, 0, 0, isMoved ? -0 : 0, 1, ...place],
    field_96: Array.from({ length: 12 }, () => 0),
  }
}

/** The smallest box around the vertices of a model; a point at the origin for none. */
function boxOf(opened: Document, model: number): readonly [min: number[], max: number[]] {
  const [min, max] = [
    [Infinity, Infinity, Infinity],
    [-Infinity, -Infinity, -Infinity],
  ]
  for (const vertex of model < 0 ? [] : listAt(opened, `model_data/${model}/vertices`))
    for (const [axis, value] of (vertex as readonly number[]).entries()) {
      min[axis] = Math.min(min[axis] ?? value, value)
      max[axis] = Math.max(max[axis] ?? value, value)
    }
  return min.every(Number.isFinite) ? [min, max] : [[...ORIGIN], [...ORIGIN]]
}

/** Uses a free slot, the first one, for an object, as the last child of its parent. */
export const addedNode =
  ({ slot, parent, name, model, place }: NewNode): Step =>
  opened => {
    const [min, max] = boxOf(opened, model)
    const uses: readonly Assigned[] =
      model < 0
        ? []
        : [{ path: `models/${model}/parent_count`, value: numberAt(opened, `models/${model}/parent_count`) + 1 }]
    const fields = {
      ...fieldsAt(opened, `nodes/${slot}`),
      name,
      flags: model < 0 ? WITHOUT_MODEL : WITH_MODEL,
      update_flags: 1,
      zone_id: 255,
      node_class: CLASS.object3d,
      data_ptr: ADDRESS,
      model_index: model,
      action_priority: 1,
      area_partition_x: -1,
      area_partition_z: -1,
      parent_count: 1,
      parent_array_ptr: ADDRESS,
      model_bbox_min: min,
      model_bbox_max: max,
      field_196: 160,
      link: 0,
    }
    return assignAll(opened, [
      { path: 'node_last_free', value: numberAt(opened, 'node_last_free') + 1 },
      ...uses,
      ...relatives(opened, parent, 'child', [...numbersAt(opened, `node_data/${parent}/child_indices`), slot]),
      { path: `nodes/${slot}`, value: fields },
      { path: `node_data/${slot}`, value: { class_data: placed(place), parent_indices: [parent], child_indices: [] } },
    ])
  }

/** Whether free slots may be added to a full array of nodes. */
export const GROW = { name: 'grow', kind: 'flag', initial: false } as const

/** A new object below each chosen node. */
export const ADD_NODE = nodeOperation({
  id: 'add-node',
  parameters: [
    { name: 'name', kind: 'text', initial: 'object' },
    { name: 'model', kind: 'number', isWhole: true, least: -1, most: MOST_RECORDS - 1, initial: -1 },
    coordinate('x'),
    coordinate('y'),
    coordinate('z'),
    GROW,
  ],
  change(tree, given, opened) {
    const { parameters, records } = given
    for (const parent of records) neededParent(tree, parent)
    const models = numberAt(opened, 'model_count')
    const [model, name] = [Number(parameters['model']), nodeName(parameters['name'])]
    if (model >= models) throw new StudioError('mw3.node.model', { model, n: models })
    const place = coordinatesOf(given)
    const added = records.map((parent, k) => ({ slot: tree.length + k, parent, name, model, place }))
    return {
      steps: [
        ...withFreeSlots(opened, tree.length, added.length, parameters['grow'] === true),
        ...added.map(addedNode),
      ],
      code: 'label.nodes-added',
      records: added.map(({ slot }) => slot),
      counts: { nodes: added.length },
      notices: [{ code: 'notice.mw3.cells', params: {} }],
    }
  },
})
