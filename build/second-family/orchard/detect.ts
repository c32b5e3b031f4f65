/** 0: not this game; 1: a chest of the orchard is there. */
export const detect = (files: readonly string[]): number => (files.some(file => /\.chest$/i.test(file)) ? 1 : 0)
