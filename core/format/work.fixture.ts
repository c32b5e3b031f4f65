import { workHere, type Work } from './conversion-work'

/** Slow parts of conversions in the thread of the test. */
export const here: Work = (name, ...given) => Promise.resolve(workHere(name, given))
