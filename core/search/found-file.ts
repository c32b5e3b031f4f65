import type { Hit } from './search'

/** What a search found in one file, or one piece of it; a piece is small enough to be processed between two frames. */
export interface FoundFile {
  readonly file: string
  /** Index of the file in the order of the install; files arrive as they are finished. */
  readonly order: number
  readonly hits: readonly Hit[]
  /** All places in the file, the same in each piece; `hits` may be only some of them. */
  readonly count: number
}

/** Files in the order of the install, the pieces of each joined. */
export function joinFound(files: readonly FoundFile[], more: readonly FoundFile[]): readonly FoundFile[] {
  const joined = new Map(files.map(one => [one.order, one]))
  for (const piece of more) {
    const known = joined.get(piece.order)
    joined.set(piece.order, known ? { ...known, hits: [...known.hits, ...piece.hits] } : piece)
  }
  return [...joined.values()].sort((a, b) => a.order - b.order)
}

/** Lines that a file takes in a message: one for each place, at least one. */
export const weightOf = ({ hits }: Pick<FoundFile, 'hits'>): number => Math.max(1, hits.length)

/** Removes files of up to `limit` lines from the front of the list; a file with more lines is divided. */
export function takeFound(waiting: FoundFile[], limit: number): readonly FoundFile[] {
  const taken: FoundFile[] = []
  let room = limit
  while (room > 0 && waiting[0]) {
    const [first] = waiting
    if (first.hits.length > room) {
      taken.push({ ...first, hits: first.hits.slice(0, room) })
      waiting[0] = { ...first, hits: first.hits.slice(room) }
      break
    }
    taken.push(first)
    waiting.shift()
    room -= weightOf(first)
  }
  return taken
}
