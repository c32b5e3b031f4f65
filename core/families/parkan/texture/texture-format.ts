import type { EntryInfo, Format } from '../../../format'
import { typeIdOf } from '../nres/directory'
import { reportOn } from '../report'
import { TEXTURE_LAYOUT, TEXTURE_MAGIC } from './texture'
import { checkTexture } from './texture-rules'

/** Textures: rows of type `Texm`, and files that begin so (parkan 7). */
export const TEXTURE: Format = {
  id: 'parkan.texture',
  match: entry => (entry.container === null ? beginsSo(entry) : entry.attributes['type_id'] === typeIdOf('Texm')),
  layout: () => TEXTURE_LAYOUT,
  check(entry) {
    const report = reportOn(entry)
    checkTexture(entry.bytes, report)
    return Promise.resolve(report.problems())
  },
}

function beginsSo({ head }: EntryInfo): boolean {
  return head.length >= 4 && new DataView(head.buffer, head.byteOffset).getUint32(0, true) === TEXTURE_MAGIC
}
