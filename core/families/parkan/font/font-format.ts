import { offsetOf, type Bytes, type Document } from '../../../layout'
import { pictureConversions, type Format, type Pictures } from '../../../format'
import { declaredFormat } from '../../../format/declared-format'
import { numberOf, placeOf, records } from '../../../format/fields'
import { typeIdOf } from '../nres/directory'
import { reportWithin, type Report } from '../../../format/report'
import { TEXTURE_PICTURE, texturePicture, texturePictures } from '../texture/texture-picture'
import { checkTexture } from '../texture/texture-rules'
import { FONT, FONT_MAGIC, fontTexture } from './font'

/** The mark is the game's, glyphs are numbers, and the texture is whole (parkan 7.5). */
function checkFont(opened: Document, report: Report): void {
  const magic = numberOf(opened.root, 'magic')
  if (magic !== FONT_MAGIC) report.error('font.magic', { found: magic }, placeOf(opened.root, 'magic'))
  for (const glyph of records(opened, 'glyphs')) {
    const corners = ['u0', 'u1', 'v0'].map(name => numberOf(glyph, name))
    if (!corners.every(Number.isFinite)) report.warning('font.glyph', { glyph: glyph.name }, placeOf(glyph, 'u0'))
  }
  checkTexture(fontTexture(opened.bytes), reportWithin(report, 'texture', offsetOf(FONT, 'texture')))
}

/** The texture of a font as a picture; glyphs stay. */
const FONT_CONVERSIONS = pictureConversions({
  raster: bytes => TEXTURE_PICTURE.raster(fontTexture(bytes)),
  redrawn(bytes, raster) {
    const after = bytes.slice()
    after.set(TEXTURE_PICTURE.redrawn(fontTexture(bytes), raster), offsetOf(FONT, 'texture'))
    return after
  },
})

/** The levels of the texture of a font, with their places in the font. */
function fontPictures(bytes: Bytes): Pictures {
  const start = offsetOf(FONT, 'texture')
  const { levels, palette, ...more } = texturePictures(fontTexture(bytes))
  return {
    ...more,
    ...(palette !== undefined && { palette: `texture/${palette}` }),
    levels: levels.map(({ stored, ...level }) => ({
      ...level,
      ...(stored && { stored: { ...stored, offset: start + stored.offset } }),
    })),
  }
}

/** Rows of type `TFNT`; where no directory gives a type, in libraries, files named `.tft`. */
export const FONT_FORMAT: Format = {
  ...declaredFormat({
    id: 'parkan.font',
    match: ({ container, name, attributes: { type_id: type } }) =>
      container !== null && (type === undefined ? /\.tft$/i.test(name) : type === typeIdOf('TFNT')),
    layout: () => FONT,
    codes: { cut: 'font.cut', trailing: 'font.trailing' },
    rules: checkFont,
  }),
  conversions: FONT_CONVERSIONS,
  picture: (payload, side) => texturePicture(fontTexture(payload), side),
  pictures: fontPictures,
}
