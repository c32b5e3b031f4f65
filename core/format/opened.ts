import type { Attributes, EntryPath } from '../edit'
import type { Bytes } from '../layout'
import { filePath } from './entry-path'
import type { EntryInfo, Opened } from './format'

/** A row of an archive that is not opened yet. */
export interface EntryRow {
  readonly name: string
  readonly attributes: Attributes
  open(): EntrySource | Promise<EntrySource>
}

type Rows = readonly EntryRow[] | Promise<readonly EntryRow[]>

/** Where an open entry comes from: the views of a studio, the replicas of a window, files in a test. */
export interface EntrySource {
  readonly path: EntryPath
  readonly name: string
  readonly attributes: Attributes
  readonly container: EntryInfo['container']
  /** What is known without decoding; `bytes` and `base` may decode. */
  readonly bytes: Bytes
  readonly base: Bytes
  readonly size: number
  readonly head: Bytes
  /** Rows of the archive that it is, in directory order; undefined where it is none. */
  own(): Rows | undefined
  /** Rows of the archive that it is in; undefined for files. */
  around(): Rows | undefined
  /** A file of the install, relative to its root, matched without case. */
  file(path: string): Promise<EntrySource | undefined>
}

/** The one implementation of `Opened`. */
export class OpenedEntry implements Opened {
  constructor(private readonly source: EntrySource) {}

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
    return open((await this.source.around())?.find(row => fits(row.attributes)))
  }

  async entries(): Promise<readonly Opened[]> {
    const rows = (await (this.source.own() ?? this.source.around())) ?? []
    return Promise.all(rows.map(async row => new OpenedEntry(await row.open())))
  }

  async beside(fileName: string): Promise<Opened | undefined> {
    const inside = named(await this.source.around(), fileName)
    if (inside) return open(inside)
    const file = filePath(this.path)
    return this.file(file.slice(0, file.lastIndexOf('/') + 1) + fileName)
  }

  async file(path: string): Promise<Opened | undefined> {
    const found = await this.source.file(path)
    return found && new OpenedEntry(found)
  }

  async row(which: string | number): Promise<Opened | undefined> {
    const rows = await this.source.own()
    return open(typeof which === 'number' ? rows?.[which] : named(rows, which))
  }
}

async function open(row: EntryRow | undefined): Promise<Opened | undefined> {
  return row && new OpenedEntry(await row.open())
}

const indexes = new WeakMap<readonly EntryRow[], ReadonlyMap<string, EntryRow>>()

/** The first row of that name, matched without case; the index is made once per list of rows. */
function named(rows: readonly EntryRow[] | undefined, name: string): EntryRow | undefined {
  if (!rows) return undefined
  let index = indexes.get(rows)
  if (!index) {
    const made = new Map<string, EntryRow>()
    for (const row of rows) if (!made.has(row.name.toLowerCase())) made.set(row.name.toLowerCase(), row)
    indexes.set(rows, (index = made))
  }
  return index.get(name.toLowerCase())
}
