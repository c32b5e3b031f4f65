import { lstatSync, readdirSync, realpathSync, statSync, type Stats } from 'node:fs'
import { readdir, realpath, stat } from 'node:fs/promises'
import { basename, dirname, join, sep } from 'node:path'
import { StudioError } from '@areal-studio/core/format'
import { fileError, systemCode } from './file-errors'

/** Temp files of an atomic write; a killed program may leave one. Never listed. */
export const TEMP_FILE = /^~areal-[0-9a-f]{8}\.tmp$/
const WINDOWS_DEVICE = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i
const folded = (name: string): string => name.normalize('NFC').toLowerCase()

/** An existing file or folder. */
export interface ExistingPath {
  readonly absolute: string
  /** Of the target of a link. */
  readonly stat: Stats
}

/**
 * Finds files below a root by names without case, and refuses paths that leave the root. Caches the listings of
 * folders.
 */
export class FolderNames {
  private readonly listings = new Map<string, Map<string, string>>()

  private readonly inside: string

  /** `root` is absolute with links resolved. */
  constructor(private readonly root: string) {
    this.inside = root.endsWith(sep) ? root : root + sep
  }

  /**
   * The absolute path of a file or folder, in the spelling on disk as far as it exists. `mustExist`: undefined unless
   * all of it exists. Throws StudioError `file.outside`, and `file.unreadable` or `file.drive-gone` where the disk does
   * not reveal whether it exists: unknown does not count as absent.
   */
  find(path: string, mustExist: boolean): string | undefined {
    return this.asked(path, parts => ({ absolute: this.findParts(path, parts, mustExist) })).absolute
  }

  /** The file or folder at a path; undefined where there is none. Throws as `find`. */
  existing(path: string): ExistingPath | undefined {
    return this.asked(path, parts => {
      const absolute = this.findParts(path, parts, true)
      const stat = absolute === undefined ? undefined : statOf(absolute)
      return absolute !== undefined && stat ? { absolute, stat } : undefined
    })
  }

  /** As `existing`, without blocking the thread; only names in another case and links are resolved synchronously. */
  async existingAsync(path: string): Promise<ExistingPath | undefined> {
    const whole = join(this.root, ...split(path))
    try {
      const found = await unlessAbsentAway(stat(whole))
      if (found && (await unlessAbsentAway(realpath(whole))) === whole) return { absolute: whole, stat: found }
      if (!found && (await isUnnamed(whole))) return undefined
    } catch (error) {
      throw fileError(error, path, 'read')
    }
    return this.existing(path)
  }

  /** Path to which writing would write, through links inside the root, and the present file. Throws as `find`. */
  target(path: string): ExistingPath | { readonly absolute: string; readonly stat: undefined } {
    return this.asked(path, parts => {
      const found = this.findParts(path, parts, false) ?? this.root
      const absolute = isLink(found) ? (resolvedPath(found) ?? found) : found
      return { absolute, stat: statOf(absolute) }
    })
  }

  /**
   * Path for a file that must not exist yet: only its folder is resolved; the call that creates the file refuses an
   * existing one. Throws as `find`.
   */
  unmade(path: string): string {
    const parts = split(path)
    const name = parts.pop()
    if (name === undefined) throw new StudioError('file.outside', { path })
    return join(parts.length === 0 ? this.root : (this.find(parts.join('/'), false) ?? this.root), name)
  }

  private asked<T>(path: string, otherwise: (parts: readonly string[]) => T): ExistingPath | T {
    const parts = split(path)
    try {
      return this.plain(parts) ?? otherwise(parts)
    } catch (error) {
      throw fileError(error, path, 'read')
    }
  }

  /** The usual case with two system calls: every part as the disk spells it, and no link on the way. */
  private plain(parts: readonly string[]): ExistingPath | undefined {
    const whole = join(this.root, ...parts)
    // First, because a failure of the second call costs ten times as much, and a lock is mostly absent.
    const stat = statOf(whole)
    return stat && unlessAbsent(() => realpathSync.native(whole)) === whole ? { absolute: whole, stat } : undefined
  }

