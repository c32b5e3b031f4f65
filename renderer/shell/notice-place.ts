/** Room of a few notes in the lower right corner, CSS pixels. */
const WIDTH = 424
const HEIGHT = 240

/** Whether notifications in the lower right corner would cover a place of a window. */
export const isBehindNotes = (
  { x, y }: { readonly x: number; readonly y: number },
  { innerWidth, innerHeight }: { readonly innerWidth: number; readonly innerHeight: number },
): boolean => x > innerWidth - WIDTH && x > innerWidth / 2 && y > innerHeight - HEIGHT
