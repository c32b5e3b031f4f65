import { boundsOf, overlaps, type Box, type Ring } from './polygon'

/** Areals that a cell may list: the game counts them with 10 bits (parkan 4.3). */
export const MOST_HITS = 1023

/** What the grid rules read of a map. */
export interface GridData {
  readonly count: number
  readonly vertexStarts: Uint32Array
  readonly vertices: Float32Array
  readonly cells_x: number
  readonly cells_y: number
  /** Areal ids of cell c: `cellIds[cellStarts[c] .. cellStarts[c+1]]`. */
  readonly cellStarts: Uint32Array
  readonly cellIds: Uint16Array
}

/** Which world rectangle the lookup cells divide, and in which order: an assumption, the file does not say (parkan 15). */
export interface Grid {
  readonly box: Box
  readonly source: 'areals' | 'terrain'
  readonly isXOuter: boolean
  /** Share of listed areals whose bounds touch their cell: 1 where the assumption explains every list. */
  readonly score: number
}

/** The outline of an areal: its corners in the columns, not copied. */
export const ringOf = (data: Pick<GridData, 'vertexStarts' | 'vertices'>, areal: number): Ring => {
  const start = data.vertexStarts[areal] ?? 0
  return { values: data.vertices, start, count: (data.vertexStarts[areal + 1] ?? start) - start }
}

/** Scores both rectangles and both orders against the stored lists and keeps the best; the first of equals. */
export function chooseGrid(data: GridData, terrain?: Box): Grid {
  const areals = boundsOf(data.vertices, 0, data.vertices.length / 3)
  const boxes = Array.from({ length: data.count }, (_, areal) =>
    boundsOf(data.vertices, data.vertexStarts[areal] ?? 0, data.vertexStarts[areal + 1] ?? 0),
  )
  const guesses = [
    { box: areals, source: 'areals' as const },
    ...(terrain ? [{ box: terrain, source: 'terrain' as const }] : []),
  ]
  let best: Grid | undefined
  for (const isXOuter of [true, false]) {
    for (const { box, source } of guesses) {
      const score = scoreOf(data, boxes, box, isXOuter)
      if (!best || score > best.score + 1e-9) best = { box, source, isXOuter, score }
    }
  }
  return best ?? { box: areals, source: 'areals', isXOuter: true, score: 0 }
}

function scoreOf(data: GridData, boxes: readonly Box[], world: Box, isXOuter: boolean): number {
  let listed = 0
  let touching = 0
  for (let cell = 0; cell + 1 < data.cellStarts.length; cell++) {
    const from = data.cellStarts[cell] ?? 0
    const to = data.cellStarts[cell + 1] ?? 0
    if (from === to) continue
    const box = cellBox(data, world, isXOuter, cell)
    const slack = (box.maxX - box.minX) * 0.01
    for (let i = from; i < to; i++) {
      const areal = boxes[data.cellIds[i] ?? 0]
      listed++
      if (!areal) continue
      const isApart =
        areal.minX > box.maxX + slack ||
        areal.maxX < box.minX - slack ||
        areal.minY > box.maxY + slack ||
        areal.maxY < box.minY - slack
      if (!isApart) touching++
    }
  }
  return listed === 0 ? 1 : touching / listed
}

/** World rectangle of a cell. */
function cellBox(data: Pick<GridData, 'cells_x' | 'cells_y'>, world: Box, isXOuter: boolean, cell: number): Box {
  const inner = isXOuter ? data.cells_y : data.cells_x
  const ix = isXOuter ? Math.floor(cell / inner) : cell % inner
  const iy = isXOuter ? cell % inner : Math.floor(cell / inner)
  const stepX = (world.maxX - world.minX) / data.cells_x
  const stepY = (world.maxY - world.minY) / data.cells_y
  return {
    minX: world.minX + ix * stepX,
    maxX: world.minX + (ix + 1) * stepX,
    minY: world.minY + iy * stepY,
    maxY: world.minY + (iy + 1) * stepY,
  }
}

/** The data that decides the shape of a grid; its lists are not read. */
export type GridShape = Omit<GridData, 'cellStarts' | 'cellIds'>

/** Cells that an areal covers by more than `inset` of a cell from each side, in ascending order; 0: any common ground. */
export function cellsUnder(data: GridShape, grid: Grid, areal: number, inset = 0.01): number[] {
  const ring = ringOf(data, areal)
  const bounds = boundsOf(data.vertices, ring.start, ring.start + ring.count)
  const { box: world, isXOuter } = grid
  const stepX = (world.maxX - world.minX) / data.cells_x
  const stepY = (world.maxY - world.minY) / data.cells_y
  if (!(stepX > 0) || !(stepY > 0) || !Number.isFinite(bounds.minX)) return []
  const clampX = (v: number): number => Math.max(0, Math.min(data.cells_x - 1, Math.floor((v - world.minX) / stepX)))
  const clampY = (v: number): number => Math.max(0, Math.min(data.cells_y - 1, Math.floor((v - world.minY) / stepY)))
  const cells: number[] = []
  for (let ix = clampX(bounds.minX); ix <= clampX(bounds.maxX); ix++) {
    for (let iy = clampY(bounds.minY); iy <= clampY(bounds.maxY); iy++) {
      const cell = isXOuter ? ix * data.cells_y + iy : iy * data.cells_x + ix
      const full = cellBox(data, world, isXOuter, cell)
      const inner: Box = {
        minX: full.minX + stepX * inset,
        maxX: full.maxX - stepX * inset,
        minY: full.minY + stepY * inset,
        maxY: full.maxY - stepY * inset,
      }
      if (overlaps(ring, inner)) cells.push(cell)
    }
  }
  return isXOuter ? cells : cells.sort((a, b) => a - b)
}
