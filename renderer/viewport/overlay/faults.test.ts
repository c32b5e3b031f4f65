import { describe, expect, it } from 'vitest'
import type { Problem, SurfaceItem } from '@areal-studio/core/format'
import { faultMarks, faultsOf, MOST_FACES } from './faults'
import { regionsItem } from '../scene/items.fixture'

const item = (given: Partial<SurfaceItem>): SurfaceItem =>
  regionsItem({
    recordCount: 3,
    positions: Float32Array.of(0, 0, 0, 6, 0, 0, 0, 6, 3),
    indices: Uint32Array.of(0, 1, 2),
    records: Uint32Array.of(0),
    ...given,
  })
const regions = item({
  anchors: Float32Array.of(1, 1, 1, 2, 2, 2, NaN, 0, 0),
  rings: Uint32Array.of(0, 1, 2),
  ringStarts: Uint32Array.of(0, 3, 3, 3),
})
const terrain = item({ id: 'terrain', layer: 'terrain', noun: 'face', entry: 'Land.msh!#3', array: 'faces' })
const problem = (entry: string, path: string | undefined, severity: Problem['severity'] = 'error'): Problem => ({
  code: 'x.y',
  severity,
  params: {},
  file: 'Land',
  entry,
  ...(path !== undefined && { path }),
})
const of = (problems: readonly Problem[], broken: Parameters<typeof faultsOf>[2] = []) =>
  faultsOf({ regions, terrain }, problems, broken)

describe('faults of a map', () => {
  it('join the problems of a record, whichever of its fields they are of', () => {
    const found = of([
      problem('Land.map!#0', 'areals/1/links/0'),
      problem('Land.map!#0', 'areals/0'),
      problem('Land.map!#0', 'areals/1/class_id', 'warning'),
    ])
    expect(found.map(fault => [fault.kind, fault.record, fault.at, fault.problems.length])).toEqual([
      ['region', 1, [2, 2, 2], 2],
      ['region', 0, [1, 1, 1], 1],
    ])
  })

  it('leave out what only informs, other entries, whole files and records without a place', () => {
    expect(
      of([
        problem('Land.map!#0', 'areals/0', 'info'),
        problem('Other.map!#0', 'areals/0'),
        problem('Land.map!#0', undefined),
        problem('Land.map!#0', 'cells/0'),
        problem('Land.map!#0', 'areals/2'),
      ]),
    ).toEqual([])
  })

  it('are outlines that are none, with or without a problem', () => {
    const found = of(
      [problem('Land.map!#0', 'areals/0')],
      [
        { record: 0, fault: 'flat' },
        { record: 1, fault: 'flat' },
      ],
    )
    expect(found.map(({ record, problems, broken }) => [record, problems.length, broken])).toEqual([
      [0, 1, 'flat'],
      [1, 0, 'flat'],
    ])
    expect(faultMarks(regions, found).map(mark => mark.kind)).toEqual(['path', 'path', 'dot'])
    expect(faultMarks(regions, found)[0]).toMatchObject({ isClosed: true, isDashed: true, tone: 'bad' })
  })

  it('are faces of the ground at their middles, a dot each', () => {
    const found = of([problem('Land.msh!#3', 'faces/0/flags')])
    expect(found).toMatchObject([{ kind: 'face', record: 0, at: [2, 2, 1] }])
    expect(faultMarks(regions, found)).toEqual([{ kind: 'dot', at: [2, 2, 1], tone: 'bad' }])
  })

  it('are no more faces than can be looked at', () => {
    const count = MOST_FACES + 50
    const wide = item({
      ...terrain,
      indices: Uint32Array.from({ length: 3 * count }, (_, i) => i % 3),
      records: Uint32Array.from({ length: count }, (_, t) => t),
      recordCount: count,
    })
    const problems = Array.from({ length: count }, (_, face) => problem('Land.msh!#3', `faces/${face}`))
    expect(faultsOf({ regions: undefined, terrain: wide }, problems, [])).toHaveLength(MOST_FACES)
  })
})
