import type { Hit } from '@areal-studio/core/search'
import type { FoundFile } from '@areal-studio/core/workspace'

export type FindLine =
  | { readonly key: string; readonly file: string; readonly name: string; readonly folder: string; readonly count: number; readonly isOpen: boolean }
  | { readonly key: string; readonly file: string; readonly hit: Hit }

/** What was found under a line for each file; that of closed files left out. */
export function findLines(files: readonly FoundFile[], closed: ReadonlySet<string>): readonly FindLine[] {
  return files.flatMap(({ file, hits, count }): FindLine[] => {
    const at = file.lastIndexOf('/')
    const isOpen = !closed.has(file)
    const head = { key: `file:${file}`, file, name: file.slice(at + 1), folder: file.slice(0, Math.max(0, at)), count, isOpen }
    return isOpen ? [head, ...hits.map((hit, i) => ({ key: `${file}:${i}`, file, hit }))] : [head]
  })
}

/** Characters before what was found that are shown: in a narrow pane the find itself must be in sight. */
const BEFORE = 14

/** A text in three parts, the middle one what was looked for. The path of a field is never cut. */
export function marked({ text, path, mark: [start, length] }: Pick<Hit, 'text' | 'path' | 'mark'>): readonly [before: string, found: string, after: string] {
  const before = text.slice(0, start)
  return [path === null && start > BEFORE ? `…${before.slice(-BEFORE)}` : before, text.slice(start, start + length), text.slice(start + length)]
}

/** Where in its file a hit stands: the entry below the file, and the offset in it. */
export function placeOf({ entry, range }: Hit): string {
  const inside = entry.includes('!') ? entry.slice(entry.indexOf('!')) : ''
  const offset = range ? `0x${range[0].toString(16).toUpperCase()}` : ''
  return [inside, offset].filter(part => part !== '').join(' ')
}
