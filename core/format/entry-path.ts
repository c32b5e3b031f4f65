import type { EntryPath } from '../edit'
import { StudioError } from './problem'
export type { EntryPath }

/**
 * An entry path names a file of the install and, behind `!`, rows of the archives in it:
 * `objects.rlb!#12!#3`. `#n` is the row in the *pristine* image, `#+k` an added entry; `!header` and `!gap#k` are
 * the bytes of an archive that are no row's. A name may stand before `#` for people (`Land.map!ArealMapGeometry#0`);
 * the canonical form, used everywhere inside, has none. Characters that would confuse (`! # %` in any part, `/` in a
 * name, bytes that are not printable ASCII in a name) are percent-encoded.
 *
 * `//game/Data/2DA.zip!#3` names an entry of a root, a read-only folder beside the install, by the root's id; `//game/` is
 * the root itself. Nothing that is written (journal, patch, recipe) names one.
 */
export interface ParsedPath {
  /** Id of the root; undefined for the install. */
  readonly root?: string
  /** With `/`, relative to the install, '' is the install itself; of a root with `//id/` before it. Not encoded. */
  readonly file: string
  /** `0`, `+1`, `header`, `gap#2` … one per archive level. */
  readonly steps: readonly string[]
}

/**
 * Version of the grammar of entry paths that a workspace is written in, in its description: 1 (not written) names files
 * of the install only, 2 has roots. A newer one is refused as a whole; older ones are read forever.
 */
export const PATH_GRAMMAR = 2

const ROOT = /^\/\/([a-z][a-z0-9-]{0,31})\/(?!\/)/
const STEP = /^(?:([^#]*)#(\+?\d+)|header|directory|(?:gap|padding)#\d+)$/

/** Reads an entry path in any of its forms. Throws StudioError `path.malformed`. */
export function parsePath(path: string): ParsedPath {
  const [encoded = '', ...steps] = path.split('!')
  const file = decode(encoded, path).replaceAll('\\', '/')
  const root = ROOT.exec(file)?.[1]
  if (root === undefined && file.startsWith('//')) throw new StudioError('path.malformed', { path })
  return {
    ...(root !== undefined && { root }),
    file,
    steps: steps.map(step => {
      const match = STEP.exec(step)
      if (!match) throw new StudioError('path.malformed', { path })
      return match[2] !== undefined && !/^(?:gap|padding)#/.test(step) ? match[2] : step
    }),
  }
}

/** The canonical form: without names. */
export function printPath(parsed: ParsedPath): string {
  return [encodeFile(parsed.file), ...parsed.steps.map(step => (/^\+?\d+$/.test(step) ? `#${step}` : step))].join('!')
}

/** The same path without the row names that are only shown to people. Throws StudioError `path.malformed`. */
export const canonicalPath = (path: string): string => printPath(parsePath(path))

/** The path of row `id` (`0`, `+1`) of the archive at `archive`. */
export const rowPath = (archive: string, id: string | number): string => `${archive}!#${id}`

const NEW_ROW = rowPath('', '+')

/** What an operation gives as the path of a row that it adds to an archive: its number is chosen where it is committed. */
export const newRow = (archive: EntryPath): EntryPath => archive + NEW_ROW

/** The archive of such a path; undefined of any other. */
export const archiveOfNewRow = (path: EntryPath): EntryPath | undefined =>
  path.endsWith(NEW_ROW) ? path.slice(0, -NEW_ROW.length) : undefined

/** A name that several rows of an archive have, with the number of the row at `path`: `ResTree #3`, `twin #1.b`. */
export function numberedName(name: string, path: string): string {
  const dot = name.lastIndexOf('.') > 0 ? name.lastIndexOf('.') : name.length
  return `${name.slice(0, dot)} #${parsePath(path).steps.at(-1) ?? ''}${name.slice(dot)}`
}

/** The archive that holds this entry, or undefined for a file. */
export function parentPath(path: string): string | undefined {
  const parsed = parsePath(path)
  return parsed.steps.length === 0 ? undefined : printPath({ file: parsed.file, steps: parsed.steps.slice(0, -1) })
}

/** Whether it is in a root: read-only. */
export const isRooted = (path: string): boolean => path.startsWith('//')

/** The file of the install that holds this entry. */
export const filePath = (path: string): string => parsePath(path).file

const encodeFile = (file: string): string => file.replace(/[!#%]/g, percent)
const percent = (c: string): string => encodeURIComponent(c).replace(/[!]/g, '%21')

function decode(text: string, path: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    throw new StudioError('path.malformed', { path })
  }
}
