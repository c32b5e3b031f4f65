/** A path as missions and settings write it: with backslashes, sometimes `.\` before it. */
export const plainPath = (text: string): string =>
  text
    .trim()
    .replaceAll('\\', '/')
    .replace(/^(?:\.?\/)+/, '')
