import type { EntryInfo, Format } from '../../../format'
import { rangeOf, RecordView } from '../../../layout'
import { typeIdOf } from '../nres/directory'
import { reportOn } from '../report'
import { TEXTURE_LAYOUT, TEXTURE_MAGIC, textureLayout } from './texture'
import { checkTexture } from './texture-rules'

/** Textures: rows of type `Texm`; where no directory tells a type, in libraries and on disk, what begins so (parkan 2, 7). */
export const TEXTURE: Format = {
  id: 'parkan.texture',
  match: entry => {
    const type = entry.attributes['type_id']
    return type === undefined ? beginsSo(entry) : type === typeIdOf('Texm')
  },
  layout: entry => textureLayout(entry.head, entry.size),
  check(entry) {
    const report = reportOn(entry)
    checkTexture(entry.bytes, report)
    return Promise.resolve(report.problems())
  },
}

function beginsSo({ head }: EntryInfo): boolean {
  const [, size] = rangeOf(0, TEXTURE_LAYOUT, 'magic')
  return head.length >= size && new RecordView(TEXTURE_LAYOUT, head).number(0, 'magic') === TEXTURE_MAGIC
}
