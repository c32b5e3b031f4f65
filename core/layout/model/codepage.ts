import type { CodePage } from './shape'

// TextDecoder is not part of the language, and core runs where it may be absent. Each table is a bijection
// of 256 characters, so that every byte comes back: 0x98 of cp1251 has no character and is read as U+0098.
const LATIN1 = Array.from({ length: 256 }, (_, byte) => String.fromCharCode(byte)).join('')
const ASCII = LATIN1.slice(0, 0x80)

const letters = (first: string, count: number): string => {
  const start = first.charCodeAt(0)
  return Array.from({ length: count }, (_, k) => String.fromCharCode(start + k)).join('')
}

const CP1251 =
  ASCII + 'ЂЃ‚ѓ„…†‡€‰Љ‹ЊЌЋЏђ‘’“”•–—\u0098™љ›њќћџ' + '\u00a0ЎўЈ¤Ґ¦§Ё©Є«¬\u00ad®Ї°±Ііґµ¶·ё№є»јЅѕї' + letters('А', 64)

const CP866 =
  ASCII +
  letters('А', 48) +
  '░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀' +
  letters('р', 16) +
  'ЁёЄєЇїЎў°∙·√№¤■\u00a0'

const CP1250 =
  ASCII +
  '€\u0081‚\u0083„…†‡\u0088‰Š‹ŚŤŽŹ\u0090‘’“”•–—\u0098™š›śťžź' +
  '\u00a0ˇ˘Ł¤Ą¦§¨©Ş«¬\u00ad®Ż°±˛ł´µ¶·¸ąş»Ľ˝ľż' +
  'ŔÁÂĂÄĹĆÇČÉĘËĚÍÎĎĐŃŇÓÔŐÖ×ŘŮÚŰÜÝŢßŕáâăäĺćçčéęëěíîďđńňóôőö÷řůúűüýţ˙'

const CP1252 = ASCII + '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ' + LATIN1.slice(0xa0)

/** Bytes from 0x80 on have no character in ASCII: they are kept as characters of private use that no keyboard has. */
const ASCII_PAGE = ASCII + letters('\uf780', 0x80)

/** The one table of code pages: everything else goes through `CODE_PAGES`. */
const TABLES: Readonly<Record<CodePage, string>> = {
  latin1: LATIN1,
  cp1251: CP1251,
  cp866: CP866,
  cp1250: CP1250,
  cp1252: CP1252,
  ascii: ASCII_PAGE,
}
const REVERSE = new Map(
  Object.entries(TABLES).map(([page, table]) => [
    page,
    new Map(Array.from(table, (character, byte) => [character, byte])),
  ]),
)

/** Characters of bytes, one each. */
export function decodeText(bytes: Uint8Array, page: CodePage): string {
  const table = TABLES[page]
  let text = ''
  for (const byte of bytes) text += table.charAt(byte)
  return text
}

/** Bytes of characters, or the first character that the code page does not have. */
export function encodeText(text: string, page: CodePage): Uint8Array | { readonly missing: string } {
  const reverse = REVERSE.get(page)
  const characters = Array.from(text)
  const bytes = new Uint8Array(characters.length)
  for (const [at, character] of characters.entries()) {
    const byte = reverse?.get(character)
    if (byte === undefined) return { missing: character }
    bytes[at] = byte
  }
  return bytes
}
