import { isRecord, parseJson, type FileSystem } from '../../format'
import type { Bytes } from '../../layout'
import { backupPath } from './copies'
import { fromText, toText } from '../../format/text-bytes'

const PRISTINE = 'pristine.json'
/** Hashes of external versions that were edited before their conflict was resolved. */
const EDITED_ON = 'edited-on.json'

/** A file whose content differs from the last reading. */
export interface ChangedFile {
  readonly file: string
  /** It equals the original of the edits again. */
  readonly isOriginal: boolean
  /** The file was deleted. */
  readonly isGone: boolean
}

/** Hashes of the pristine images that edits are based on: external changes are found by content. */
export class PristineHashes {
  private readonly known = new Map<string, string>()
  /** Hashes of changed files that were already reported. */
  private readonly seen = new Map<string, string>()
  private readonly external = new Map<string, string>()

  constructor(private readonly store: FileSystem) {}

  /** Reads them; returns the files whose hash differs. */
  async load(): Promise<readonly string[]> {
    const before = new Map(this.known)
    const external = await this.read(EDITED_ON)
    if (external) replace(this.external, external)
    const known = await this.read(PRISTINE)
    if (!known) return []
    replace(this.known, known)
    return [...before].flatMap(([file, hash]) => (this.known.get(file) === hash ? [] : file))
  }

  private async read(path: string): Promise<ReadonlyMap<string, string> | undefined> {
    const json = (await this.store.stat(path)) ? parseJson(toText(await this.store.read(path))) : undefined
    if (!isRecord(json)) return undefined
    return new Map(Object.entries(json).flatMap(([file, hash]) => (typeof hash === 'string' ? [[file, hash]] : [])))
  }

  /** Hash of the external version on which the file was last edited before it became the original; a copy is kept. */
  editedOn(file: string): string | undefined {
    return this.external.get(file)
  }

  of(file: string): string | undefined {
    return this.known.get(file)
  }

  /** Files with edits. */
  files(): readonly string[] {
    return [...this.known.keys()]
  }

  /** Files whose hash differed from that of the edited image when last read. */
  get strayed(): readonly string[] {
    return [...this.seen].flatMap(([file, hash]) => (hash === this.known.get(file) ? [] : file))
  }

  /** Hashes of all images that edits are based on. */
  all(): Iterable<string> {
    return [...this.known.values(), ...this.external.values()]
  }

  /**
   * Records files that are edited for the first time, or (`isUnedited`) again after all edits were removed, before the
   * commit is on disk, and keeps a copy of each: changes by another program can then be distinguished from local edits.
   */
  async remember(
    sources: ReadonlyMap<string, Bytes | undefined>,
    hash: (bytes: Bytes) => string,
    { isUnedited, guard }: { readonly isUnedited: (file: string) => boolean; readonly guard?: () => void },
  ): Promise<void> {
    const next = new Map(this.known)
    const external = new Map(this.external)
    for (const [file, bytes] of sources) {
      if (!bytes) continue
      guard?.()
      const name = hash(bytes)
      const known = this.known.get(file)
      const isOriginal = known === undefined || isUnedited(file)
      if (name === known || (!isOriginal && name === this.external.get(file))) continue
      if (!(await this.store.stat(backupPath(name))))
        await this.store.write(backupPath(name), bytes, { isLasting: false })
      ;(isOriginal ? next : external).set(file, name)
      if (isOriginal && known !== undefined) external.set(file, known)
    }
    if ([...external].some(([file, name]) => this.external.get(file) !== name)) await this.saveExternal(external)
    if ([...next].some(([file, name]) => this.known.get(file) !== name)) await this.save(next)
  }

  /** Files (of these, or of all) whose hash differs from the last reading. If `now` throws, none counts as read. */
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

  /** Accepts the present images of files that the edits fit as the pristine ones. */
  async settle(isFitting: (file: string) => boolean): Promise<void> {
    const settled = [...this.seen].filter(
      ([file, hash]) => hash !== '' && hash !== this.known.get(file) && isFitting(file),
    )
    if (settled.length === 0) return
    await this.save(new Map([...this.known, ...settled]))
  }

  /** Sets the originals of the edits of these files, by hash; copies are kept; undefined: no file. */
  async adopt(hashes: ReadonlyMap<string, string | undefined>): Promise<void> {
    const next = new Map([...this.known, ...hashes])
    await this.save(new Map([...next].flatMap(([file, hash]) => (hash === undefined ? [] : [[file, hash] as const]))))
    for (const file of hashes.keys()) this.seen.delete(file)
  }

  /** A hash that could not be written is not remembered either: the next edit tries again. */
  private async save(next: ReadonlyMap<string, string>): Promise<void> {
    await this.store.write(PRISTINE, jsonOf(next))
    replace(this.known, next)
  }

  private async saveExternal(next: ReadonlyMap<string, string>): Promise<void> {
    await this.store.write(EDITED_ON, jsonOf(next))
    replace(this.external, next)
  }
}

const jsonOf = (hashes: ReadonlyMap<string, string>): Bytes =>
  fromText(`${JSON.stringify(Object.fromEntries([...hashes].sort()), null, 2)}\n`)

function replace(target: Map<string, string>, source: ReadonlyMap<string, string>): void {
  target.clear()
  for (const [file, hash] of source) target.set(file, hash)
}
