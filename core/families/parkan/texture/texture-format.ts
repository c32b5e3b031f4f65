import type { EntryInfo, Format } from '../../../format'
import { rangeOf, RecordView } from '../../../layout'
import { typeIdOf } from '../nres/directory'
import { reportOn } from '../../../format/report'
import { BUILD_MIPS } from './build-mips'
import { MAKE_PALETTE } from './make-palette'
import { PIXEL_FORMAT } from './pixel-format'
import { RESIZE } from './resize'
import { TEXTURE_CONVERSIONS, texturePicture, texturePictures } from './texture-picture'
import { TEXTURE_LAYOUT, TEXTURE_MAGIC, textureLayout } from './texture'
import { checkTexture } from './texture-rules'

/**
 * Textures: rows of type `Texm`; where no directory tells a type, in libraries and on disk, what begins so (parkan 2, 7). Of a
 * row that is not unpacked yet the ending tells it, which all textures of the game's library have.
 */
export const TEXTURE: Format = {
  id: 'parkan.texture',
  match: entry => {
    const type = entry.attributes['type_id']
    return type === undefined ? beginsSo(entry) || isListed(entry) : type === typeIdOf('Texm')
  },
  layout: entry => textureLayout(entry.head, entry.size),
  conversions: TEXTURE_CONVERSIONS,
  picture: texturePicture,
  pictures: texturePictures,
  operations: [BUILD_MIPS, PIXEL_FORMAT, MAKE_PALETTE, RESIZE],
  check(entry) {
    const report = reportOn(entry)
    checkTexture(entry.bytes, report)
    return Promise.resolve(report.problems())
  },
}

const isListed = ({ container, head, size, name }: EntryInfo): boolean =>
  container !== null && head.length === 0 && size > 0 && /\.tex$/i.test(name)

function beginsSo({ head }: EntryInfo): boolean {
  const [, size] = rangeOf(0, TEXTURE_LAYOUT, 'magic')
  return head.length >= size && new RecordView(TEXTURE_LAYOUT, head).number(0, 'magic') === TEXTURE_MAGIC
}
