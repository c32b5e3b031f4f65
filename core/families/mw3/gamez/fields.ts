import { array, f32, floats, i32, u32, type Meta } from '../../../layout'

// Field declarations that several records of GameZ share (mw3 1).

/** Meta data of a field described in that section of the format notes. */
export const known = (section: string, meta: Meta = {}): Meta => ({
  certainty: 'confirmed',
  source: `mw3 ${section}`,
  ...meta,
})

/** A field whose meaning no source knows; its numbers in the game's files are known from rules. */
export const unclear = (section: string, meta: Meta = {}): Meta => ({
  certainty: 'unknown',
  source: `mw3 ${section}`,
  ...meta,
})

/** A memory address of the program that exported the file: only zero or not zero has a meaning. */
export const pointer = (section: string) => u32(known(section, { hex: true }))

/** Three rows of a matrix and the translation, 12 floats in the order of the file. */
export const affine = (section: string) => array(f32(), 12, known(section))

/** Floats that the game's files have as zero; kept as found. */
export const zeroFloats = (count: number, section: string) =>
  array(f32(), count, { ...known(section), role: 'reserved' })

/** A number that the game's files have as zero; kept as found. */
export const zero = (section: string) => i32({ ...known(section), role: 'reserved' })

/** A colour as three floats: 0 to 255 in materials and models, 0 to 1 in nodes (mw3 1). */
export const rgb = (section: string) => floats(['r', 'g', 'b'], known(section))
