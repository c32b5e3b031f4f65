import type { Bytes } from './splice'

/**
 * Another form of the bytes of a text: a cipher, a compressor. Both functions are pure; `key` is the number that the
 * declaration names, 0 where it names none.
 */
export interface LeafCodec {
  /** The plain bytes; undefined where the stored ones do not have this form. */
  decode(stored: Bytes, key: number): Bytes | undefined
  /** The stored bytes; undefined where this form cannot hold the plain ones. */
  encode(plain: Bytes, key: number): Bytes | undefined
}

/**
 * The cipher of scripts in MOB files: each byte is combined with a byte of the generator that the C library of Visual
 * C++ calls `rand`. The same again gives the plain bytes. Source: evil-islands 15.5.
 */
function scriptCipher(bytes: Bytes, key: number): Bytes {
  let state = key >>> 0
  return bytes.map(byte => {
    state = (Math.imul(state, 214_013) + 2_531_011) >>> 0
    return byte ^ ((state >>> 16) & 0xff)
  })
}

const codecs = new Map<string, LeafCodec>([['ei.script', { decode: scriptCipher, encode: scriptCipher }]])

/** Adds a codec that `encoded` can name. Throws TypeError where another one has that id. */
export function registerCodec(id: string, codec: LeafCodec): void {
  const known = codecs.get(id)
  if (known && known !== codec) throw new TypeError(`codec '${id}' twice`)
  codecs.set(id, codec)
}

/** The codec of this id; undefined where none is registered. */
export const codecOf = (id: string): LeafCodec | undefined => codecs.get(id)
