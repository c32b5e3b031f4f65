/** A name as a key: ASCII letters have one case, others are as they are (evil-islands 2.2). */
export const nameKey = (name: string): string => name.replace(/[A-Z]+/g, letters => letters.toLowerCase())

/** Whether the game takes two names for one. */
export const sameName = (a: string, b: string): boolean => nameKey(a) === nameKey(b)

/** A file name without its ending. */
export const stem = (name: string): string => name.replace(/\.[^.\\/]*$/, '')