  private findParts(path: string, parts: readonly string[], mustExist: boolean): string | undefined {
    let at = this.root
    for (const [i, part] of parts.entries()) {
      const found = this.spelled(at, part)
      if (found === undefined) {
        this.refuseLinkOut(at, path)
        return mustExist ? undefined : join(at, ...parts.slice(i))
      }
      at = join(at, found)
    }
    this.refuseLinkOut(at, path)
    return at
  }

  /** Drops the cached listing of a folder after something was created, renamed or removed in it. */
  forget(folder: string): void {
    this.listings.delete(folder)
  }

  /**
   * A name in a folder as the disk spells it; an exact name wins. The disk is queried for names that are not cached.
   */
  private spelled(folder: string, name: string): string | undefined {
    const exact = resolvedPath(join(folder, name))
    if (exact !== undefined)
      return dirname(exact) === folder && folded(basename(exact)) === folded(name) ? basename(exact) : name
    const remembered = this.listings.get(folder)?.get(folded(name))
    if (remembered !== undefined && resolvedPath(join(folder, remembered)) !== undefined) return remembered
    return this.list(folder)?.get(folded(name))
  }

  private list(folder: string): Map<string, string> | undefined {
    const names = namesIn(folder)
    if (names === undefined) return undefined
    const listing = new Map<string, string>()
    for (const name of names.sort().reverse()) listing.set(folded(name), name)
    this.listings.set(folder, listing)
    return listing
  }

  private refuseLinkOut(absolute: string, path: string): void {
    const real = resolvedPath(absolute)
    const isOut = real === undefined ? isLink(absolute) : real !== this.root && !real.startsWith(this.inside)
    if (isOut) throw new StudioError('file.outside', { path })
  }
}

function split(path: string): string[] {
  const parts = path.replaceAll('\\', '/').split('/')
  const isOutside =
    path.includes('\0') ||
    path.includes(':') ||
    path.startsWith('/') ||
    path.startsWith('\\') ||
    parts.some(
      part =>
        part === '..' ||
        part === '.' ||
        (process.platform === 'win32' && (WINDOWS_DEVICE.test(part) || /[ .]$/.test(part))),
    )
  if (isOutside) throw new StudioError('file.outside', { path: path.replaceAll('\0', '') })
  return parts.filter(part => part !== '')
}

/** Error codes for a path that does not exist, or cannot exist. */
const ABSENT = new Set(['ENOENT', 'ENOTDIR', 'ELOOP', 'ENAMETOOLONG', 'EINVAL'])

export const isAbsent = (error: unknown): boolean => ABSENT.has(systemCode(error) ?? '')

function unlessAbsent<T>(ask: () => T): T | undefined {
  try {
    return ask()
  } catch (error) {
    if (isAbsent(error)) return undefined
    throw error
  }
}

const unlessAbsentAway = <T>(asked: Promise<T>): Promise<T | undefined> =>
  asked.catch((error: unknown) =>
    unlessAbsent(() => {
      throw error
    }),
  )

/** Whether the folder of a path exists, is no link, and contains nothing of that name in any case. */
async function isUnnamed(path: string): Promise<boolean> {
  const folder = dirname(path)
  if ((await unlessAbsentAway(realpath(folder))) !== folder) return false
  return (await readdir(folder)).every(name => folded(name) !== folded(basename(path)))
}

/** The path with links resolved, or undefined where nothing exists. Throws the system's error where that is unknown. */
const resolvedPath = (path: string): string | undefined =>
  unlessAbsent(() => lstatSync(path, { throwIfNoEntry: false }) && realpathSync.native(path))

const statOf = (path: string): Stats | undefined => unlessAbsent(() => statSync(path, { throwIfNoEntry: false }))

/** Also a link without a target: writing through it would create a file wherever it points. */
function isLink(path: string): boolean {
  return unlessAbsent(() => lstatSync(path, { throwIfNoEntry: false }))?.isSymbolicLink() ?? false
}

const namesIn = (folder: string): string[] | undefined => unlessAbsent(() => readdirSync(folder))
