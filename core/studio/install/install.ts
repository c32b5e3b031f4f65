import type { EntryPath } from '../../edit'
import { parsePath, printPath, StudioError, type FileStat, type ReadOnlyFileSystem } from '../../format'
import type { Bytes, CodePage } from '../../layout'
import { readBackup } from './copies'
import { MARKER, type DeployedFile, type Deployment } from './deployed'
import { ImageCache, type CachedImage } from './image-cache'

/** Larger files without a format are read in pieces: their image is loaded whole only when it is edited. */
export const LARGE = 64 * 1024 * 1024

/** Pristine images kept in memory at most, in bytes. */
const CACHE_LIMIT = 192 * 1024 * 1024
/** The same for large images, separately: one of them must not displace all others, nor the reverse. */
const LARGE_CACHE_LIMIT = 512 * 1024 * 1024

interface Pristine {
  readonly bytes: Bytes
  /** Source of the image: the install, or the backup while the install's file is a deployed one. */
  readonly from: 'install' | 'backup'
}

/** The game folder, read-only; names match without case. Returns pristine images, whatever is deployed. */
export class Install {
  private index = new Map<string, FileStat>()
  private sorted: readonly FileStat[] = []
  private readonly small = new ImageCache(CACHE_LIMIT)
  private readonly large = new ImageCache(LARGE_CACHE_LIMIT)
  /** Hashes of files when last read; kept when the image is dropped from memory. */
  private readonly hashes = new Map<string, { readonly stat: FileStat; readonly hash: string }>()
  private readonly records = new Map<string, DeployedFile>()
  /** Called with files added or deleted since the last listing. */
  onListed: (files: readonly string[]) => void = () => {}
  /** Read-only folders beside the install by id; undefined where one is missing. A file `//id/…` is in one of them. */
  roots: ReadonlyMap<string, Install | undefined> = new Map()
  /** Code pages that the user chose, by the path of the archive in lower case. */
  codePages: ReadonlyMap<EntryPath, CodePage> = new Map()
  /** Absolute folders of the roots. */
  rootFolders: ReadonlyMap<string, string> = new Map()
  /** Files whose kept original was missing or damaged when it was last read. */
  private readonly lost = new Set<string>()

  constructor(
    readonly files: ReadOnlyFileSystem,
    private readonly hashOf: (bytes: Bytes) => string,
    /** Folder of the backups: this workspace, or the one that deployed. */
    private backups: ReadOnlyFileSystem,
  ) {}

  /** Lists the folder again. `seen` is that of the listing: if it throws, nothing changes. */
  async refresh(seen?: Parameters<ReadOnlyFileSystem['list']>[0]): Promise<void> {
    const before = new Set(this.names)
    const found = (await this.files.list(seen)).filter(file => file.path.toLowerCase() !== MARKER)
    this.sorted = [...found].sort((a, b) => compareNames(a.path, b.path))
    this.index = new Map(this.sorted.map(file => [file.path.toLowerCase(), file]))
    const come = this.names.filter(name => !before.delete(name))
    if (come.length + before.size > 0) this.onListed([...come, ...before])
  }

  /** Sets the record of what was deployed. */
  setDeployment(deployment: Deployment | undefined, backups: ReadOnlyFileSystem): void {
    this.records.clear()
    this.backups = backups
    for (const file of deployment?.files ?? []) this.records.set(file.path.toLowerCase(), file)
  }

  /** Files of the pristine install, sorted; without those that deploy added. */
  get list(): readonly FileStat[] {
    return this.sorted.filter(file => this.records.get(file.path.toLowerCase())?.pristine !== null)
  }

  /** Names on disk that cannot be used, in a printable form. */
  get unlisted(): readonly string[] {
    return this.files.unlisted?.() ?? []
  }

  /** Folders and files that the system denies reading: the pristine content there is unknown. */
  get unreadable(): readonly string[] {
    return this.files.unreadable?.() ?? []
  }

  get names(): readonly string[] {
    return this.list.map(file => file.path)
  }

  /** Size and time of a file in the last listing; undefined where it was not listed. */
  listed(file: string): FileStat | undefined {
    return this.index.get(file.toLowerCase())
  }

  record(file: string): DeployedFile | undefined {
    return this.records.get(file.toLowerCase())
  }

  /** The folder that a file `//id/…` is in; undefined for files of the install. Throws StudioError `root.…`. */
  private rooted(
    file: string,
  ): { readonly folder: Install; readonly path: string; readonly before: string } | undefined {
    if (!file.startsWith('//')) return undefined
    const { root: id = '' } = parsePath(printPath({ file, steps: [] }))
    const before = `//${id}/`
    const folder = this.roots.get(id)
    if (!folder)
      throw new StudioError(this.roots.has(id) ? 'root.missing' : 'root.unknown', { root: id, entry: file }, file)
    return { folder, path: file.slice(before.length), before }
  }

  /** The file in the install's own spelling. Throws StudioError `root.…`. */
  spelling(file: string): string | undefined {
    const root = this.rooted(file)
    if (root) {
      const spelled = root.folder.spelling(root.path)
      return spelled === undefined ? undefined : root.before + spelled
    }
    return this.index.get(file.toLowerCase())?.path ?? this.records.get(file.toLowerCase())?.path
  }

  /** Size in the pristine install by the listing; undefined where it has no such file. */
  sizeOf(file: string): number | undefined {
    const root = this.rooted(file)
    if (root) return root.folder.sizeOf(root.path)
    const record = this.record(file)
    return record?.pristine === null ? undefined : this.index.get(file.toLowerCase())?.size
  }

  /** The present file of the install; undefined where there is none. */
  async present(file: string): Promise<Bytes | undefined> {
    return (await this.load(file))?.bytes
  }

