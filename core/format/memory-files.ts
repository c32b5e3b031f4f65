import type { Bytes } from '../layout'
import type { FileStat, FileSystem, GuardPresent, ReadOnlyFileSystem } from './file-system'
import { StudioError } from './problem'

/** Operations of a file system that a test can make fail. */
export type FileOperation =
  | 'list'
  | 'stat'
  | 'read'
  | 'write'
  | 'guard'
  | 'settle'
  | 'claim'
  | 'append'
  | 'truncate'
  | 'remove'

/** Options of `MemoryFiles`. */
export interface MemoryFilesOptions {
  readonly root?: string
  /** Called before each operation; throwing makes it fail, as a full disk or a lock would. */
  readonly before?: (operation: FileOperation, path: string) => void
}

interface Kept {
  readonly path: string
  readonly bytes: Bytes
  readonly modified: number
}

/** A folder in memory, with the rules of a real one: names match without case, paths stay inside. For tests and samples. */
export class MemoryFiles implements FileSystem {
  readonly root: string
  private readonly kept = new Map<string, Kept>()
  private readonly before: (operation: FileOperation, path: string) => void
  private ticks = 0

  constructor(files: Readonly<Record<string, Bytes>> = {}, options: MemoryFilesOptions = {}) {
    this.root = options.root ?? '/memory'
    this.before = options.before ?? (() => {})
    for (const [path, bytes] of Object.entries(files)) this.put(path, bytes)
  }

  /** Every path with its bytes, sorted, for tests to compare. */
  snapshot(): Record<string, Bytes> {
    const sorted = [...this.kept.values()].sort((a, b) => (a.path < b.path ? -1 : 1))
    return Object.fromEntries(sorted.map(({ path, bytes }) => [path, bytes.slice()]))
  }

  /** Writes as another program would: without rules and injected failures. */
  put(path: string, bytes: Bytes): void {
    const key = keyOf(path)
    this.kept.set(key, { path: this.kept.get(key)?.path ?? clean(path), bytes: bytes.slice(), modified: ++this.ticks })
  }

  delete(path: string): void {
    this.kept.delete(keyOf(path))
  }

  async list(seen?: (folder: string, count: number) => void): Promise<readonly FileStat[]> {
    this.before('list', '')
    seen?.('', 0)
    return [...this.kept.values()].map(statOf)
  }

  async stat(path: string): Promise<FileStat | undefined> {
    this.before('stat', path)
    const kept = this.kept.get(keyOf(path))
    return kept && statOf(kept)
  }

  async read(path: string, range?: { readonly offset: number; readonly length: number }): Promise<Bytes> {
    this.before('read', path)
    const { bytes } = this.need(path)
    return range ? bytes.slice(range.offset, range.offset + range.length) : bytes.slice()
  }

  async write(
    path: string,
    bytes: Bytes,
    { prove, guard }: { readonly prove?: () => void; readonly guard?: GuardPresent } = {},
  ): Promise<FileStat> {
    this.before('write', path)
    prove?.()
    guard?.(this.kept.get(keyOf(path))?.bytes.slice())
    this.put(path, bytes)
    return statOf(this.need(path))
  }

  async guardWrite(path: string): Promise<void> {
    this.before('guard', path)
  }

  async settle(path: string): Promise<void> {
    this.before('settle', path)
  }

  async append(path: string, bytes: Bytes): Promise<FileStat> {
    this.before('append', path)
    const old = this.kept.get(keyOf(path))?.bytes ?? new Uint8Array(0)
    const whole = new Uint8Array(old.length + bytes.length)
    whole.set(old)
    whole.set(bytes, old.length)
    this.put(path, whole)
    return statOf(this.need(path))
  }

  async truncate(path: string, size: number): Promise<void> {
    this.before('truncate', path)
    this.put(path, this.need(path).bytes.slice(0, size))
  }

  async remove(path: string, { guard }: { readonly guard?: GuardPresent } = {}): Promise<void> {
    this.before('remove', path)
    guard?.(this.kept.get(keyOf(path))?.bytes.slice())
    this.kept.delete(keyOf(path))
  }

  async claim(path: string, bytes: Bytes): Promise<boolean> {
    this.before('claim', path)
    if (this.kept.has(keyOf(path))) return false
    this.put(path, bytes)
    return true
  }

  async sweep(): Promise<void> {
    // A write in memory leaves nothing half done.
  }

  private need(path: string): Kept {
    const kept = this.kept.get(keyOf(path))
    if (!kept) throw new StudioError('file.missing', { path })
    return kept
  }
}

const statOf = ({ path, bytes, modified }: Kept): FileStat => ({ path, size: bytes.length, modified })
const clean = (path: string): string => path.replaceAll('\\', '/')

function keyOf(path: string): string {
  const parts = clean(path).split('/')
  if (path.startsWith('/') || /^[a-z]:/i.test(path) || parts.includes('..'))
    throw new StudioError('file.outside', { path })
  return parts.join('/').toLowerCase()
}

/** A folder without its writing methods. The install is opened through it, so that only deploy can write it. */
export const readOnly = (files: ReadOnlyFileSystem): ReadOnlyFileSystem => ({
  root: files.root,
  list: seen => files.list(seen),
  unlisted: () => files.unlisted?.() ?? [],
  unreadable: () => files.unreadable?.() ?? [],
  stat: path => files.stat(path),
  read: (path, range) => files.read(path, range),
})
