import { payloadOf, rowName, tryOpen } from '../../../format'
import type { Bytes, CodePage } from '../../../layout'
import { RES_CODEC } from '../res/res'

/** Bytes of texts that are read at most. */
const READ = 1 << 20
/** Of the letters of a text in cp1251 nearly all lie above ASCII, of one in a Latin script few. */
const CYRILLIC = 0.4
/** Polish letters that cp1250 has at places where cp1252 has none of German: ą ć ę ł ń ó ś ź ż and their capitals. */
const POLISH = [
  0xb9, 0xe6, 0xea, 0xb3, 0xf1, 0xf3, 0x9c, 0x9f, 0xbf, 0xa5, 0xc6, 0xca, 0xa3, 0xd1, 0xd3, 0x8c, 0x8f, 0xaf,
]
/** German letters, at the same places in both: ä ö ü ß Ä Ö Ü. */
const GERMAN = [0xe4, 0xf6, 0xfc, 0xdf, 0xc4, 0xd6, 0xdc]

/** Names of texts have no ending: `WEAPON Bronze_Sword` (evil-islands 18). */
const isText = (name: string): boolean => !/\.\w{1,4}$/.test(name)

/**
 * Code page of the texts in an archive, from their letters (evil-islands 1.2, 26); undefined where none lies above
 * ASCII, as in every archive without texts.
 */
export function pageOfTexts(image: Bytes): CodePage | undefined {
  const counts = new Float64Array(256)
  let left = READ
  for (const row of tryOpen(RES_CODEC, image)?.rows ?? []) {
    if (left <= 0) break
    if (!row.isReadable || !isText(rowName(row.attributes))) continue
    const payload = payloadOf(RES_CODEC, image, row).subarray(0, left)
    if (payload.includes(0)) continue // no text: an entry of another kind may have no ending, too
    for (const byte of payload) counts[byte] = (counts[byte] ?? 0) + 1
    left -= payload.length
  }
  const sum = (codes: Iterable<number>): number => Array.from(codes).reduce((all, code) => all + (counts[code] ?? 0), 0)
  const high = sum(range(0x80, 0x100))
  if (high === 0) return undefined
  const latin = sum(range(0x41, 0x5b)) + sum(range(0x61, 0x7b))
  if (high / (high + latin) >= CYRILLIC) return 'cp1251'
  return sum(POLISH) > sum(GERMAN) ? 'cp1250' : 'cp1252'
}

const range = (from: number, to: number): readonly number[] => Array.from({ length: to - from }, (_, k) => from + k)
