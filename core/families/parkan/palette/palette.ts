import { array, bytes, colour, rangeOf, struct, u32, type Document, type Meta } from '../../../layout'
import { declaredFormat } from '../../../format/declared-format'
import { numberOf, placeOf } from '../../../format/fields'
import type { Report } from '../../../format/report'

const KNOWN: Meta = { certainty: 'confirmed', source: 'parkan 7.5' }

/** `Ipol` as a little-endian number. */
export const PALETTE_MAGIC = 0x6c6f7049
const COLOURS = 256

/** `.PAL`, 66,564 bytes: colours, then for each pair of them the one nearest to their middle (parkan 7.5). */
export const PALETTE = struct('palette', {
  entries: array(colour(['b', 'g', 'r', 'x'], KNOWN), COLOURS, KNOWN),
  magic: u32({ hex: true, ...KNOWN }),
  blend: bytes(COLOURS * COLOURS, { role: 'value', content: 'pixels', ...KNOWN }),
})

/** The mark is the game's, and mixing two colours does not depend on their order (parkan 7.5). */
function checkPalette(opened: Document, report: Report): void {
  const magic = numberOf(opened.root, 'magic')
  if (magic !== PALETTE_MAGIC) report.error('palette.magic', { found: magic }, placeOf(opened.root, 'magic'))
  const [offset, size] = rangeOf(0, PALETTE, 'blend')
  const blend = opened.bytes.subarray(offset, offset + size)
  const isOdd = (at: number): boolean => blend[at] !== blend[(at % COLOURS) * COLOURS + Math.floor(at / COLOURS)]
  const odd = blend.findIndex((_, at) => isOdd(at))
  if (odd >= 0)
    report.warning(
      'palette.blend',
      { first: Math.floor(odd / COLOURS), second: odd % COLOURS },
      { path: 'blend', range: [offset + odd, 1] },
    )
}

/** Rows named `.pal`. */
export const PALETTE_FORMAT = declaredFormat({
  id: 'parkan.palette',
  match: ({ container, name }) => container !== null && /\.pal$/i.test(name),
  layout: () => PALETTE,
  codes: { cut: 'palette.cut', trailing: 'palette.trailing' },
  rules: checkPalette,
})
