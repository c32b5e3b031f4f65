import { describe, expect, it } from 'vitest'
import { apply, invertSplices } from '../../../edit'
import type { ParameterValues } from '../../../format'
import { assignAll, type Bytes } from '../../../layout'
import { MW3_FORMATS } from '../mw3-formats'
import { describeReference, fixture } from '../reference.fixture'
import { faultsOf } from '../referee/referee.fixture'
import { sampleWorld } from '../sample/sample-world'
import { treeOf } from './node-tree'
import { operated } from './operate.fixture'
import { numberAt, numbersAt, stepped, worldOf } from './world-edit'

/** Nodes of the sample: 0 world, 5 ground, 6 building with levels 7 and 9, 13 crate, 14 an Empty one on 6. */
const WORLD = sampleWorld([[40, 0, 40]])
const USED = 15

/** The world after an operation: the reader of the notes takes it, and undo restores the world before. */
async function after(
  world: Bytes,
  id: string,
  records: readonly number[],
  given: ParameterValues = {},
): Promise<Bytes> {
  const { splices } = await operated(world, id, records, given)
  const made = apply(world, splices)
  expect(faultsOf(made)).toEqual([])
  expect(Buffer.compare(apply(made, invertSplices(splices)), world), 'undone').toBe(0)
  return made
}

const codeOf = async (
  id: string,
  records: readonly number[],
  given: ParameterValues = {},
  world: Bytes = WORLD,
): Promise<unknown> =>
  operated(world, id, records, given).then(
    () => undefined,
    (error: unknown) => (error as { readonly code?: string }).code,
  )

describeReference('operations on golden files', () => {
  it.each<readonly [string, string, string, readonly number[], ParameterValues]>([
    ['plain', 'vertex', 'add-vertex', [1], { x: 1, y: 2, z: 3 }],
    ['harsh', 'vertex', 'add-vertex', [0], { x: 1, y: 2, z: 3 }],
    ['plain', 'texture', 'add-texture', [], { name: 'sky' }],
    ['harsh', 'texture', 'add-texture', [], { name: 'sky' }],
    ['plain', 'polygon', 'delete-polygon', [1], {}],
    ['harsh', 'polygon', 'delete-polygon', [0], {}],
    ['plain', 'material', 'add-material', [], { red: 10, green: 20, blue: 30 }],
    ['harsh', 'material', 'add-material', [], { red: 10, green: 20, blue: 30 }],
    ['plain', 'node', 'add-node', [0], { name: 'rock01', model: 1, x: 10, z: 20 }],
    ['harsh', 'node', 'add-node', [0], { name: 'rock01', model: 0, x: 10, z: 20 }],
    ['plain', 'delete', 'delete-node', [13], {}],
    ['plain', 'rename', 'rename-node', [11], { name: 'pool' }],
    ['plain', 'reparent', 'reparent-node', [11], { parent: 6 }],
  ])('%s: %s gives the expected file', async (base, edit, id, records, given) => {
    const made = await after(fixture(`golden/${base}.zbd`), id, records, given)
    expect(Buffer.compare(made, fixture(`edits/${base}_${edit}.zbd`))).toBe(0)
  })
})

