import { expect, it } from 'vitest'
import { apply, compose, followed } from '../../edit'
import {
  assignAll,
  document,
  insertRecords,
  locate,
  type Assigned,
  type Assignment,
  type Bytes,
  type Document,
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
function edited(bytes: Bytes, steps: readonly Step[]): Bytes {
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
  return apply(bytes, followed(opened, { splices, moves }))
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
    ['plain', 'rename', [set({ path: 'nodes/11/name', value: 'pool' })]],
  ])('%s: %s gives the expected file', (base, edit, steps) => {
    const after = edited(fixture(`golden/${base}.zbd`), steps)
    const expected = fixture(`edits/${base}_${edit}.zbd`)
    expect(after.length).toBe(expected.length)
    const wrong = after.findIndex((byte, at) => byte !== expected[at])
    expect(wrong < 0 ? [] : [wrong, after[wrong], expected[wrong]]).toEqual([])
  })
})
