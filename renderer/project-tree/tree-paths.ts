import { parentPath } from '@areal-studio/core/format'

/** Path of the install itself. */
export const ROOT = ''

/** Folder of a folder, file or entry, as the tree shows it: `DATA/MAPS` of `DATA/MAPS/SC_1`, the archive of an entry. */
export function parentOf(path: string): string {
  const archive = path.includes('!') ? parentPath(path) : undefined
  return archive ?? path.slice(0, Math.max(0, path.lastIndexOf('/')))
}

/** Everything from the top down to (not with) a path. */
export function ancestorsOf(path: string): string[] {
  const above: string[] = []
  for (let at = parentOf(path); at !== ROOT; at = parentOf(at)) above.unshift(at)
  return above
}

export const isEntry = (path: string): boolean => path.includes('!')
