import type { EntryPath } from '../../edit'
import { latinText, printPath } from '../../format'
import { fromText } from '../../format/text-bytes'
import type { ChosenPages } from '../../search'
import type { EntryNames, FileNames } from '../api/reference-pool'
import type { Host } from '../api/host'
import { DigestCache, type KeptResult } from '../install/digest-cache'
import type { Workspace } from '../entries/workspace'
import { parseNames } from './file-references'

/** Most bytes on disk; a retail install of the largest game takes a tenth. */
const LIMIT = 64 * 1024 * 1024
/**
 * A file that was written this shortly before it was read is read again at the next start: a second write within the
 * resolution of its time would not be seen. In milliseconds.
 */
const FRESH = 2_000

/**
 * What files without edits name, kept on disk: the digest of a file by its place, size and time, and the names by its
 * place and digest.
 */
export class KeptNames {
  private readonly cache: DigestCache
  private added: KeptResult[] = []

  constructor(
    private readonly host: Host,
    private readonly workspace: Workspace,
  ) {
    this.cache = new DigestCache(host, 'references', LIMIT)
  }

  /** Names of a file by its size and time in the last listing; undefined where they are not kept. */
  async get(file: string): Promise<readonly EntryNames[] | undefined> {
    const { install, isMissing } = this.workspace.parts
    const listed = install.listed(file)
    if (!listed || isMissing || install.record(file)) return undefined
    const digest = await this.cache.get(this.statKey(file, listed))
    return digest && this.ofDigest(file, latinText(digest))
  }

  /** The same by the digest of its bytes. */
  async ofDigest(file: string, digest: string): Promise<readonly EntryNames[] | undefined> {
    const found = await this.cache.get(this.digestKey(file, digest))
    return found && parseNames(found)
  }

  /** Adds the names of a file; `modified` is negative where the digest is not that of the file in the install. */
  add(file: string, { digest, names, size, modified }: FileNames): void {
    this.added.push({ key: this.digestKey(file, digest), bytes: names })
    const isOld = modified >= 0 && this.host.now() - modified > FRESH
    if (isOld) this.added.push({ key: this.statKey(file, { size, modified }), bytes: fromText(digest) })
  }

  /** Writes what was added, and frees the memory. */
  async write(): Promise<void> {
    const added = this.added
    this.added = []
    if (added.length > 0) await this.cache.put(added)
    this.cache.release()
  }

  private statKey(file: string, { size, modified }: Pick<FileNames, 'size' | 'modified'>): string {
    return this.cache.keyOf('digest', this.workspace.parts.root, file, String(size), String(modified))
  }

  private digestKey(file: string, digest: string): string {
    const { families } = this.workspace.parts
    const pages = [...pagesOf(this.workspace, file)].flat()
    return this.cache.keyOf('names', file, digest, families.map(({ id }) => id).join(), ...pages)
  }
}

/** Code pages that the user chose for archives in a file. */
export function pagesOf({ parts: { install } }: Workspace, file: string): ChosenPages {
  if (install.codePages.size === 0) return NO_PAGES
  const path = printPath({ file, steps: [] }).toLowerCase()
  const isIn = (archive: EntryPath): boolean => archive === path || archive.startsWith(`${path}!`)
  return new Map([...install.codePages].filter(([archive]) => isIn(archive)))
}

const NO_PAGES: ChosenPages = new Map()

/** Identifies the unedited image of a file: its size and time, the original while it is deployed, its code pages. */
export function imageOf(workspace: Workspace, file: string): string {
  const { install } = workspace.parts
  const { size, modified } = install.listed(file) ?? {}
  return JSON.stringify([size, modified, install.record(file)?.pristine, ...pagesOf(workspace, file)])
}
