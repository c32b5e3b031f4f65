import { encodeText, type Bytes } from '../../../layout'

/** Bytes of a text in the game's code page. Throws where it has no such character. */
export function cp1251(text: string): Bytes {
  const bytes = encodeText(text, 'cp1251')
  if (!(bytes instanceof Uint8Array)) throw new TypeError(`no '${bytes.missing}' in cp1251`)
  return bytes
}
