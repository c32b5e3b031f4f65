import fc from 'fast-check'
import { expect, it } from 'vitest'
import { apply } from '../../../edit'
import { StudioError, type Opened, type ParameterValues } from '../../../format'
import { document, locate, type Bytes } from '../../../layout'
import { performOperation, type Performed } from '../../../studio/operations/perform'
import { ASWM } from '../aswm/aswm'
import { formatOf, shelf } from '../opened.fixture'
import { areaFile, listOf, structOf, treeFile } from '../sample/files'
import { areaSize } from '../sample/ground'
import { sampleMesh } from '../sample/mesh'
import { soundMesh } from './walkmesh-entry'

const PLAN = { width: 2, height: 2, tileWidth: 9, cells: 2, heightAt: (x: number) => x / 9, surfaceAt: () => 0x20 }
const MESHES = [sampleMesh(PLAN, true), sampleMesh(PLAN, false)]
const LIST = 15
const FLOAT = 8
const point = (x: number, y: number): object =>
  structOf(3, [
    ['PointX', FLOAT, x],
    ['PointY', FLOAT, y],
  ])
const CUTTER = treeFile('GIT ', [
  [
    'TriggerList',
    LIST,
    listOf([
      structOf(1, [
        ['Type', 5, 3],
        ['XPosition', FLOAT, 2],
        ['YPosition', FLOAT, 2],
        ['Geometry', LIST, listOf([point(0, 0), point(7, 1), point(3, 9)])],
      ]),
    ]),
  ],
])

/** Numbers that readers of a mesh use as a place, a count or a length. */
const FIELDS = [
  'version',
  'vertex_count',
  'edge_count',
  'triangle_count',
  'triangle_offset',
  'vertices/0/x',
  'vertices/6/y',
  'vertices/12/z',
  'edges/3/vertex_0',
  'edges/9/vertex_1',
  'edges/9/triangle_0',
  'edges/9/triangle_1',
  'triangles/3/v0',
  'triangles/9/v2',
  'triangles/3/linked_edges/1',
  'triangles/9/linked_triangles/2',
  'triangles/3/centre_x',
  'triangles/9/island',
  'tiles_flags',
  'tile_width',
  'grid_width',
  'grid_height',
  'tiles/1/owns_data',
  'tiles/1/triangles_count',
  'tiles/1/triangles_offset',
  'tiles/1/path_flags',
  'tiles/1/ltn_length',
  'tiles/1/ntl_length',
  'tiles/1/rle_size',
  'tiles/1/local_to_node',
  'tiles/1/node_to_local/0',
  'tiles/1/nodes',
  'border_size',
  'island_count',
  'islands/0/index',
  'islands/0/adjacent_count',
  'islands/0/exits/0',
  'matrix/1/next',
]
const NAN = 0x7fc00000
const LARGEST = 0x7f7fffff
const WORDS = [0, 1, 2, 5, 31, 255, 65_536, 0x80000000, 0xffffffff, NAN, 0x7f800000, LARGEST]

const TRIANGLES = [3, 9, 17]
const VERTICES = [6, 7]
const GIVEN: readonly (readonly [operation: string, parameters: ParameterValues, records?: readonly number[]])[] = [
  ['nwn2.bake', {}],
  ['nwn2.bake', { tiles: 'stale' }],
  ['nwn2.apply-cutters', {}],
  ['nwn2.take-walkmesh', { file: 'other.trx' }],
  ['nwn2.make-trx', {}],
  ['nwn2.set-walkable', { walkable: false }, TRIANGLES],
  ['nwn2.set-walkable', { walkable: true, bake: false }, TRIANGLES],
  ['nwn2.set-surface', { surface: 'mud' }, TRIANGLES],
  ['nwn2.split-triangles', {}, TRIANGLES],
  ['nwn2.split-triangles', { at: 'longest-side' }, TRIANGLES],
  ['nwn2.add-triangle', { side: 2, x: 1e5, y: -3 }, [0]],
  ['nwn2.delete-triangles', {}, TRIANGLES],
  ['nwn2.move-vertices', { x: -1e5, y: 3 }, VERTICES],
  ['nwn2.merge-vertices', {}, VERTICES],
  ['nwn2.delete-vertices', {}, VERTICES],
]
const STEPS = { step: () => Promise.resolve(), nextEntry: (archive: string) => `${archive}!#9` }

const damage = fc.record({
  mesh: fc.constantFrom(...MESHES),
  words: fc.array(fc.tuple(fc.constantFrom(...FIELDS), fc.constantFrom(...WORDS)), { minLength: 1, maxLength: 3 }),
  cut: fc.oneof({ weight: 5, arbitrary: fc.constant(1) }, fc.double({ min: 0, max: 1, noNaN: true })),
})

type Damage = typeof damage extends fc.Arbitrary<infer T> ? T : never

function damaged({ mesh, words, cut }: Damage): Bytes {
  const bytes = mesh.slice()
  const view = new DataView(bytes.buffer)
  const opened = document(ASWM, mesh)
  for (const [path, word] of words) {
    const field = locate(opened, path)
    if (field && field.offset + 4 <= bytes.length) {
      if (field.size >= 4) view.setUint32(field.offset, word, true)
      else bytes[field.offset] = word
    }
  }
  return bytes.slice(0, Math.floor(bytes.length * cut))
}

const EXAMPLES = MESHES.flatMap(mesh =>
  [['vertices/6/y', NAN] as const, ['triangles/9/v2', 2] as const].map(([path, word]): [Damage] => [
    { mesh, words: [[path, word]], cut: 1 },
  ]),
)

/** The file of an area with this mesh, stored plain, beside its objects and another area; and the mesh in it. */
function areaWith(mesh: Bytes): readonly [area: Opened, mesh: Opened] {
  const bytes = areaFile([
    ['TRWH', areaSize(2, 2)],
    ['ASWM', mesh],
  ])
  const all = shelf({ 'a.trn': bytes, 'a.git': CUTTER, 'other.trx': bytes })
  const area = all.open('a.trn')
  const own = all.all(area).find(({ name }) => name === 'ASWM')
  return own ? [area, own] : expect.unreachable()
}

it('a damaged mesh is changed and stays sound, or is refused with a code: nothing else is thrown', async () => {
  const seen = new Map(GIVEN.map(([operation]) => [operation, new Set<string>()]))
  await fc.assert(
    fc.asyncProperty(damage, async given => {
      const [area, own] = areaWith(damaged(given))
      for (const [operation, parameters, records = []] of GIVEN) {
        const entry = operation === 'nwn2.make-trx' ? area : own
        const words = { operation, parameters, records }
        const result = await performOperation(formatOf(entry), entry, words, STEPS).catch((error: unknown) => error)
        if (result instanceof Error && !(result instanceof StudioError)) throw result
        seen.get(operation)?.add(result instanceof StudioError ? result.code : 'done')
        const edits = result instanceof StudioError ? [] : (result as Performed).outcome.edits
        for (const { entry: path, splices } of edits)
          if (path === own.path) expect(() => soundMesh(apply(own.bytes, splices), own), operation).not.toThrow()
      }
    }),
    { seed: 11, numRuns: 40, endOnFailure: true, examples: EXAMPLES },
  )
  for (const [operation, codes] of seen)
    expect([operation, codes.has('done'), codes.size > 1], [...codes].join()).toEqual([operation, true, true])
})
