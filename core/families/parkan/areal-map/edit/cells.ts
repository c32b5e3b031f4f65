import { StudioError, type CellAssumption } from '../../../../format'
import type { Bytes, Splice } from '../../../../layout'
import { ownerOf, type ArealDraft } from './draft'
import { cellBytes, cellOffset, gridBytes, RETAIL_GRID } from '../areal-map'
import type { ArealTable } from '../areal-table'
import { cellsUnder, MOST_HITS, type Grid, type GridData, type GridShape } from '../grid'
import { boundsOf, type Box } from '../polygon'

/** Ids that all cells may list together: the game keeps where a list starts in 22 bits (parkan 4.3). */
const MOST_IDS = (1 << 22) - 1
/** Splices closer than this would be joined anyway. */
const NEAR = 16

/** Outlines after the edit, by the numbers of the file after it. */
export interface After extends GridData {
  /** Number after the edit of each areal of the draft; -1 if it was deleted. */
  readonly numbers: Int32Array
  /** Numbers after the edit of areals whose outline changed or is new. */
  readonly reshaped: readonly number[]
}

export interface CellChange {
  readonly splices: readonly Splice[]
  readonly cells: number
  readonly idsAdded: number
  readonly idsRemoved: number
  /** The rectangle that the cells divide moved, so all lists were recomputed. */
  readonly isRebuilt: boolean
}

/** Outlines and numbers after the edits of a draft. */
export function afterOf(draft: ArealDraft): After {
  const { table } = draft
  const numbers = new Int32Array(draft.count)
  let count = 0
  for (let areal = 0; areal < draft.count; areal++) numbers[areal] = draft.gone.has(areal) ? -1 : count++
  const isSame = [...draft.touched.values()].every(record => !record.isReshaped) && draft.gone.size === 0
  const same = {
    cells_x: table.cells_x,
    cells_y: table.cells_y,
    cellStarts: table.cellStarts,
    cellIds: table.cellIds,
    numbers,
  }
  if (isSame) return { ...same, count, vertexStarts: table.vertexStarts, vertices: table.vertices, reshaped: [] }
  const vertexStarts = new Uint32Array(count + 1)
  for (let areal = 0, at = 0; areal < draft.count; areal++) {
    if ((numbers[areal] ?? -1) < 0) continue
    vertexStarts[at + 1] = (vertexStarts[at] ?? 0) + draft.cornerCount(areal)
    at++
  }
  const vertices = new Float32Array(3 * (vertexStarts[count] ?? 0))
  const reshaped: number[] = []
  for (let areal = 0; areal < draft.count; areal++) {
    const number = numbers[areal] ?? -1
    if (number < 0) continue
    const at = 3 * (vertexStarts[number] ?? 0)
    const record = draft.touched.get(areal)
    if (record) record.corners.forEach((corner, v) => vertices.set(corner.at, at + 3 * v))
    else
      vertices.set(
        table.vertices.subarray(3 * (table.vertexStarts[areal] ?? 0), 3 * (table.vertexStarts[areal + 1] ?? 0)),
        at,
      )
    if (record?.isReshaped) reshaped.push(number)
  }
  return { ...same, count, vertexStarts, vertices, reshaped }
}

/**
 * Lists of the cells after an edit: areals whose outline changed are listed in exactly the cells that they share ground
 * with, others stay where they are listed. All lists are recomputed if the rectangle of the cells moves, or with `all`.
 */
export function changeCells(
  { bytes, table }: ArealDraft,
  after: After,
  grid: Grid,
  all?: Partial<CellAssumption> & { readonly box?: Box },
): CellChange {
  const isXOuter = all?.isXOuter ?? grid.isXOuter
  const box = all?.box ?? (grid.source === 'areals' ? boundsOf(after.vertices, 0, after.vertices.length / 3) : grid.box)
  const isRebuilt = all !== undefined || isApart(box, grid.box)
  const lists = new CellLists(bytes, table, after.numbers)
  const next: Grid = { ...grid, box, isXOuter }
  if (isRebuilt) lists.rebuild(after, next)
  else for (const areal of after.reshaped) lists.list(areal, new Set(cellsUnder(after, next, areal, 0)))
  return { ...lists.change(), isRebuilt: isRebuilt && all === undefined }
}

/** The whole grid from the outlines, in place of all that follows the areals: where it is damaged too. */
export function freshCells(bytes: Bytes, table: ArealTable): Splice {
  const offset = table.starts[table.count] ?? 0
  const shape = { ...table, cells_x: RETAIL_GRID, cells_y: RETAIL_GRID }
  const grid: Grid = {
    box: boundsOf(table.vertices, 0, table.vertices.length / 3),
    source: 'areals',
    isXOuter: true,
    score: 0,
  }
  const inserted = gridBytes(RETAIL_GRID, RETAIL_GRID, listsOf(shape, grid))
  return { offset, removed: bytes.slice(offset), inserted }
}

