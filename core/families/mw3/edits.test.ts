import { expect, it } from 'vitest'
import { apply, compose, followed, invertSplices } from '../../edit'
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
} from '../../layout'
import { GAMEZ } from './gamez/gamez'
import { describeReference, fixture } from './reference.fixture'

type Step = (opened: Document) => Assignment

const set =
  (...given: readonly Assigned[]): Step =>
  opened =>
    assignAll(opened, given)
const append =
  (array: string, value: Value): Step =>
  opened =>
    insertRecords(opened, array, locate(opened, array)?.childCount ?? 0, [value])

/** One edit of several steps: what follows from them is computed once, at its end. */
function edited(bytes: Bytes, steps: readonly Step[]): readonly Splice[] {
  const opened = document(GAMEZ, bytes)
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

const listAt = (opened: Document, path: string): readonly Value[] => {
  const value = locate(opened, path)?.value
  return Array.isArray(value) ? (value as readonly Value[]) : []
}
/** A model's data without a polygon and its arrays, given whole: records of both have their own sizes. */
const withoutPolygon =
  (model: number, polygon: number): Step =>
  opened => {
    const path = `model_data/${model}`
    const kept = (name: string): readonly Value[] => listAt(opened, `${path}/${name}`).filter((_, at) => at !== polygon)
    const data = locate(opened, path)?.value as Readonly<Record<string, Value>>
    return assignAll(opened, [
      { path, value: { ...data, polygons: kept('polygons'), polygon_arrays: kept('polygon_arrays') } },
    ])
  }

const TEXTURE = {
  image_ptr: 0,
  surface_ptr: 0,
  name: { text: 'sky', second: 'tif' },
  state: 2,
  category: 0,
  mip_index: -1,
}

const material = (slot: number): readonly Step[] => [
  set(
    { path: 'material_count', value: slot + 1 },
    {
      path: `materials/${slot}`,
      value: {
        alpha: 255,
        flags: 0x10,
        rgb: 0,
        color: [10, 20, 30],
        texture_index: 0,
        field_20: 0,
        field_24: 0.5,
        field_28: 0.5,
        soil: 0,
        cycle_ptr: 0,
      },
    },
  ),
]

/** Takes the first free slot for an object, as the last child of the world. */
const node =
  (slot: number, model: number, lastFree: number): Step =>
  opened => {
    const POINTER = 0xdefa0175
    const axes = ['x', 'y', 'z'].map((_, axis) =>
      listAt(opened, `model_data/${model}/vertices`).map(vertex => Number((vertex as readonly Value[])[axis])),
    )
    const uses = Number(locate(opened, `models/${model}/parent_count`)?.value)
    const object = locate(opened, 'node_data/5/class_data')?.value as Readonly<Record<string, Value>>
    const free = locate(opened, `nodes/${slot}`)?.value as Readonly<Record<string, Value>>
    return assignAll(opened, [
      { path: 'node_last_free', value: lastFree + 1 },
      { path: `models/${model}/parent_count`, value: uses + 1 },
      { path: 'node_data/0/child_indices', value: [...listAt(opened, 'node_data/0/child_indices'), slot] },
      {
        path: `nodes/${slot}`,
        value: {
          ...free,
          name: 'rock01',
          flags: 0x0308021c,
          update_flags: 1,
          zone_id: 255,
          node_class: 5,
          data_ptr: POINTER,
          model_index: model,
          action_priority: 1,
          area_partition_x: -1,
          area_partition_z: -1,
          parent_count: 1,
          parent_array_ptr: POINTER,
          model_bbox_min: axes.map(values => Math.min(...values)),
          model_bbox_max: axes.map(values => Math.max(...values)),
          field_196: 160,
          link: 0,
        },
      },
      {
        path: `node_data/${slot}`,
        value: {
          class_data: {
            ...object,
            flags: 0x20,
            opacity: 0,
            color: [0, 0, 0],
            field_20: 0,
            rotate: [0, 0, 0],
            scale: [1, 1, 1],
            transform: [1, 0, 0, 0, 1, 0, 0, -0, 1, 10, 0, 20],
            field_96: Array.from({ length: 12 }, () => 0),
          },
          parent_indices: [0],
          child_indices: [],
        },
      },
    ])
  }

/** Deletes a node that no other node names: later slots move up, and a free one is put at the end. */
const withoutNode =
  (slot: number): Step =>
  opened => {
    const kept = (path: string): readonly Value[] => listAt(opened, path).filter((_, at) => at !== slot)
    const slots = listAt(opened, 'nodes')
    // Places and links are left out; the word of an Empty node is its parent.
    const isEmpty = (node: Readonly<Record<string, Value>>): boolean =>
      node['node_class'] === 0 && node['action_priority'] === 1
    const unlinked = (node: Value): Value =>
      isEmpty(node as Readonly<Record<string, Value>>)
        ? node
        : { ...(node as Readonly<Record<string, Value>>), link: 0 }
    const root = opened.root.value as Readonly<Record<string, Value>>
    const value = {
      ...root,
      node_last_free: Number(root['node_last_free']) - 1,
      nodes: [...kept('nodes'), ...slots.slice(-1)].map(unlinked),
      node_data: [...kept('node_data'), { parent_indices: [], child_indices: [] }],
    }
    return assignAll(opened, [{ path: '', value }])
  }

describeReference('structural edits of golden files', () => {
  it.each<readonly [string, string, readonly Step[]]>([
    ['plain', 'vertex', [append('model_data/1/vertices', [1, 2, 3])]],
    ['harsh', 'vertex', [append('model_data/0/vertices', [1, 2, 3])]],
    ['plain', 'texture', [append('textures', TEXTURE)]],
    ['harsh', 'texture', [append('textures', TEXTURE)]],
    ['plain', 'polygon', [withoutPolygon(1, 0)]],
    ['harsh', 'polygon', [withoutPolygon(0, 0)]],
    ['plain', 'material', material(5)],
    ['harsh', 'material', material(5)],
    [
      'plain',
      'reparent',
      [
        opened =>
          assignAll(opened, [
            {
              path: 'node_data/0/child_indices',
              value: listAt(opened, 'node_data/0/child_indices').filter(child => child !== 11),
            },
            { path: 'node_data/6/child_indices', value: [...listAt(opened, 'node_data/6/child_indices'), 11] },
            { path: 'node_data/11/parent_indices', value: [6] },
          ]),
      ],
    ],
    ['plain', 'node', [node(15, 1, 15)]],
    ['harsh', 'node', [node(22, 0, -7)]],
    ['plain', 'delete', [withoutNode(13)]],
    ['plain', 'rename', [set({ path: 'nodes/11/name', value: 'pool' })]],
  ])('%s: %s gives the expected file', (base, edit, steps) => {
    const before = fixture(`golden/${base}.zbd`)
    const splices = edited(before, steps)
    const after = apply(before, splices)
    const expected = fixture(`edits/${base}_${edit}.zbd`)
    expect(after.length).toBe(expected.length)
    const wrong = after.findIndex((byte, at) => byte !== expected[at])
    expect(wrong < 0 ? [] : [wrong, after[wrong], expected[wrong]]).toEqual([])
    expect(Buffer.compare(apply(after, invertSplices(splices)), before), 'undone').toBe(0)
  })
})
