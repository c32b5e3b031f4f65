import type { CellsItem, SurfaceItem } from '@areal-studio/core/format'

/** Regions of a map for a test: without records, but for what is given. */
export const regionsItem = (given: Partial<SurfaceItem>): SurfaceItem => ({
  kind: 'surface',
  id: 'regions',
  layer: 'regions',
  noun: 'areal',
  colouring: [],
  entry: 'Land.map!#0',
  array: 'areals',
  recordCount: 0,
  positions: new Float32Array(),
  indices: new Uint32Array(),
  records: new Uint32Array(),
  fields: {},
  shapedBy: [],
  ...given,
})

/** A grid of cells of 10 by 10 units, one cell but for what is given. */
export const cellsItem = (given: Partial<CellsItem>): CellsItem => ({
  kind: 'cells',
  id: 'tiles',
  layer: 'terrain',
  noun: 'cell',
  array: '',
  use: 'detail',
  entry: 'Land.msh!#0',
  origin: [0, 0],
  step: [10, 10],
  counts: [1, 1],
  isXOuter: true,
  ...given,
})