  async presentHash(file: string): Promise<string | undefined> {
    const root = this.rooted(file)
    if (root) return root.folder.presentHash(root.path)
    const stat = await this.files.stat(file)
    const known = this.hashes.get(file.toLowerCase())
    if (stat && known && isSame(known.stat, stat)) return known.hash
    const cached = await this.load(file)
    return cached && this.hashOfImage(file.toLowerCase(), cached)
  }

  private hashOfImage(key: string, { stat, bytes }: CachedImage): string {
    const known = this.hashes.get(key)
    if (known && isSame(known.stat, stat)) return known.hash
    const hash = this.hashOf(bytes)
    this.hashes.set(key, { stat, hash })
    return hash
  }

  private cached(key: string): CachedImage | undefined {
    return this.small.get(key) ?? this.large.get(key)
  }

  /** Hash of the file as it was last read; undefined if it was never read. */
  knownHash(file: string): string | undefined {
    const cached = this.cached(file.toLowerCase())
    return cached && this.hashOfImage(file.toLowerCase(), cached)
  }

  /** Whether the kept original of a deployed file is missing or damaged: the deployed version is returned instead. */
  isLost(file: string): boolean {
    return this.lost.has(file.toLowerCase())
  }

  /** The image before all edits: the backup while the install's file is a deployed one, else the install's file. */
  async pristine(file: string): Promise<Pristine | undefined> {
    const record = this.record(file)
    if (!record) {
      const bytes = await this.present(file)
      return bytes && { bytes, from: 'install' }
    }
    const hash = await this.presentHash(file)
    const isOurs = hash === undefined || record.deployed.includes(hash)
    if (record.pristine === null) return isOurs ? undefined : this.asFound(file)
    return isOurs && hash !== record.pristine ? this.backupOrFound(file, record.pristine) : this.asFound(file)
  }

  private async asFound(file: string): Promise<Pristine | undefined> {
    const bytes = await this.present(file)
    return bytes && { bytes, from: 'install' }
  }

  private async backupOrFound(file: string, hash: string): Promise<Pristine | undefined> {
    this.lost.delete(file.toLowerCase())
    try {
      return await this.backup(file, hash)
    } catch (error) {
      if (!(error instanceof StudioError && error.code === 'deploy.backup-damaged')) throw error
      this.lost.add(file.toLowerCase())
      return this.asFound(file)
    }
  }

  private async backup(file: string, hash: string): Promise<Pristine> {
    const key = `backup/${hash}`
    const known = this.cached(key)
    if (known) return { bytes: known.bytes, from: 'backup' }
    const bytes = await readBackup(this.backups, hash, this.hashOf, file)
    this.keep(key, { stat: { path: key, size: bytes.length, modified: 0 }, bytes })
    return { bytes, from: 'backup' }
  }

  /** The first bytes of a file, without reading it whole. */
  async head(file: string, length: number): Promise<Bytes> {
    const root = this.rooted(file)
    if (root) return root.folder.head(root.path, length)
    const record = this.record(file)
    if (record) return (await this.pristine(file))?.bytes.subarray(0, length) ?? new Uint8Array(0)
    const cached = this.cached(file.toLowerCase())
    return cached ? cached.bytes.subarray(0, length) : this.files.read(file, { offset: 0, length })
  }

  /** A part of a file as it is on disk. */
  piece(file: string, range: { readonly offset: number; readonly length: number }): Promise<Bytes> {
    const root = this.rooted(file)
    return root ? root.folder.piece(root.path, range) : this.files.read(file, range)
  }

  /** Reads from disk unless size and time equal those of the cached image. */
  private async load(file: string): Promise<CachedImage | undefined> {
    const root = this.rooted(file)
    if (root) return root.folder.load(root.path)
    const key = file.toLowerCase()
    const stat = await this.files.stat(file)
    const known = this.cached(key)
    if (!stat) {
      this.forget(key)
      return undefined
    }
    if (known && isSame(known.stat, stat)) return known
    this.forget(key)
    const bytes = await this.files.read(file)
    const again = this.cached(key)
    if (again && isSame(again.stat, stat)) return again
    const cached: CachedImage = { stat, bytes }
    this.keep(key, cached)
    return cached
  }

  private keep(key: string, image: CachedImage): void {
    this.forget(key)
    if (image.bytes.length > LARGE) this.large.keep(key, image)
    else this.small.keep(key, image)
  }

  /** To be called after an own write: its time may equal that of the previous write. */
  forgetFile(file: string): void {
    this.forget(file.toLowerCase())
    this.hashes.delete(file.toLowerCase())
  }

  private forget(key: string): void {
    this.small.forget(key)
    this.large.forget(key)
  }

  /** A file that must exist. Throws StudioError `entry.missing`. */
  async need(file: string): Promise<Pristine> {
    const pristine = await this.pristine(file)
    if (!pristine) throw new StudioError('entry.missing', { entry: file }, file)
    return pristine
  }
}

const isSame = (a: FileStat, b: FileStat): boolean => a.size === b.size && a.modified === b.modified

/** Folders before files, without case: the same on every system. */
export function compareNames(a: string, b: string): number {
  const as = a.toLowerCase().split('/')
  const bs = b.toLowerCase().split('/')
  for (let i = 0; i < as.length && i < bs.length; i++) {
    const x = as[i] ?? ''
    const y = bs[i] ?? ''
    if (x === y) continue
    const isLastA = i === as.length - 1
    const isLastB = i === bs.length - 1
    if (isLastA !== isLastB) return isLastA ? 1 : -1
    return x < y ? -1 : 1
  }
  return as.length - bs.length
}
