import type { FoundFile, Hit } from '@areal-studio/core/search'

export type FindLine =
  | {
      readonly key: string
      readonly file: string
      readonly name: string
      readonly folder: string
      readonly count: number
      readonly isOpen: boolean
    }
  | { readonly key: string; readonly file: string; readonly place: number; readonly hit: Hit }

/** Hits as lines, below a line for each file; lines of closed files are left out. A line is created on demand. */
interface FindLines {
  readonly count: number
  at(index: number): FindLine | undefined
  /** -1 where there is no such line. */
  indexOf(line: FindLine): number
}

export function findLines(files: readonly FoundFile[], closed: ReadonlySet<string>): FindLines {
  const starts = [0]
  for (const { file, hits } of files) starts.push((starts.at(-1) ?? 0) + 1 + (closed.has(file) ? 0 : hits.length))
  const places = new Map(files.map(({ file }, place) => [file, place]))
  return {
    count: starts.at(-1) ?? 0,
    at: index => lineAt(files, starts, closed, index),
    indexOf(line) {
      const place = places.get(line.file)
      if (place === undefined) return -1
      const inFile = 'hit' in line ? 1 + line.place : 0
      return inFile < (starts[place + 1] ?? 0) - (starts[place] ?? 0) ? (starts[place] ?? 0) + inFile : -1
    },
  }
}

function lineAt(
  files: readonly FoundFile[],
  starts: readonly number[],
  closed: ReadonlySet<string>,
  index: number,
): FindLine | undefined {
  let low = 0
  for (let high = files.length - 1; low < high; ) {
    const middle = (low + high + 1) >> 1
    if ((starts[middle] ?? 0) <= index) low = middle
    else high = middle - 1
  }
  const found = files[low]
  const inFile = index - (starts[low] ?? 0)
  if (!found || index < 0 || index >= (starts[low + 1] ?? 0)) return undefined
  const { file, hits, count } = found
  if (inFile === 0) {
    const at = file.lastIndexOf('/')
    return {
      key: `file:${file}`,
      file,
      name: file.slice(at + 1),
      folder: file.slice(0, Math.max(0, at)),
      count,
      isOpen: !closed.has(file),
    }
  }
  const hit = hits[inFile - 1]
  return hit && { key: `${file}:${inFile - 1}`, file, place: inFile - 1, hit }
}

/** Characters before what was found that are shown: in a narrow pane the find itself must be in sight. */
const BEFORE = 14

/** Splits a text into the part before the match, the match, and the rest. The path of a field is never shortened. */
export function marked({
  text,
  path,
  mark: [start, length],
}: Pick<Hit, 'text' | 'path' | 'mark'>): readonly [before: string, found: string, after: string] {
  const before = text.slice(0, start)
  return [
    path === null && start > BEFORE ? `…${before.slice(-BEFORE)}` : before,
    text.slice(start, start + length),
    text.slice(start + length),
  ]
}

/** Place of a hit in its file: the entry below the file, and the offset in it. */
export function placeOf({ entry, range }: Hit): string {
  const inside = entry.includes('!') ? entry.slice(entry.indexOf('!')) : ''
  const offset = range ? `0x${range[0].toString(16).toUpperCase()}` : ''
  return [inside, offset].filter(part => part !== '').join(' ')
}
