import { createPinia, setActivePinia } from 'pinia'
import { beforeEach, describe, expect, it } from 'vitest'
import type { MeshItem } from '@areal-studio/core/format'
import { useSettings, useText } from '../../state/settings.store'
import { meshItem } from '../scene/mesh.fixture'
import { motionRows } from './motion-rows'
import { MOST_OUTLINED } from './pose-ghosts'

beforeEach(() => {
  setActivePinia(createPinia())
  useSettings().language = 'en'
})

const small = meshItem()
const { rest } = small.nodes
const blended = {
  pieces: [0, 1],
  ghosts: [
    { of: 'first', pose: rest },
    { of: 'second', pose: rest },
  ],
  path: undefined,
  first: 1.5,
  second: 10,
  isLight: false,
} as const

/** The body with as many triangles, and the near arm with one. */
const withTriangles = (count: number): MeshItem => ({
  ...small,
  indices: new Uint32Array(3 * count + 3),
  pieces: { ...small.pieces, starts: Uint32Array.of(0, count, count + 1, count + 1) },
})

describe('the legend of the lines around a model', () => {
  it('names the two poses that are blended with their times, and the path of a node', () => {
    const path = { node: 2, places: [], keys: [[0, 0, 0]] } as const
    expect(
      motionRows(useText(), { ...blended, item: small, path }).map(({ words, fact }) => `${words} ${fact}`),
    ).toEqual(['Pose A 1.50', 'Pose B 10.00', 'Path of arm 1 key'])
  })
  it('says why there are no outlines where the model is too large for them, in both languages', () => {
    const words = (count: number): readonly string[] =>
      motionRows(useText(), { ...blended, pieces: [0], item: withTriangles(count) }).map(row => row.words)
    expect(words(MOST_OUTLINED)).toEqual(['Pose A', 'Pose B'])
    expect(words(MOST_OUTLINED + 1)).toEqual([
      'Outlines of other poses are not drawn: 3,001 triangles, the limit is 3,000',
    ])
    useSettings().language = 'ru'
    expect(words(MOST_OUTLINED + 1)).toEqual([
      expect.stringMatching(/^Контуры других поз не рисуются: треугольников 3\s001, предел 3\s000$/),
    ])
  })
  it('counts the triangles of the pieces that are drawn', () => {
    const rows = (...pieces: readonly number[]): readonly string[] =>
      motionRows(useText(), { ...blended, item: withTriangles(MOST_OUTLINED), pieces }).map(({ id }) => id)
    expect(rows(0)).toEqual(['first', 'second'])
    expect(rows(0, 1)).toEqual(['too-many'])
    expect(rows()).toEqual([])
  })
})
