import { newRecord, type Bytes } from '../../../layout'
import { LibraryHeader, MAGIC, PRESORTED } from '../rsli/library'
import { RSLI_CODEC } from '../rsli/rsli'
import { makeTexture, type Paint } from './textures'

/** A ring with a bright rim, as menus of the time have them. */
const button =
  (hue: readonly [red: number, green: number, blue: number]): Paint =>
  (u, v) => {
    const far = Math.hypot(u - 0.5, v - 0.5)
    const light = far > 0.48 ? 0 : far > 0.4 ? 1 : 0.45 + (0.5 - v) * 0.4
    return [hue[0] * light, hue[1] * light, hue[2] * light, far > 0.48 ? 0 : 255]
  }

const cursor: Paint = (u, v) => (v < 0.8 && u < v * 0.8 ? [240, 236, 220, 255] : [0, 0, 0, 0])

const words = (text: string): Bytes => Uint8Array.from(text, character => character.charCodeAt(0))

/** Rows of the sample's library: one for each packing method (parkan 2.4). */
const ROWS: readonly (readonly [name: string, method: number, payload: Bytes])[] = [
  ['CURSOR.TEX', 0x100, makeTexture(cursor, 32, 4444)],
  ['BUTTON1.TEX', 0x100, makeTexture(button([90, 150, 220]), 32, 4444)],
  ['BUTTON2.TEX', 0x40, makeTexture(button([220, 130, 80]), 32, 4444)],
  ['BUTTON3.TEX', 0x80, makeTexture(button([120, 200, 110]), 32, 4444)],
  ['MENU.TXT', 0x60, words('[menu]\r\ncursor = CURSOR.TEX\r\nbutton = BUTTON1.TEX\r\nbutton = BUTTON2.TEX\r\n')],
  ['HINTS.TXT', 0xa0, words('[hints]\r\nbutton = start the mission\r\nbutton = return to the menu\r\n')],
  ['KEYS.TXT', 0x20, words('[keys]\r\nEnter = CURSOR.TEX\r\n')],
  ['ABOUT.TXT', 0, words('Made by Areal Studio from a seed.\r\n')],
]

/** sprites.lib, a library whose rows are packed: written by the studio's own packer. */
export function spriteLibrary(): Bytes {
  const empty = newRecord(LibraryHeader, { magic: MAGIC, name_order: PRESORTED, seed: 0x2f31 })
  const rows = ROWS.map(([name, method, payload], i) => ({
    id: `+${i}`,
    attributes: { ...RSLI_CODEC.newAttributes(name), method },
    payload,
  }))
  return RSLI_CODEC.pack(empty, rows).bytes
}
