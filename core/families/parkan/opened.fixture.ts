import { StudioError, rowPath, type EntryInfo, type Format, type Opened, type Problem } from '../../format'
import type { Bytes } from '../../layout'
import { PARKAN } from './parkan'

/** A folder of files in memory, opened through the family's formats as the studio does it; for tests. */
export interface Shelf {
  open(file: string): Opened
  /** A row of an archive, and so on down: `rows(entry)` of each. */
  rows(entry: Opened): readonly Opened[]
  /** Everything below and including an entry. */
  all(entry: Opened): readonly Opened[]
  check(entry: Opened): Promise<readonly Problem[]>
}

export const formatOf = (entry: EntryInfo): Format | undefined => PARKAN.formats.find(format => format.match(entry))

export function shelf(files: Readonly<Record<string, Bytes>>): Shelf {
  const known = new Map<string, readonly Opened[]>()
  const make = (
    info: Omit<EntryInfo, 'head' | 'size'>,
    bytes: Bytes,
    siblings: () => readonly Opened[],
    folder: string,
  ): Opened => {
    const entry: Opened = {
      ...info,
      bytes,
      size: bytes.length,
      head: bytes.subarray(0, 16),
      sibling: async typeId => siblings().find(other => other.attributes['type_id'] === typeId),
      entries: async () => (formatOf(entry)?.archive ? rows(entry, folder) : siblings()),
      beside: async name => fileNamed(`${folder}${name}`),
      file: async name => fileNamed(name),
      row: async which => {
        const all = formatOf(entry)?.archive ? rows(entry, folder) : []
        return typeof which === 'number' ? all[which] : all.find(row => row.name.toLowerCase() === which.toLowerCase())
      },
    }
    return entry
  }
  const fileNamed = (name: string): Opened | undefined => {
    const file = Object.keys(files).find(path => path.toLowerCase() === name.toLowerCase())
    return file === undefined ? undefined : open(file)
  }
  const open = (file: string): Opened =>
    make(
      { path: file, name: file.split('/').at(-1) ?? file, attributes: {}, container: null },
      files[file] ?? new Uint8Array(0),
      () => [],
      file.slice(0, file.lastIndexOf('/') + 1),
    )
  const rows = (entry: Opened, folder = ''): readonly Opened[] => {
    const found = known.get(entry.path) ?? readRows(entry, folder)
    known.set(entry.path, found)
    return found
  }
  const readRows = (entry: Opened, folder: string): readonly Opened[] => {
    const format = formatOf(entry)
    if (!format?.archive) return []
    try {
      const archive = format.archive.open(entry.bytes)
      const container = {
        path: entry.path,
        name: entry.name,
        format: format.id,
        typeIds: archive.rows.map(row => Number(row.attributes['type_id'])),
      }
      const list: Opened[] = archive.rows.map(row =>
        make(
          {
            path: rowPath(entry.path, row.id),
            name: nameOf(row.attributes['name']),
            attributes: row.attributes,
            container,
          },
          row.isReadable ? entry.bytes.subarray(row.offset, row.offset + row.size) : new Uint8Array(0),
          () => list,
          folder,
        ),
      )
      return list
    } catch (error) {
      if (error instanceof StudioError) return []
      throw error
    }
  }
  const folderOf = (entry: Opened): string => entry.path.split('!')[0]?.replace(/[^/]*$/, '') ?? ''
  const all = (entry: Opened): readonly Opened[] => [entry, ...rows(entry, folderOf(entry)).flatMap(all)]
  const check = async (entry: Opened): Promise<readonly Problem[]> =>
    (await Promise.all(all(entry).map(part => formatOf(part)?.check?.(part) ?? []))).flat()
  return { open, rows: entry => rows(entry, folderOf(entry)), all, check }
}

const nameOf = (name: unknown): string =>
  typeof name === 'string' ? name : typeof name === 'object' && name !== null && 'text' in name ? String(name.text) : ''
