import {
  HEAD_SIZE,
  OpenedEntry,
  SiblingCounts,
  StudioError,
  isUndecodable,
  payloadOf,
  rowName,
  rowPath,
  type Candidate,
  type EntryRow,
  type EntrySource,
  type Format,
  type Opened,
  type Problem,
} from '../../format'
import type { Bytes } from '../../layout'
import { FORMATS } from './nwn2'

interface ShelfSource extends EntrySource<ShelfRow> {
  readonly container: Candidate['container']
  /** The problem of a row that cannot be decoded. */
  readonly fault: Problem | undefined
  own(): readonly ShelfRow[] | undefined
}
interface ShelfRow extends EntryRow {
  readonly source: ShelfSource
}

/** Files in memory, opened through the family's formats as the studio does it; for tests. */
export interface Shelf {
  open(file: string): Opened
  /** Everything below and including an entry. */
  all(entry: Opened): readonly Opened[]
  check(entry: Opened): Promise<readonly Problem[]>
}

const sourceOf = new WeakMap<Opened, ShelfSource>()

export const formatOf = (entry: Opened): Format | undefined => {
  const source = sourceOf.get(entry)
  return source && FORMATS.find(format => format.match(source))
}

export function shelf(files: Readonly<Record<string, Bytes>>): Shelf {
  const nameOf = (name: string): string | undefined =>
    Object.keys(files).find(path => path.toLowerCase() === name.toLowerCase())
  const make = (
    info: Omit<Candidate, 'head' | 'size'> & { readonly fault?: Problem },
    bytes: Bytes,
    around: readonly ShelfRow[],
  ): ShelfSource => {
    let own: readonly ShelfRow[] | undefined
    const source: ShelfSource = {
      fault: undefined,
      ...info,
      bytes,
      base: bytes,
      size: bytes.length,
      head: bytes.subarray(0, HEAD_SIZE),
      own: () => (own ??= rowsOf(source)),
      around: () => (info.container ? around : undefined),
      open: row => row.source,
      file: async name => fileNamed(name),
      fileNames: async folder =>
        Object.keys(files)
          .filter(path => path.slice(0, Math.max(0, path.lastIndexOf('/'))) === folder)
          .map(path => path.slice(path.lastIndexOf('/') + 1)),
      folderNames: async folder => {
        const below = Object.keys(files).filter(path => path.startsWith(`${folder}/`))
        const names = below.map(path => path.slice(folder.length + 1).split('/'))
        return [...new Set(names.flatMap(([name = '', ...rest]) => (rest.length > 0 ? [name] : [])))]
      },
    }
    return source
  }
  const fileNamed = (name: string): ShelfSource | undefined => {
    const path = nameOf(name)
    const bytes = path === undefined ? undefined : files[path]
    if (path === undefined || !bytes) return undefined
    return make({ path, name: path.slice(path.lastIndexOf('/') + 1), attributes: {}, container: null }, bytes, [])
  }
  const rowsOf = (source: ShelfSource): readonly ShelfRow[] | undefined => {
    const format = FORMATS.find(one => one.match(source))
    const codec = format?.archive
    if (!codec) return undefined
    try {
      const { rows } = codec.open(source.bytes)
      const siblings = new SiblingCounts(() => rows.map(row => row.attributes))
      const container = { path: source.path, name: source.name, format: format.id, siblings }
      const list: ShelfRow[] = []
      for (const row of rows) {
        const path = rowPath(source.path, row.id)
        const words = isUndecodable(codec, source.bytes, row) ? codec.fault?.(source.bytes, row) : undefined
        const file = source.path.split('!')[0] ?? ''
        const fault: Problem | undefined = words && { ...words, severity: 'error', file, entry: path }
        const info = { path, name: rowName(row.attributes), attributes: row.attributes, container }
        const made = make({ ...info, ...(fault && { fault }) }, payloadOf(codec, source.bytes, row), list)
        list.push({ name: info.name, attributes: info.attributes, source: made })
      }
      return list
    } catch (error) {
      if (error instanceof StudioError) return []
      throw error
    }
  }
  const opened = (source: ShelfSource): Opened => {
    const entry = new OpenedEntry(source)
    sourceOf.set(entry, source)
    return entry
  }
  const all = (entry: Opened): readonly Opened[] => [
    entry,
    ...(sourceOf.get(entry)?.own() ?? []).flatMap(row => all(opened(row.source))),
  ]
  return {
    open(file) {
      const source = fileNamed(file)
      if (!source) throw new Error(`no file ${file}`)
      return opened(source)
    },
    all,
    async check(entry) {
      const found = all(entry).map(part => sourceOf.get(part)?.fault ?? formatOf(part)?.check?.(part) ?? [])
      return (await Promise.all(found)).flat()
    },
  }
}