/** Areals of each cell, in ascending order. */
function listsOf(data: GridShape, grid: Grid): readonly (readonly number[])[] {
  const lists: number[][] = Array.from({ length: data.cells_x * data.cells_y }, () => [])
  for (let areal = 0; areal < data.count; areal++)
    for (const cell of cellsUnder(data, grid, areal, 0)) lists[cell]?.push(areal)
  return lists
}

const isApart = (a: Box, b: Box): boolean =>
  a.minX !== b.minX || a.minY !== b.minY || a.maxX !== b.maxX || a.maxY !== b.maxY

class CellLists {
  private readonly changed = new Map<number, readonly number[]>()

  constructor(
    private readonly bytes: Bytes,
    private readonly table: ArealTable,
    private readonly numbers: Int32Array,
  ) {
    this.renumber()
  }

  private stored(cell: number): readonly number[] {
    return Array.from(
      this.table.cellIds.subarray(this.table.cellStarts[cell] ?? 0, this.table.cellStarts[cell + 1] ?? 0),
    )
  }

  private now(cell: number): readonly number[] {
    return this.changed.get(cell) ?? this.stored(cell)
  }

  /** Removes deleted areals from the lists; later ones move up; numbers that name no areal stay as they are. */
  private renumber(): void {
    const { numbers, table } = this
    const first = numbers.findIndex((number, areal) => number !== areal)
    if (first < 0 || first >= table.count) return
    for (let cell = 0; cell + 1 < table.cellStarts.length; cell++) {
      const [from, to] = [table.cellStarts[cell] ?? 0, table.cellStarts[cell + 1] ?? 0]
      let isOld = false
      for (let at = from; at < to && !isOld; at++)
        isOld = (table.cellIds[at] ?? 0) >= first && (table.cellIds[at] ?? 0) < table.count
      if (!isOld) continue
      this.changed.set(
        cell,
        this.stored(cell).flatMap(id => (id >= table.count ? [id] : (numbers[id] ?? -1) < 0 ? [] : [numbers[id] ?? 0])),
      )
    }
  }

  /** Lists an areal in these cells and in no others; the order of the others' numbers is kept. */
  list(areal: number, covered: ReadonlySet<number>): void {
    const before = this.cellsOf(areal)
    for (const cell of before)
      if (!covered.has(cell))
        this.changed.set(
          cell,
          this.now(cell).filter(id => id !== areal),
        )
    for (const cell of covered) {
      if (before.has(cell)) continue
      const ids = [...this.now(cell)]
      const at = ids.findIndex(other => other > areal)
      ids.splice(at < 0 ? ids.length : at, 0, areal)
      this.changed.set(cell, ids)
    }
  }

  private cellsOf(areal: number): Set<number> {
    const { cellIds, cellStarts } = this.table
    const cells = new Set<number>()
    for (let at = cellIds.indexOf(areal); at >= 0; at = cellIds.indexOf(areal, at + 1)) {
      const cell = ownerOf(cellStarts, at)
      if (!this.changed.has(cell)) cells.add(cell)
    }
    for (const [cell, ids] of this.changed) if (ids.includes(areal)) cells.add(cell)
    return cells
  }

  /** All lists from the outlines, in ascending order; a list that names the same areals keeps its order. */
  rebuild(after: After, grid: Grid): void {
    listsOf(after, grid).forEach((list, cell) => {
      const ids = this.now(cell)
      if (ids.length !== list.length || !list.every(id => ids.includes(id))) this.changed.set(cell, list)
    })
  }

  change(): Omit<CellChange, 'isRebuilt'> {
    const { table } = this
    const runs: { from: number; to: number }[] = []
    const places = (cell: number): number => table.cellsOffset + cellOffset(cell, table.cellStarts[cell] ?? 0)
    let [cells, idsAdded, idsRemoved, total] = [0, 0, 0, table.cellIds.length]
    const inOrder = [...this.changed.keys()].sort((a, b) => a - b)
    for (const cell of inOrder) {
      const before = this.stored(cell)
      const ids = this.changed.get(cell) ?? []
      if (before.length === ids.length && before.every((id, k) => id === ids[k])) continue
      if (ids.length > MOST_HITS) throw new StudioError('areal.cell-full', { cell, limit: MOST_HITS })
      cells++
      total += ids.length - before.length
      idsAdded += ids.filter(id => !before.includes(id)).length
      idsRemoved += before.filter(id => !ids.includes(id)).length
      const last = runs.at(-1)
      if (last && places(cell) - places(last.to) < NEAR) last.to = cell + 1
      else runs.push({ from: cell, to: cell + 1 })
    }
    if (total > MOST_IDS) throw new StudioError('areal.cell-full', { cell: inOrder[0] ?? 0, limit: MOST_IDS })
    return {
      cells,
      idsAdded,
      idsRemoved,
      splices: runs.map(({ from, to }) => this.splice(from, to, places(from), places(to))),
    }
  }

  private splice(from: number, to: number, offset: number, end: number): Splice {
    const inserted = cellBytes(Array.from({ length: to - from }, (_, k) => this.now(from + k)))
    return { offset, removed: this.bytes.slice(offset, end), inserted }
  }
}
