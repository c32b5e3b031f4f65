import type { Hit } from './search'

/** What a search found in one file, or a further piece of it: hits come in pieces that a window can take between two frames. */
export interface FoundFile {
  readonly file: string
  /** Place of the file in the order of the install: files come as they are done. */
  readonly order: number
  readonly hits: readonly Hit[]
  /** All places in it, in each piece; `hits` may be the first of them. */
  readonly count: number
}

/** Files in the order of the install, the pieces of each as one. */
export function joinFound(files: readonly FoundFile[], more: readonly FoundFile[]): readonly FoundFile[] {
  const joined = new Map(files.map(one => [one.order, one]))
  for (const piece of more) {
    const known = joined.get(piece.order)
    joined.set(piece.order, known ? { ...known, hits: [...known.hits, ...piece.hits] } : piece)
  }
  return [...joined.values()].sort((a, b) => a.order - b.order)
}

/** What a file costs to tell: a line for each place, one at least. */
export const weightOf = ({ hits }: Pick<FoundFile, 'hits'>): number => Math.max(1, hits.length)

/** Takes files of up to `limit` lines off the front of the list; a file of more is cut in two. */
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
