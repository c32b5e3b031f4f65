/** A path as missions and settings write it: with backslashes, sometimes `.\` before it. */
export const plainPath = (text: string): string =>
  text
    .trim()
    .replaceAll('\\', '/')
    .replace(/^(?:\.?\/)+/, '')

/** Whether a resource of a mission is the path of a unit or building; else it is a row of objects.rlb (parkan 9.1). */
export const isUnitPath = (resource: string): boolean => /[\\/]/.test(resource)
