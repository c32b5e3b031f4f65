import { expect, it } from 'vitest'
import { apply } from '../../../edit'
import { document, repairedWords } from '../../../layout'
import { GAMEZ } from '../gamez/gamez'
import { sampleWorld } from '../sample/sample-world'
import { placesOf, problemsOf, withBytes } from './broken.fixture'

const WORLD = sampleWorld([])
const HUGE = 2 ** 31 - 1

it.each([
  ['texture_count', HUGE, ['mw3.H11 texture_count', 'mw3.H3 texture_count']],
  ['texture_count', -1, ['mw3.H11 texture_count', 'mw3.H3 texture_count']],
  ['node_array_size', HUGE, ['mw3.H11 node_array_size', 'mw3.H7 node_array_size']],
  ['node_array_size', -1, ['mw3.H11 node_array_size', 'mw3.H7 node_array_size']],
  ['material_array_size', HUGE, ['mw3.H11 material_array_size', 'mw3.M1 material_array_size']],
  ['model_array_size', HUGE, ['mw3.H11 model_array_size', 'mw3.D1 model_array_size']],
  ['models/0/polygon_count', 2 ** 32 - 1, ['mw3.H11 models/0/polygon_count']],
  ['models/0/light_count', 2 ** 31, ['mw3.H11 models/0/light_count', 'mw3.D5 models/0/lights_ptr']],
  ['nodes/6/child_count', HUGE, ['mw3.H11 nodes/6/child_count', 'mw3.N9 nodes/6/child_count']],
  [
    'node_data/0/class_data/virt_partition_x_count',
    HUGE,
    ['mw3.H11 node_data/0/class_data/virt_partition_x_count', 'mw3.N15 node_data/0/class_data/virt_partition_x_count'],
  ],
])('of a file that %s = %d cuts short only what lies before is judged', async (path, value, expected) => {
  const problems = await problemsOf(withBytes(WORLD, { [path]: value }))
  expect(placesOf(problems).filter(place => !place.includes('.M11.'))).toEqual(expected)
  expect(problems.filter(({ fix }) => fix)).toEqual([])
})

it('judges data up to the first place that disagrees where a count shifts all that follows', async () => {
  const problems = await problemsOf(withBytes(WORLD, { 'models/1/morph_count': 1 }))
  const places = placesOf(problems)
  expect(places).toContain('mw3.D5 models/1/morphs_ptr')
  expect(places).toContain('mw3.D6 models/2/link')
  expect(
    places.filter(place => /model_data\/[2-9]|nodes|node_data|models\/3/.test(place) && !/H11/.test(place)),
  ).toEqual([])
})

it.each([
  ['nodes_offset', 36, 'mw3.H9'],
  ['models_offset', 500, 'mw3.H10'],
  ['models/1/link', 8, 'mw3.D6'],
  ['nodes/6/link', 0, 'mw3.N12'],
])('computes %s again in a file that is whole', async (path, value, code) => {
  const broken = withBytes(WORLD, { [path]: value })
  const problems = await problemsOf(broken)
  expect(problems.map(problem => problem.code)).toContain(code)
  const fixed = problems.filter(({ fix }) => fix?.id === 'layout.derived')
  expect(fixed.map(problem => problem.path)).toEqual([path])
  const repaired = apply(broken, repairedWords(document(GAMEZ, broken), path))
  expect(Buffer.compare(repaired, WORLD)).toBe(0)
})
