import type { MeshItem, Paint } from '@areal-studio/core/format'
import type { TreeRow } from '../../ui/tree-row'
import { paintRowOf } from '../scene/mesh-scene'

/** A row of the list of materials: a material, one of its phases, or a record that it is drawn on. */
export interface MaterialRow extends TreeRow {
  /** Row of the table of paints. */
  readonly row: number
  readonly phase?: number
  readonly record?: number
  /** Number of records of a material. */
  readonly records: number
}

/** A material that a model uses, with the records whose triangles it is on. */
export interface UsedMaterial {
  readonly row: number
  /** It is a light map. */
  readonly isLight: boolean
  /** Ascending. */
  readonly records: readonly number[]
}

/** The rows of a table of paints that triangles of a model have, in their order. */
export function usedMaterials(item: MeshItem): readonly UsedMaterial[] {
  const { painting, records } = item
  const [paints, lights] = [new Map<number, Set<number>>(), new Map<number, Set<number>>()]
  const add = (to: Map<number, Set<number>>, row: number, record: number): void => {
    if (row < 0) return
    const own = to.get(row) ?? new Set<number>()
    to.set(row, own)
    own.add(record)
  }
  const rowOf = paintRowOf(item)
  records.forEach((record, triangle) => {
    add(paints, rowOf(triangle), record)
    add(lights, painting?.lights?.rows[triangle] ?? -1, record)
  })
  const listed = (found: Map<number, Set<number>>, isLight: boolean): readonly UsedMaterial[] =>
    Array.from(found, ([row, own]) => ({ row, isLight, records: [...own].toSorted((a, b) => a - b) })).toSorted(
      (a, b) => a.row - b.row,
    )
  return [...listed(paints, false), ...listed(lights, true)]
}

interface Words {
  name(row: number): string
  phase(row: number, phase: number): string
  record(record: number): string
}

/** The materials with their phases, and below them the records, of those that are open. */
export function materialRows(
  used: readonly UsedMaterial[],
  table: readonly Paint[],
  isOpen: (row: number) => boolean,
  words: Words,
): readonly MaterialRow[] {
  return used.flatMap(({ row, records, isLight }, at) => {
    const phases = isLight ? [] : (table[row]?.phases ?? [])
    const siblings = phases.length + records.length
    const child = { row, depth: 1, hasChildren: false, isOpen: false, siblings, records: 0 }
    const head: MaterialRow = {
      row,
      key: `m${row}`,
      label: words.name(row),
      depth: 0,
      hasChildren: siblings > 0,
      isOpen: isOpen(row),
      place: at + 1,
      siblings: used.length,
      records: records.length,
    }
    if (!head.isOpen) return [head]
    return [
      head,
      ...phases.map((_, phase) => ({
        ...child,
        key: `m${row}/p${phase}`,
        label: words.phase(row, phase),
        place: phase + 1,
        phase,
      })),
      ...records.map((record, n) => ({
        ...child,
        key: `m${row}/r${record}`,
        label: words.record(record),
        place: phases.length + n + 1,
        record,
      })),
    ]
  })
}
