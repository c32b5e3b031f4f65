import { difference, type Edit } from '../../../edit'
import { StudioError, type Opened, type Params } from '../../../format'
import { offsetOf, own, strideOf, u32, writeRecord, type Bytes } from '../../../layout'
import { Areal, cellBytes, cellOffset, GridSize, numberAttribute, RETAIL_GRID } from './areal-map'
import { freshCells } from './edit/cells'
import { ArealDraft } from './edit/draft'
import { finish } from './edit/finish'
import { relink } from './edit/links'
import { arealTable, openAreals, type ArealTable } from './areal-table'
import { cellsUnder, chooseGrid, ringOf } from './grid'
import { newell, pointInside, spatialArea, type Box } from './polygon'

type Patch = (bytes: Bytes, params: Params, table: ArealTable) => void

const number = (params: Params, name: string): number => Number(own(params, name) ?? 0)
const startOf = (table: ArealTable, params: Params): number => table.starts[number(params, 'areal')] ?? 0

/** Bytes of the largest number that a repair by `offset` overwrites. */
const WORD = strideOf(u32())

/** Repairs that overwrite a few bytes; each is one transaction. */
const PATCHES: Readonly<Record<string, Patch>> = {
  'areal.zero': (bytes, params) => bytes.fill(0, number(params, 'offset'), number(params, 'offset') + WORD),
  'areal.vertex-count': (bytes, params) =>
    writeRecord(bytes, number(params, 'offset') - offsetOf(Areal, 'vertex_count'), Areal, {
      vertex_count: number(params, 'value'),
    }),
  'areal-map.cells-dims': (bytes, params) =>
    writeRecord(bytes, number(params, 'offset'), GridSize, { cells_x: RETAIL_GRID, cells_y: RETAIL_GRID }),
  'areal.normalise': (bytes, params, table) => {
    const areal = number(params, 'areal')
    setNormal(bytes, startOf(table, params), Array.from(table.normal.subarray(3 * areal, 3 * areal + 3)))
  },
  'areal.normal-from-ring': (bytes, params, table) => {
    const [x, y, z] = newell(ringOf(table, number(params, 'areal')))
    setNormal(bytes, startOf(table, params), z < 0 ? [-x, -y, -z] : [x, y, z])
  },
  'areal.area': (bytes, params, table) =>
    writeRecord(bytes, startOf(table, params), Areal, {
      area_metric: spatialArea(ringOf(table, number(params, 'areal'))),
    }),
  'areal.anchor': (bytes, params, table) => {
    const inside = pointInside(ringOf(table, number(params, 'areal')))
    if (!inside) throw new StudioError('repair.not-possible', {})
    writeRecord(bytes, startOf(table, params), Areal, { anchor: inside })
  },
}

/** The direction of a vector as the normal of the areal at byte `at`. */
function setNormal(bytes: Bytes, at: number, vector: readonly number[]): void {
  const length = Math.hypot(...vector)
  if (!(length > 0)) throw new StudioError('repair.not-possible', {})
  writeRecord(bytes, at, Areal, { normal: vector.map(value => value / length) })
}

/** Computes the edit of a fix on the present image; the studio fills in the revision. */
export async function repairAreals(entry: Opened, id: string, params: Params, terrain?: Box): Promise<readonly Edit[]> {
  const table = arealTable(openAreals(entry.bytes, numberAttribute(entry, 'attr1')))
  if (id === 'areal.relink') return relinked(entry, table, number(params, 'areal'), number(params, 'link'))
  if (id === 'areal-map.rebuild-cells')
    return [{ entry: entry.path, base: 0, splices: [freshCells(entry.bytes, table)] }]
  const after =
    id === 'areal-map.list-areal'
      ? listAreal(entry.bytes, table, number(params, 'areal'), terrain)
      : patched(entry.bytes, table, id, params)
  return [{ entry: entry.path, base: 0, splices: difference(entry.bytes, after) }]
}

function relinked(entry: Opened, table: ArealTable, areal: number, edge: number): readonly Edit[] {
  const draft = new ArealDraft(entry.bytes, table)
  relink(draft, { areal, edge })
  return finish(draft, entry, () => chooseGrid(table), {
    label: { code: 'label.areal-links', params: {} },
    about: [areal],
  }).edits
}

function patched(bytes: Bytes, table: ArealTable, id: string, params: Params): Bytes {
  const patch = own(PATCHES, id)
  const last = number(params, 'offset')
  if (!patch || last + WORD > bytes.length || number(params, 'areal') > table.count)
    throw new StudioError('repair.unknown', { id })
  const after = bytes.slice()
  patch(after, params, table)
  return after
}

/** Puts an areal into the list of each cell that it covers and that does not name it, in ascending order. */
function listAreal(bytes: Bytes, table: ArealTable, areal: number, terrain?: Box): Bytes {
  const covered = new Set(cellsUnder(table, chooseGrid(table, terrain), areal))
  const now: number[][] = []
  for (let cell = 0; cell + 1 < table.cellStarts.length; cell++) {
    const ids = Array.from(table.cellIds.subarray(table.cellStarts[cell] ?? 0, table.cellStarts[cell + 1] ?? 0))
    if (covered.has(cell) && !ids.includes(areal)) {
      const at = ids.findIndex(other => other > areal)
      ids.splice(at < 0 ? ids.length : at, 0, areal)
    }
    now.push(ids)
  }
  const start = table.cellsOffset + cellOffset(0, 0)
  const end = table.cellsOffset + cellOffset(now.length, table.cellIds.length)
  const lists = cellBytes(now)
  const after = new Uint8Array(start + lists.length + bytes.length - end)
  after.set(bytes.subarray(0, start))
  after.set(lists, start)
  after.set(bytes.subarray(end), start + lists.length)
  return after
}
