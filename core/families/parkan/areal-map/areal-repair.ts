import { own } from '../../../layout'
import { difference, type Edit } from '../../../edit'
import { StudioError, type Opened, type Params } from '../../../format'
import type { Bytes } from '../../../layout'
import { numberAttribute } from './areal-map'
import { freshCells } from './edit/cells'
import { ArealDraft } from './edit/draft'
import { finish } from './edit/finish'
import { relink } from './edit/links'
import { arealTable, openAreals, type ArealTable } from './areal-table'
import { cellsUnder, chooseGrid, ringOf } from './grid'
import { newell, pointInside, spatialArea, type Box } from './polygon'

type Patch = (view: DataView, params: Params, table: ArealTable) => void

const number = (params: Params, name: string): number => Number(own(params, name) ?? 0)
const startOf = (table: ArealTable, params: Params): number => table.starts[number(params, 'areal')] ?? 0

/** Repairs that put a few bytes in place; each is one gesture and undone as one. */
const PATCHES: Readonly<Record<string, Patch>> = {
  'areal.zero': (view, params) => view.setUint32(number(params, 'offset'), 0, true),
  'areal.vertex-count': (view, params) => view.setUint32(number(params, 'offset'), number(params, 'value'), true),
  'areal-map.cells-dims': (view, params) => {
    view.setUint32(number(params, 'offset'), 128, true)
    view.setUint32(number(params, 'offset') + 4, 128, true)
  },
  'areal.normalise': (view, params, table) => {
    const areal = number(params, 'areal')
    setUnit(view, startOf(table, params) + 20, Array.from(table.normal.subarray(3 * areal, 3 * areal + 3)))
  },
  'areal.normal-from-ring': (view, params, table) => {
    const [x, y, z] = newell(ringOf(table, number(params, 'areal')))
    setUnit(view, startOf(table, params) + 20, z < 0 ? [-x, -y, -z] : [x, y, z])
  },
  'areal.area': (view, params, table) =>
    view.setFloat32(startOf(table, params) + 16, spatialArea(ringOf(table, number(params, 'areal'))), true),
  'areal.anchor': (view, params, table) => {
    const inside = pointInside(ringOf(table, number(params, 'areal')))
    if (!inside) throw new StudioError('repair.not-possible', {})
    inside.forEach((value, axis) => view.setFloat32(startOf(table, params) + 4 * axis, value, true))
  },
}

function setUnit(view: DataView, at: number, vector: readonly number[]): void {
  const length = Math.hypot(...vector)
  if (!(length > 0)) throw new StudioError('repair.not-possible', {})
  vector.forEach((value, axis) => view.setFloat32(at + 4 * axis, value / length, true))
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
  if (!patch || last + 4 > bytes.length || number(params, 'areal') > table.count)
    throw new StudioError('repair.unknown', { id })
  const after = bytes.slice()
  patch(new DataView(after.buffer), params, table)
  return after
}

/** Puts an areal into the list of each cell that it covers and that does not name it, in ascending order. */
function listAreal(bytes: Bytes, table: ArealTable, areal: number, terrain?: Box): Bytes {
  const covered = new Set(cellsUnder(table, chooseGrid(table, terrain), areal))
  const words: number[] = []
  for (let cell = 0; cell + 1 < table.cellStarts.length; cell++) {
    const ids = Array.from(table.cellIds.subarray(table.cellStarts[cell] ?? 0, table.cellStarts[cell + 1] ?? 0))
    if (covered.has(cell) && !ids.includes(areal)) {
      const at = ids.findIndex(other => other > areal)
      ids.splice(at < 0 ? ids.length : at, 0, areal)
    }
    words.push(ids.length)
    for (const id of ids) words.push(id)
  }
  const lists = table.cellsOffset + 8
  const end = lists + 2 * (table.cellStarts.length - 1) + 2 * table.cellIds.length
  const after = new Uint8Array(lists + 2 * words.length + bytes.length - end)
  after.set(bytes.subarray(0, lists))
  const view = new DataView(after.buffer)
  words.forEach((word, i) => view.setUint16(lists + 2 * i, word, true))
  after.set(bytes.subarray(end), lists + 2 * words.length)
  return after
}
