/** A path as missions and settings write it: with backslashes, sometimes `.\` before it. */
export const plainPath = (text: string): string =>
  text
    .trim()
    .replaceAll('\\', '/')
    .replace(/^(?:\.?\/)+/, '')

/** Whether a resource of a mission is the path of a unit or building; else it is a row of objects.rlb (parkan 9.1). */
export const isUnitPath = (resource: string): boolean => /[\\/]/.test(resource)

/** Folder of a file; '' at the top. */
export const folderOf = (file: string): string => file.slice(0, Math.max(file.lastIndexOf('/'), 0))
export const lastOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1)
/** Names of files are the same in any case. */
export const same = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase()
