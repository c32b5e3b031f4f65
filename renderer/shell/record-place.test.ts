import { describe, expect, it } from 'vitest'
import { array, count, document, struct, u32, u8, type Document } from '@areal-studio/core/layout'
import { recordPlace } from './record-place'

const Map = struct('map', {
  areal_count: count('areals'),
  areals: array(u8(), 'areal_count'),
  cell_count: count('cells'),
  cells: array(u8(), 'cell_count'),
  width: u32(),
})
const documents: Readonly<Record<string, Document>> = {
  map: document(Map, Uint8Array.of(3, 0, 0, 0, 1, 2, 3, 2, 0, 0, 0, 8, 9, 0, 0, 0, 0)),
  other: document(struct('other', { width: u32() }), new Uint8Array(4)),
}
const open = (entry: string) => ({ document: documents[entry], array: entry === 'other' ? undefined : 'areals' })

describe('the number of a record', () => {
  it.each([
    ['the array that is looked at', 1, { entry: 'map', path: 'cells/0' }, 'map cells/1'],
    ['the areals, where that array has not so many', 2, { entry: 'map', path: 'cells/0' }, 'map areals/2'],
    ['the areals, where no array is looked at', 0, { entry: 'map', path: 'width' }, 'map areals/0'],
    ['the map that was looked at before, where this has none', 2, { entry: 'other', path: 'width' }, 'map areals/2'],
    ['nothing, where there are not so many', 9, { entry: 'map', path: null }, undefined],
  ])('leads to %s', (_, number, selected, place) => {
    const found = recordPlace(number, selected, ['gone', 'other', 'map'], open)
    expect(found && `${found.entry} ${found.path}`).toBe(place)
  })
})
