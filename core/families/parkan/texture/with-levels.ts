import { offsetOf, writeRecord, type Bytes } from '../../../layout'
import { TEXTURE_LAYOUT, type PixelFormat, type TexturePlan } from './texture'

/** What of a texture is replaced. */
interface NewLevels {
  readonly format?: PixelFormat
  /** Pixels of the largest level; absent: as before. */
  readonly width?: number
  readonly height?: number
  /** Pixels of each level, the largest first. */
  readonly levels: readonly Bytes[]
  /** 256 colours of B, G, R and a filler, of format 0 alone. */
  readonly palette?: Bytes
}

/** A texture with other levels. Header fields that are not named stay, and what is behind the levels (parkan 7.1). */
export function withLevels(bytes: Bytes, plan: TexturePlan, { levels, palette, ...named }: NewLevels): Bytes {
  const head = offsetOf(TEXTURE_LAYOUT, 'palette')
  const parts = [bytes.subarray(0, head), ...(palette ? [palette] : []), ...levels, bytes.subarray(plan.end)]
  const after = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0))
  let at = 0
  for (const part of parts) {
    after.set(part, at)
    at += part.length
  }
  writeRecord(after, 0, TEXTURE_LAYOUT, { ...named, mip_count: levels.length })
  return after
}
