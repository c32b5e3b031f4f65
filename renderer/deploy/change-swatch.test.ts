import { expect, it } from 'vitest'
import { colour, document, struct, u32 } from '@areal-studio/core/layout'
import { MAP, openWindow } from '../state/window.fixture'
import { changeSwatch } from './change-swatch'

const change = (path: string, before: string, after: string) => ({ path, before, after, offset: 0, size: 4 })

it('a number whose values have colours on the map has a swatch before and after, another number has none', async () => {
  const { workspace } = await openWindow()
  const whole = (await workspace.load(MAP)).document
  expect(changeSwatch(change('areals/3/class_id', '0', '12'), whole, whole)).toEqual({
    kind: 'value',
    field: 'class_id',
    before: 0,
    after: 12,
  })
  for (const path of ['areals/3/logic_flag', 'areals/3/anchor/x', 'areals/9999/class_id', '@name', ''])
    expect(changeSwatch(change(path, '1', '2'), whole, whole), path).toBeUndefined()
})

it('a colour has a swatch of its own, also where one part of it changed', () => {
  const Material = struct('material', { diffuse: colour(), count: u32() })
  const [before, after] = [
    [1, 2, 3, 255, 0, 0, 0, 0],
    [1, 9, 3, 255, 0, 0, 0, 0],
  ].map(bytes => document(Material, Uint8Array.from(bytes)))
  const drawn = { kind: 'colour', before: [1, 2, 3], after: [1, 9, 3] }
  expect(changeSwatch(change('diffuse', '[1]', '[9]'), before, after)).toEqual(drawn)
  expect(changeSwatch(change('diffuse/g', '2', '9'), before, after)).toEqual(drawn)
  expect(changeSwatch(change('count', '2', '9'), before, after)).toBeUndefined()
})
