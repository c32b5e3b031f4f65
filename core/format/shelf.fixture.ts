import {
  HEAD_SIZE,
  OpenedEntry,
  SiblingCounts,
  StudioError,
  payloadOf,
  rowPath,
  type Candidate,
  type EntryInfo,
  type EntryRow,
  type EntrySource,
  type Format,
  type Opened,
  type Problem,
} from '.'
import type { Bytes } from '../layout'

interface ShelfSource extends EntrySource<ShelfRow> {
  readonly container: Candidate['container']
  own(): readonly ShelfRow[] | undefined
}

interface ShelfRow extends EntryRow {
  readonly source: ShelfSource
}

/** A folder of files in memory, opened through the formats of a family as the studio does it; for tests. */
export interface Shelf {
  open(file: string): Opened
  /** A row of an archive, and so on down: `rows(entry)` of each. */
  rows(entry: Opened): readonly Opened[]
  /** Everything below and including an entry. */
  all(entry: Opened): readonly Opened[]
  check(entry: Opened): Promise<readonly Problem[]>
}

/** Every entry of a shelf knows its siblings. */
const isCandidate = (entry: EntryInfo): entry is Candidate => entry.container === null || 'siblings' in entry.container

/** The format that an entry of a shelf has. */
export const formatAmong =
  (formats: readonly Format[]) =>
  (entry: EntryInfo): Format | undefined =>
    isCandidate(entry) ? formats.find(format => format.match(entry)) : undefined

export function shelfOf(formats: readonly Format[], files: Readonly<Record<string, Bytes>>): Shelf {
  const formatOf = formatAmong(formats)
  const sources = new Map<string, ShelfSource>()
  const make = (info: Omit<Candidate, 'head' | 'size'>, bytes: Bytes, siblings: readonly ShelfRow[]): ShelfSource => {
    let own: readonly ShelfRow[] | undefined
    const source: ShelfSource = {
      ...info,
      bytes,
      base: bytes,
      size: bytes.length,
      head: bytes.subarray(0, HEAD_SIZE),
      own: () => (formatOf(source)?.archive ? (own ??= readRows(source)) : undefined),
      around: () => (info.container ? siblings : undefined),
      open: row => row.source,
      file: async name => fileNamed(name),
    }
    sources.set(info.path, source)
    return source
  }
  const fileNamed = (name: string): ShelfSource | undefined => {
    const file = Object.keys(files).find(path => path.toLowerCase() === name.toLowerCase())
    return file === undefined ? undefined : fileSource(file)
  }
  const fileSource = (file: string): ShelfSource =>
    make(
      { path: file, name: file.split('/').at(-1) ?? file, attributes: {}, container: null },
      files[file] ?? new Uint8Array(0),
      [],
    )
  const readRows = (entry: ShelfSource): readonly ShelfRow[] => {
    const format = formatOf(entry)
    const codec = format?.archive
    if (!codec) return []
    try {
      const archive = codec.open(entry.bytes)
      const container = {
        path: entry.path,
        name: entry.name,
        format: format.id,
        siblings: new SiblingCounts(() => archive.rows.map(row => row.attributes)),
      }
      const list: ShelfRow[] = []
      for (const row of archive.rows) {
        const info = {
          path: rowPath(entry.path, row.id),
          name: nameOf(row.attributes['name']),
          attributes: row.attributes,
          container,
        }
        const source = make(info, payloadOf(codec, entry.bytes, row), list)
        list.push({ name: info.name, attributes: info.attributes, source })
      }
      return list
    } catch (error) {
      if (error instanceof StudioError) return []
      throw error
    }
  }
  const open = (file: string): Opened => new OpenedEntry(fileSource(file))
  const rows = (entry: Opened): readonly Opened[] => {
    const rows = sources.get(entry.path)?.own() ?? []
    return rows.map(row => new OpenedEntry(row.source))
  }
  const all = (entry: Opened): readonly Opened[] => [entry, ...rows(entry).flatMap(all)]
  const check = async (entry: Opened): Promise<readonly Problem[]> =>
    (await Promise.all(all(entry).map(part => formatOf(part)?.check?.(part) ?? []))).flat()
  return { open, rows, all, check }
}

const nameOf = (name: unknown): string =>
  typeof name === 'string' ? name : typeof name === 'object' && name !== null && 'text' in name ? String(name.text) : ''
