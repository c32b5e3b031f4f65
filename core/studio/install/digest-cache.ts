import { StudioError, type FileSystem } from '../../format'
import { fromText } from '../../format/text-bytes'
import { fromHex, joinedBytes, toHex, type Bytes } from '../../layout'
import type { Host } from '../api/host'
import { ownFolder } from './own-folder'

/** Folder of the kept results below the user's data. It can be deleted at any time. */
const FOLDER = 'digest-cache'
/** First bytes of a file. */
const MARK = fromText('areal digest cache 1\n')
/** Bytes of a key, of the size and of the check before each result. */
const [KEY, SIZE, CHECK] = [32, 4, 8]
const HEAD = KEY + SIZE + CHECK

/** A result with the key under which it is kept. */
export interface KeptResult {
  readonly key: string
  readonly bytes: Bytes
}

interface StoredResult {
  readonly bytes: Bytes
  /** The start of the digest of key and result; that of a damaged one differs. */
  readonly check: string
}

/**
 * Results that are kept on disk between starts, by a digest of everything they were computed from: one file of records
 * for each kind. A file that is missing, damaged or cannot be written is no error: the result is computed again. Of two
 * processes that write at the same time one may lose its results.
 */
export class DigestCache {
  private records: Promise<Map<string, StoredResult>> | undefined
  private writing: Promise<void> = Promise.resolve()
  private readonly used = new Set<string>()
  /** Bytes of the file. */
  private size = 0
  private isDamaged = false

  /** `limit`: most bytes of the file; beyond them the results that were not used since the start are removed. */
  constructor(
    private readonly host: Host,
    private readonly kind: string,
    private readonly limit: number,
  ) {}

  /** The key of a result that depends on these texts, and on this build of the program. */
  keyOf(...parts: readonly string[]): string {
    return this.host.hash(fromText(JSON.stringify([this.host.build, ...parts])))
  }

  /** The kept result; undefined where there is none, or it is damaged. */
  async get(key: string): Promise<Bytes | undefined> {
    const records = await this.load()
    const kept = records.get(key)
    if (!kept) return undefined
    if (this.checkOf(key, kept.bytes) === kept.check) {
      this.used.add(key)
      return kept.bytes
    }
    records.delete(key)
    this.isDamaged = true
    return undefined
  }

  /** Keeps results; those that are kept already stay. Resolves when they are written, or cannot be. */
  put(results: readonly KeptResult[]): Promise<void> {
    this.writing = this.writing.then(() => this.write(results))
    return this.writing
  }

  /** Frees the memory of the results; they are read again when needed. */
  release(): void {
    this.records = undefined
  }

  private folder(): Promise<FileSystem> {
    return ownFolder(this.host, this.host.join(this.host.userData, FOLDER))
  }

  private get file(): string {
    return `${this.kind}.bin`
  }

  private load(): Promise<Map<string, StoredResult>> {
    this.records ??= this.read()
    return this.records
  }

  private async read(): Promise<Map<string, StoredResult>> {
    const records = new Map<string, StoredResult>()
    try {
      const files = await this.folder()
      const stat = await files.stat(this.file)
      this.size = stat?.size ?? 0
      this.isDamaged = stat !== undefined && !recordsIn(await files.read(this.file), records)
    } catch (error) {
      if (!(error instanceof StudioError)) throw error
    }
    return records
  }

  private async write(results: readonly KeptResult[]): Promise<void> {
    const records = await this.load()
    const fresh = results.filter(({ key }) => !records.has(key))
    if (fresh.length === 0) return
    const added: Bytes[] = []
    for (const { key, bytes } of fresh) {
      const check = this.checkOf(key, bytes)
      records.set(key, { bytes, check })
      this.used.add(key)
      added.push(recordOf(key, bytes, check))
    }
    const bytes = joinedBytes(this.size === 0 ? [MARK, ...added] : added)
    try {
      const files = await this.folder()
      if (this.isDamaged || this.size + bytes.length > this.limit) await this.rewrite(files, records)
      else this.size = (await files.append(this.file, bytes, { flush: false })).size
    } catch (error) {
      if (!(error instanceof StudioError)) throw error
    }
  }

  /** Writes the whole file again, with the results used last as far as half of the limit holds them. */
  private async rewrite(files: FileSystem, records: Map<string, StoredResult>): Promise<void> {
    const kept: Bytes[] = []
    let size = MARK.length
    for (const key of [...this.used].reverse()) {
      const one = records.get(key)
      if (!one || size + HEAD + one.bytes.length > this.limit / 2) continue
      kept.push(recordOf(key, one.bytes, one.check))
      size += HEAD + one.bytes.length
    }
    this.size = (await files.write(this.file, joinedBytes([MARK, ...kept.reverse()]), { isLasting: false })).size
    this.isDamaged = false
  }

  private checkOf(key: string, bytes: Bytes): string {
    return this.host.hash(joinedBytes([digestBytes(key), bytes])).slice(0, 2 * CHECK)
  }
}

/** Adds the results of a file; false where it is damaged, behind those that are whole. */
function recordsIn(file: Bytes, records: Map<string, StoredResult>): boolean {
  if (MARK.some((byte, at) => file[at] !== byte)) return false
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength)
  let at = MARK.length
  while (at + HEAD <= file.length) {
    const end = at + HEAD + view.getUint32(at + KEY, true)
    if (end > file.length) return false
    const check = toHex(file.subarray(at + KEY + SIZE, at + HEAD))
    records.set(toHex(file.subarray(at, at + KEY)), { bytes: file.subarray(at + HEAD, end), check })
    at = end
  }
  return at === file.length
}

function recordOf(key: string, bytes: Bytes, check: string): Bytes {
  const size = new Uint8Array(SIZE)
  new DataView(size.buffer).setUint32(0, bytes.length, true)
  return joinedBytes([digestBytes(key), size, digestBytes(check), bytes])
}

/** Bytes of a digest. */
const digestBytes = (digest: string): Bytes => fromHex(digest) ?? new Uint8Array(0)
