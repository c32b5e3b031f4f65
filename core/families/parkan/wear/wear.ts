import { parentPath, type Opened } from '../../../format'
import type { Bytes } from '../../../layout'
import type { Report } from '../../../format/report'
import { besideModel } from '../mesh/beside-model'
import { linePlace, textLines, type TextLine } from '../text-lines'

/** One row of a wear table; its place in the table is what the game counts, not its number (parkan 8.1). */
interface WearRow {
  readonly id: string
  readonly name: string
  readonly line: TextLine
}

/** The two tables of a file have problems of their own names: the game words them differently. */
const MATERIALS = {
  noCount: 'wear.count-missing',
  notPositive: 'wear.count-not-positive',
  noRows: 'wear.rows-missing',
  malformed: 'wear.row-malformed',
} as const
const LIGHTMAPS = {
  noCount: 'wear.lightmap-count-missing',
  notPositive: 'wear.lightmap-count-not-positive',
  noRows: 'wear.lightmap-rows-missing',
  malformed: 'wear.lightmap-row-malformed',
} as const
type Codes = typeof MATERIALS | typeof LIGHTMAPS

export interface WearTable {
  readonly materials: readonly WearRow[]
  readonly lightmaps: readonly WearRow[]
}

/** Reads the lists of a wear table, each up to its first fault; with a report, reports the faults. */
export function readWear(bytes: Bytes, report?: Report): WearTable {
  const lines = textLines(bytes)
  const materials = readRows(lines, 0, MATERIALS, bytes.length, report)
  const next = lines.findIndex((line, i) => i >= materials.end && line.text.trim() !== '')
  const title = lines[next]
  if (!title) return { materials: materials.rows, lightmaps: [] }
  if (title.text.trim() !== 'LIGHTMAPS') {
    if (materials.isWhole) report?.warning('wear.text-after', { line: title.number + 1 }, linePlace(title))
    return { materials: materials.rows, lightmaps: [] }
  }
  if (next === materials.end) report?.error('wear.lightmaps-blank', { line: title.number + 1 }, linePlace(title))
  const lightmaps = readRows(lines, next + 1, LIGHTMAPS, bytes.length, report)
  const after = lines.find((line, i) => i >= lightmaps.end && line.text.trim() !== '')
  if (after && lightmaps.isWhole) report?.warning('wear.text-after', { line: after.number + 1 }, linePlace(after))
  return { materials: materials.rows, lightmaps: lightmaps.rows }
}

/** The wear table of a chunk and the entry that it is read from. */
export interface WearEntry extends WearTable {
  readonly entry: Opened
}

/** The wear table of a chunk: Land1.wea beside the ground, of a model the row or file of its name (parkan 3.8, 8.1). */
export async function wearOfChunk(chunk: Opened): Promise<WearEntry | undefined> {
  const { container } = chunk
  if (!container) return undefined
  const isGround = parentPath(container.path) === undefined && /^land\.msh$/i.test(container.name)
  const entry = isGround ? await chunk.beside('Land1.wea') : await besideModel(chunk, '.wea')
  return entry && { entry, ...readWear(entry.bytes) }
}

interface Rows {
  readonly rows: readonly WearRow[]
  /** Index of the first line behind them. */
  readonly end: number
  readonly isWhole: boolean
}

function readRows(lines: readonly TextLine[], at: number, codes: Codes, size: number, report?: Report): Rows {
  const head = lines[at]
  const stop = (end: number, rows: readonly WearRow[] = []): Rows => ({ rows, end, isWhole: false })
  if (!head) {
    report?.error(codes.noCount, {}, { range: [size, 0] })
    return stop(at)
  }
  const count = /^\s*([+-]?\d+)\s*$/.exec(head.text)?.[1]
  if (count === undefined) {
    report?.error(codes.noCount, {}, linePlace(head))
    return stop(at)
  }
  if (Number(count) <= 0) {
    report?.error(codes.notPositive, { found: Number(count) }, linePlace(head))
    return stop(at + 1)
  }
  const rows: WearRow[] = []
  for (let i = at + 1; rows.length < Number(count); i++) {
    const line = lines[i]
    const words = line ? /^\s*(\S+)\s+(\S+)\s*$/.exec(line.text) : null
    if (line && words && words[1] !== undefined && words[2] !== undefined) {
      rows.push({ id: words[1], name: words[2], line })
      continue
    }
    if (!line || line.text.trim() === '' || line.text.trim() === 'LIGHTMAPS') {
      report?.error(codes.noRows, { promised: Number(count), found: rows.length }, linePlace(head))
    } else report?.error(codes.malformed, { line: line.number + 1 }, linePlace(line))
    return stop(i, rows)
  }
  return { rows, end: at + 1 + rows.length, isWhole: true }
}
