import { isRecord, parseJson, type FileSystem } from '../../format'
import type { Bytes } from '../../layout'
import { backupPath } from './copies'
import { fromText, toText } from '../../format/text-bytes'

const PRISTINE = 'pristine.json'

export interface ChangedFile {
  readonly file: string
  /** It is again what the edits were made on. */
  readonly isOriginal: boolean
  /** There is no such file any more. */
  readonly isGone: boolean
}

/** Hashes of the pristine images that edits were made on: how a change from outside is told by content. */
export class PristineHashes {
  private readonly known = new Map<string, string>()
  /** What was seen instead and is told already. */
  private readonly seen = new Map<string, string>()

  constructor(private readonly store: FileSystem) {}

  /** Reads them; answers the files of which it was another one. */
  async load(): Promise<readonly string[]> {
    const before = new Map(this.known)
    if (!(await this.store.stat(PRISTINE))) return []
    const json = parseJson(toText(await this.store.read(PRISTINE)))
    if (!isRecord(json)) return []
    this.known.clear()
    for (const [file, hash] of Object.entries(json)) if (typeof hash === 'string') this.known.set(file, hash)
    return [...before].flatMap(([file, hash]) => (this.known.get(file) === hash ? [] : file))
  }

  of(file: string): string | undefined {
    return this.known.get(file)
  }

  /** Files that edits were made on. */
  files(): readonly string[] {
    return [...this.known.keys()]
  }

  /** Files that were another one than the edits were made on when last looked at. */
  get strayed(): readonly string[] {
    return [...this.seen].flatMap(([file, hash]) => (hash === this.known.get(file) ? [] : file))
  }

  /** Of all files that edits were made on. */
  all(): Iterable<string> {
    return this.known.values()
  }

  /**
   * Notes files that are edited for the first time, before their first commit is on disk, and keeps a copy of each: what another
   * program makes of one can then be told apart from our edits.
   */
  async remember(
    sources: ReadonlyMap<string, Bytes | undefined>,
    hash: (bytes: Bytes) => string,
    guard: () => void = () => {},
  ): Promise<void> {
    const fresh = [...sources].filter(([file, bytes]) => bytes && !this.known.has(file))
    if (fresh.length === 0) return
    const next = new Map(this.known)
    for (const [file, bytes] of fresh) {
      if (!bytes) continue
      guard()
      const name = hash(bytes)
      if (!(await this.store.stat(backupPath(name))))
        await this.store.write(backupPath(name), bytes, { isLasting: false })
      next.set(file, name)
    }
    await this.save(next)
  }

  /** Files (of these, or of all) whose hash is another one than when last looked at. Where `now` throws none counts as looked at. */
  async changed(
    files: readonly string[] | undefined,
    now: (file: string) => Promise<string | undefined>,
  ): Promise<readonly ChangedFile[]> {
    const found = new Map<string, string>()
    for (const file of new Set(files ?? this.known.keys()))
      if (this.known.has(file)) found.set(file, (await now(file)) ?? '')
    const changed: ChangedFile[] = []
    for (const [file, present] of found) {
      const hash = this.known.get(file)
      if (present === (this.seen.get(file) ?? hash)) continue
      this.seen.set(file, present)
      changed.push({ file, isOriginal: present === hash, isGone: present === '' })
    }
    return changed
  }

  /** The edits fit the image that is there now: from here on it is the pristine one. */
  async settle(isFitting: (file: string) => boolean): Promise<void> {
    const settled = [...this.seen].filter(
      ([file, hash]) => hash !== '' && hash !== this.known.get(file) && isFitting(file),
    )
    if (settled.length === 0) return
    await this.save(new Map([...this.known, ...settled]))
  }

  /** From here on edits of these files are made on the images of these hashes, of which copies are kept; undefined: on no file. */
  async adopt(hashes: ReadonlyMap<string, string | undefined>): Promise<void> {
    const next = new Map([...this.known, ...hashes])
    await this.save(new Map([...next].flatMap(([file, hash]) => (hash === undefined ? [] : [[file, hash] as const]))))
    for (const file of hashes.keys()) this.seen.delete(file)
  }

  /** What could not be written is not known either: the next edit tries again. */
  private async save(next: ReadonlyMap<string, string>): Promise<void> {
    await this.store.write(PRISTINE, fromText(`${JSON.stringify(Object.fromEntries([...next].sort()), null, 2)}\n`))
    this.known.clear()
    for (const [file, hash] of next) this.known.set(file, hash)
  }
}
