import { expect, it } from 'vitest'
import { apply } from '../../../edit'
import { shelfOf } from '../../../format/shelf.fixture'
import { document, locate, type Bytes, type Value } from '../../../layout'
import { GAMEZ } from '../gamez/gamez'
import { MW3_FORMATS } from '../mw3-formats'
import { sampleWorld } from '../sample/sample-world'
import { withBytes } from './broken.fixture'
import { objectMatrix } from './derived-floats'

const WORLD = sampleWorld([])

/** The file after the repair of its only problem that has one. */
async function repaired(broken: Bytes): Promise<Bytes> {
  const shelf = shelfOf(MW3_FORMATS, { 'gamez.zbd': broken })
  const entry = shelf.open('gamez.zbd')
  const [problem, ...more] = (await shelf.check(entry)).filter(({ fix }) => fix)
  expect(more).toEqual([])
  const format = MW3_FORMATS.find(({ id }) => id === 'mw3.gamez')
  const edits = problem?.fix && (await format?.repair?.(entry, problem.fix, problem))
  expect(edits?.map(({ entry: path }) => path)).toEqual([entry.path])
  return apply(broken, edits?.flatMap(({ splices }) => splices) ?? [])
}

it.each<readonly [string, Value]>([
  ['node_data/2/class_data/fov_h_cot', 2],
  ['node_data/2/class_data/lod_mul_inv_sq', 2],
  ['node_data/4/class_data/range_inv', 0],
  ['node_data/7/class_data/range_far_sq', 0],
  ['node_data/0/class_data/area_width', 1],
  ['node_data/0/class_data/partitions/6/mid/y', 15.000001],
  ['node_data/0/class_data/partitions/6/diagonal', 0],
])('computes %s from the numbers that it follows', async (path, value) => {
  expect(Buffer.compare(await repaired(withBytes(WORLD, { [path]: value })), WORLD)).toBe(0)
})

it('computes the matrix of an object from its angles and keeps its place', async () => {
  const [object, angles] = ['node_data/6/class_data', [0.1, 0.7, -0.2]]
  const bytes = await repaired(withBytes(WORLD, { [`${object}/rotate`]: angles }))
  const matrix = locate(document(GAMEZ, bytes), `${object}/transform`)?.value as readonly number[]
  // Check values of the notes (mw3 9.3).
  const expected = [0.736819, -0.197677, -0.646546, 0.214983, 0.97517, -0.053152, 0.640999, -0.099833, 0.761021]
  expect(matrix.slice(0, 9).map(cell => Number(cell.toFixed(6)))).toEqual(expected)
  expect(matrix.slice(9)).toEqual([-60, 0, 60])
})

it('has the signs of zeros and the scale of the exporter', () => {
  expect(objectMatrix([0, 0, 0], [1, 1, 1])).toEqual([1, 0, 0, 0, 1, 0, 0, -0, 1])
  expect(objectMatrix([0, 0, 0], [2, 3, 4])).toEqual([2, 0, 0, 0, 3, 0, 0, -0, 4])
})

it('offers no repair of a float that follows from numbers that are none', async () => {
  const broken = withBytes(WORLD, { 'node_data/2/class_data/fov_h_half': Number.NaN })
  const shelf = shelfOf(MW3_FORMATS, { 'gamez.zbd': broken })
  const problems = await shelf.check(shelf.open('gamez.zbd'))
  expect(problems.flatMap(({ path, fix }) => (fix ? [path] : []))).toEqual(['node_data/2/class_data/fov_h_half'])
})
