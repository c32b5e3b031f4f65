import { RecordView, strideOf, struct, u32, writeRecord, type Bytes } from '../../../layout'

/** Where a data.tma names its map: the length word and the bytes after it (`Str`, parkan 9.1). */
interface LandPath {
  /** `DATA\MAPS\SC_3\land`: the map's files without their endings. */
  readonly text: string
  /** Of the length word. */
  readonly offset: number
  /** Of the length word and the text together. */
  readonly size: number
}

const MAPS = /^(?:\.?[\\/])?data[\\/]maps[\\/][^\\/]+[\\/][^\\/\0]+$/i
/** What precedes the bytes of a text (`Str`, parkan 9.1). */
const Prefix = struct('mission-text', { length: u32({ source: 'parkan 9.1' }) })
const PREFIX_SIZE = strideOf(Prefix)
/** No path of the game is longer (MAX_PATH). */
const LONGEST = 260

/**
 * Finds the map of a mission without trusting any count before it: the first length-framed text that is a path
 * `DATA\MAPS\<map>\<base>`. Undefined where there is none.
 */
export function findLandPath(bytes: Bytes): LandPath | undefined {
  const view = new RecordView(Prefix, bytes)
  for (let at = 4; at < bytes.length; at++) {
    if (!isBackslashOfData(bytes, at)) continue
    for (const lead of [4, 5, 6]) {
      const offset = at - lead - PREFIX_SIZE
      const length = offset < 0 ? 0 : view.number(offset, 'length')
      const size = PREFIX_SIZE + length
      if (length < lead || length > LONGEST || offset + size > bytes.length) continue
      const text = latin1(bytes.subarray(offset + PREFIX_SIZE, offset + size))
      if (MAPS.test(text)) return { text, offset, size }
    }
  }
  return undefined
}

/** Whether the byte is a slash after `data`. */
function isBackslashOfData(bytes: Bytes, at: number): boolean {
  const byte = bytes[at]
  if (byte !== 0x5c && byte !== 0x2f) return false
  return [0x64, 0x61, 0x74, 0x61].every((letter, i) => ((bytes[at - 4 + i] ?? 0) | 0x20) === letter)
}

/** Bytes as text, each the character of its number: for searching only. */
export const latin1 = (bytes: Bytes): string => Array.from(bytes, b => String.fromCharCode(b)).join('')

/** The mission with another map: only the framed text differs, with its new length. */
export function replaceLandPath(bytes: Bytes, found: LandPath, text: string): Bytes {
  const size = PREFIX_SIZE + text.length
  const out = new Uint8Array(bytes.length - found.size + size)
  out.set(bytes.subarray(0, found.offset))
  writeRecord(out, found.offset, Prefix, { length: text.length })
  for (let i = 0; i < text.length; i++) out[found.offset + PREFIX_SIZE + i] = text.charCodeAt(i)
  out.set(bytes.subarray(found.offset + found.size), found.offset + size)
  return out
}
