import { parentPath } from '@areal-studio/core/format'

/** Path of the install itself. */
export const ROOT = ''

/** Folder of a folder, file or entry, as the tree shows it: `DATA/MAPS` of `DATA/MAPS/SC_1`, the archive of an entry; `//game/` of `//game/Data`. */
export function parentOf(path: string): string {
  const archive = path.includes('!') ? parentPath(path) : undefined
  if (archive !== undefined) return archive
  const [, root = '', inside = path] = /^(\/\/[^/]+\/)(.*)$/.exec(path) ?? []
  return inside === '' ? ROOT : root + inside.slice(0, Math.max(0, inside.lastIndexOf('/')))
}

/** All parents of a path from the top down, without the path itself. */
export function ancestorsOf(path: string): string[] {
  const above: string[] = []
  for (let at = parentOf(path); at !== ROOT; at = parentOf(at)) above.unshift(at)
  return above
}

export const isEntry = (path: string): boolean => path.includes('!')
