import type { AnyLayout } from '../model/shape'

/** The integer type of a length prefix. Throws TypeError for other layouts. */
export function prefixScalar({ shape }: AnyLayout, word: string): 'u8' | 'u16' | 'u32' {
  const scalar = shape.of === 'scalar' && !shape.isBigEndian ? shape.scalar : undefined
  if (scalar === 'u8' || scalar === 'u16' || scalar === 'u32') return scalar
  throw new TypeError(`${word}: prefix is u8, u16 or u32, lowest byte first`)
}