describe('operations on nodes', () => {
  it('copy a node with all below it, and the Empty nodes on it', async () => {
    const tree = treeOf(worldOf(await after(WORLD, 'duplicate-node', [6])))
    expect(tree.slice(USED).map(({ kind, parents, children }) => [kind, parents, children])).toEqual([
      [5, [0], [16, 18]],
      [6, [15], [17]],
      [5, [16], []],
      [6, [15], [19]],
      [5, [18], []],
      [0, [15], []],
    ])
    expect(tree[0]?.children).toEqual([5, 6, 11, 12, 13, 15])
    const alone = treeOf(worldOf(await after(WORLD, 'duplicate-node', [6], { children: false, name: 'ruin' })))
    expect(alone.slice(USED).map(({ children }) => children)).toEqual([[]])
  })

  it('delete a node with all below it, and the models that no other node uses', async () => {
    const made = worldOf(await after(WORLD, 'delete-node', [6]))
    const tree = treeOf(made)
    expect(tree.map(({ kind, model }) => [kind, model])).toEqual([
      ...treeOf(worldOf(WORLD))
        .slice(0, 5)
        .map(({ kind }) => [kind, -1]),
      [5, 0],
      [5, 2],
      [5, 3],
      [5, 1],
    ])
    expect([numberAt(made, 'model_count'), tree[0]?.children]).toEqual([4, [5, 6, 7, 8]])
    const before = numbersAt(worldOf(WORLD), 'model_data/3/polygon_arrays/0/vertex_indices')
    expect(numbersAt(made, 'model_data/2/polygon_arrays/0/vertex_indices')).toEqual(before)
  })

  it('move a node; where it is there already nothing is done', async () => {
    const tree = treeOf(worldOf(await after(WORLD, 'reparent-node', [13, 14], { parent: 5 })))
    expect([tree[5]?.children, tree[13]?.parents, tree[14]?.parents]).toEqual([[13], [5], [5]])
    expect((await operated(WORLD, 'reparent-node', [13], { parent: 0 })).edits).toEqual([])
  })

  it('add free slots where they are wanted, else are refused when one is left', async () => {
    let world = WORLD
    const used = (): number => treeOf(worldOf(world)).length
    const size = numberAt(worldOf(WORLD), 'node_array_size')
    const parents = [0, 5, 6, 7, 8, 10, 11, 12, 13]
    while (used() < size - 1) world = await after(world, 'add-node', parents.slice(0, size - 1 - used()))
    expect(await codeOf('add-node', [5], {}, world)).toBe('mw3.node.slots')
    expect(await codeOf('duplicate-node', [13], {}, world)).toBe('mw3.node.slots')
    world = await after(world, 'duplicate-node', [6], { grow: true, children: false })
    expect([used(), numberAt(worldOf(world), 'node_array_size')]).toEqual([size, size + 1])
  })

  it.each<readonly [string, string, readonly number[], ParameterValues]>([
    ['mw3.node.fixed', 'rename-node', [0], { name: 'x' }],
    ['mw3.node.fixed', 'delete-node', [4], {}],
    ['mw3.node.fixed', 'duplicate-node', [2], {}],
    ['mw3.node.free', 'rename-node', [USED], { name: 'x' }],
    ['mw3.node.parent', 'add-node', [14], {}],
    ['mw3.node.parent', 'reparent-node', [13], { parent: 4 }],
    ['mw3.node.model', 'add-node', [0], { model: 5 }],
    ['mw3.node.cycle', 'reparent-node', [6], { parent: 10 }],
    ['mw3.node.cycle', 'reparent-node', [6], { parent: 6 }],
    ['mw3.node.last-child', 'reparent-node', [8], { parent: 5 }],
    ['mw3.node.last-child', 'delete-node', [8], {}],
    ['mw3.node.fewest', 'delete-node', [5, 6, 11, 12, 13], {}],
    ['mw3.node.last-child', 'duplicate-node', [7], { children: false }],
    ['mw3.node.empty', 'reparent-node', [14], { parent: 0 }],
    ['mw3.model.free', 'add-vertex', [5], {}],
    ['mw3.model.polygon', 'delete-polygon', [1], { polygon: 999 }],
    ['mw3.node.name', 'rename-node', [13], { name: 'x'.repeat(36) }],
    ['mw3.node.name', 'add-node', [0], { name: 'é' }],
  ])('%s: %s of %j %j is refused', async (code, id, records, given) => {
    expect(await codeOf(id, records, given)).toBe(code)
  })

  it('refuse a node that a light names, and a damaged world', async () => {
    const light = 'node_data/4/class_data/light_parents'
    const named = apply(
      WORLD,
      stepped(worldOf(WORLD), [opened => assignAll(opened, [{ path: light, value: [13] }])]).splices,
    )
    expect(await codeOf('delete-node', [13], {}, named)).toBe('mw3.node.referred')
    for (const { id, records } of MW3_FORMATS[0]?.operations ?? [])
      expect(await codeOf(id, records ? [1] : [], {}, WORLD.slice(0, -9))).toBe('mw3.world.damaged')
  })

  it('lists of children that contain a cycle end', async () => {
    const given = [
      { path: 'node_data/13/child_indices', value: [6] },
      { path: 'nodes/13/child_array_ptr', value: 1 },
      { path: 'node_data/6/child_indices', value: [7, 9, 13] },
    ]
    const world = apply(WORLD, stepped(worldOf(WORLD), [opened => assignAll(opened, given)]).splices)
    expect(await codeOf('reparent-node', [6], { parent: 13 }, world)).toBe('mw3.node.cycle')
    expect((await operated(world, 'duplicate-node', [6])).counts).toEqual({ nodes: 7 })
    expect((await operated(world, 'delete-node', [6])).counts).toMatchObject({ nodes: 6 })
  })
})
