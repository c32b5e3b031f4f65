import type { Attributes, EntryPath } from '../edit'
import type { Bytes } from '../layout'
import { filePath } from './entry-path'
import type { EntryInfo, Opened, UnreadArchive } from './format'

/** A row of an archive that is not opened yet. */
export interface EntryRow {
  readonly name: string
  readonly attributes: Attributes
}

type Rows<Row> = readonly Row[] | Promise<readonly Row[]>

/** Source of an open entry: the views of a studio, the replicas of a window, files in a test. */
export interface EntrySource<Row extends EntryRow> {
  readonly path: EntryPath
  readonly name: string
  readonly attributes: Attributes
  readonly container: EntryInfo['container']
  /** `bytes` and `base` may have to be decoded at the first read; `size` and `head` are known without. */
  readonly bytes: Bytes
  readonly base: Bytes
  readonly size: number
  readonly head: Bytes
  /**
   * Rows of the archive that it is, in directory order; undefined where it is none. The same list as long as the archive
   * is the same: what is looked up in it is kept by the list.
   */
  own(): Rows<Row> | undefined
  /** Rows of the archive that it is in; undefined for files. */
  around(): Rows<Row> | undefined
  /** One of those rows. */
  open(row: Row): EntrySource<Row> | Promise<EntrySource<Row>>
  /** A file of the install, relative to its root, matched without case. */
  file(path: string): Promise<EntrySource<Row> | undefined>
  /** Names of the files of a folder of the install or of a root; absent: it lists none. */
  fileNames?(folder: string): Promise<readonly string[]>
  /** Names of the folders in it; absent: it lists none. */
  folderNames?(folder: string): Promise<readonly string[]>
  /** Rows of an archive file without its bytes, none of another file; undefined where there is no such file. Absent: the file is read. */
  archive?(path: string): Promise<readonly Row[] | undefined>
}

/** The one implementation of `Opened`. */
export class OpenedEntry<Row extends EntryRow> implements Opened {
  constructor(private readonly source: EntrySource<Row>) {}

  get path(): EntryPath {
    return this.source.path
  }

  get name(): string {
    return this.source.name
  }

  get attributes(): Attributes {
    return this.source.attributes
  }

  get container(): EntryInfo['container'] {
    return this.source.container
  }

  get size(): number {
    return this.source.size
  }

  get head(): Bytes {
    return this.source.head
  }

  get bytes(): Bytes {
    return this.source.bytes
  }

  get base(): Bytes {
    return this.source.base
  }

  async sibling(fits: (attributes: Attributes) => boolean): Promise<Opened | undefined> {
    return this.open(fitting(await this.source.around(), fits))
  }

  async entries(): Promise<readonly Opened[]> {
    const rows = (await (this.source.own() ?? this.source.around())) ?? []
    return Promise.all(rows.map(async row => new OpenedEntry(await this.source.open(row))))
  }

  async beside(fileName: string): Promise<Opened | undefined> {
    const inside = named(await this.source.around(), fileName)
    if (inside) return this.open(inside)
    const file = filePath(this.path)
    return this.file(file.slice(0, file.lastIndexOf('/') + 1) + fileName)
  }

  async file(path: string): Promise<Opened | undefined> {
    const found = await this.source.file(path)
    return found && new OpenedEntry(found)
  }

  async fileNames(folder: string): Promise<readonly string[]> {
    return (await this.source.fileNames?.(folder)) ?? []
  }

  async folderNames(folder: string): Promise<readonly string[]> {
    return (await this.source.folderNames?.(folder)) ?? []
  }

  async archive(path: string): Promise<UnreadArchive | undefined> {
    const { source } = this
    const rows = source.archive ? await source.archive(path) : await rowsOf(await source.file(path))
    return (
      rows && {
        row: which => this.rowOf(rows, which),
        rows: () =>
          rows.map(row => ({ name: row.name, open: async () => new OpenedEntry(await this.source.open(row)) })),
      }
    )
  }

  async row(which: string | number): Promise<Opened | undefined> {
    return this.rowOf(await this.source.own(), which)
  }

  private rowOf(rows: readonly Row[] | undefined, which: string | number): Promise<Opened | undefined> {
    return this.open(typeof which === 'number' ? rows?.[which] : named(rows, which))
  }

  private async open(row: Row | undefined): Promise<Opened | undefined> {
    return row && new OpenedEntry(await this.source.open(row))
  }
}

/** Rows of a file; none where it is no archive. */
const rowsOf = async <Row extends EntryRow>(file: EntrySource<Row> | undefined): Promise<readonly Row[] | undefined> =>
  file && ((await file.own()) ?? [])

const indexes = new WeakMap<readonly EntryRow[], ReadonlyMap<string, number>>()

/** The first row of that name, matched without case; the index is made once per list of rows. */
function named<Row extends EntryRow>(rows: readonly Row[] | undefined, name: string): Row | undefined {
  if (!rows) return undefined
  let index = indexes.get(rows)
  if (!index) {
    const made = new Map<string, number>()
    for (const [place, row] of rows.entries())
      if (!made.has(row.name.toLowerCase())) made.set(row.name.toLowerCase(), place)
    indexes.set(rows, (index = made))
  }
  return rows[index.get(name.toLowerCase()) ?? -1]
}

type Fits = (attributes: Attributes) => boolean
const found = new WeakMap<readonly EntryRow[], Map<Fits, number>>()

/** The first row whose attributes fit; found once per list of rows and predicate. */
function fitting<Row extends EntryRow>(rows: readonly Row[] | undefined, fits: Fits): Row | undefined {
  if (!rows) return undefined
  let known = found.get(rows)
  if (!known) found.set(rows, (known = new Map()))
  let place = known.get(fits)
  if (place === undefined) known.set(fits, (place = rows.findIndex(row => fits(row.attributes))))
  return rows[place]
}
