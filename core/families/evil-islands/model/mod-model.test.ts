import { describe, expect, it } from 'vitest'
import type { Opened } from '../../../format'
import { shelf } from '../opened.fixture'
import { sampleFigures } from '../sample/model'
import { modModel } from './mod-model'

const FILES = { 'Res/figures.res': sampleFigures() }

describe('the model of a MOD', () => {
  it('has its parts in the order of their link, each below its parent at its offset', async () => {
    const guard = await shelf(FILES).open('Res/figures.res').row('unsaguard.mod')
    const item = guard && (await modModel(guard))?.item
    expect(item?.nodes.names).toEqual(['hp', 'bd', 'hd'])
    expect([...(item?.nodes.parents ?? [])]).toEqual([-1, 0, 1])
    const place = (node: number): readonly number[] => [3, 7, 11].map(k => item?.nodes.rest[12 * node + k] ?? NaN)
    expect([0, 1, 2].map(place)).toEqual([
      [0, 0, 0],
      [0, 0, 0.5],
      [0, 0, 1.25],
    ])
    // Boxes of twelve triangles, in the first of their shapes alone.
    expect([...(item?.pieces.starts ?? [])]).toEqual([0, 12, 24, 36])
    expect(Math.max(...(item?.positions ?? []).filter((_, at) => at % 3 === 2))).toBe(0.75)
    expect(item?.normals?.length).toBe(item?.positions.length)
    expect(Math.max(...(item?.indices ?? []))).toBe((item?.positions.length ?? 0) / 3 - 1)
  })

  it('is not there of an archive without a link, and has places without offsets', async () => {
    const all = shelf(FILES)
    expect(await modModel(all.open('Res/figures.res'))).toBeUndefined()
    const chest = await all.open('Res/figures.res').row('stsachest.mod')
    const chestAlone: Opened | undefined = chest && Object.create(chest, { beside: { value: () => Promise.resolve() } })
    const found = chestAlone && (await modModel(chestAlone))
    expect(found?.item.nodes.rest.slice(0, 4)).toEqual(Float32Array.of(1, 0, 0, 0))
    expect(found?.item.indices.length).toBe(36)
  })
})
