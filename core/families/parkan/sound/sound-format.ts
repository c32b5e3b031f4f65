import type { EntryInfo, Format } from '../../../format'
import { document, type AnyLayout, type Bytes, type Document } from '../../../layout'
import { isExplained, numberOf, placeOf, records } from '../../../format/fields'
import { typeIdOf } from '../nres/directory'
import { reportOn, type Report } from '../../../format/report'
import { WAV_CONVERSION } from './sound-conversion'
import { DATA_CHUNK, FORMAT_CHUNK, RIFF, SILENCE, SOUND, SOUND_TAGS, WAVE } from './sound'

const layoutOf = ({ size }: EntryInfo): AnyLayout => (size === 0 ? SILENCE : SOUND)

/** Rules of a sound that has bytes (parkan 9.11). */
function checkSound(opened: Document, report: Report): void {
  const { root } = opened
  if (numberOf(root, 'magic') !== RIFF || numberOf(root, 'wave') !== WAVE) {
    report.error('sound.magic', {}, { range: [0, Math.min(12, opened.bytes.length)] })
    return
  }
  const chunks = records(opened, 'chunks')
  const isWhole = isExplained(opened, { cut: 'sound.cut', trailing: 'sound.cut' }, report)
  for (const [id, name] of [
    [FORMAT_CHUNK, 'fmt'],
    [DATA_CHUNK, 'data'],
  ] as const)
    if (isWhole && !chunks.some(chunk => numberOf(chunk, 'id') === id)) report.error('sound.chunk', { chunk: name }, {})
  const format = chunks.find(chunk => numberOf(chunk, 'id') === FORMAT_CHUNK)
  if (!format) return
  for (const field of ['channels', 'rate', 'block_align'])
    if (numberOf(format, `body/${field}`) === 0) report.error('sound.zero', { field }, placeOf(format, `body/${field}`))
  const tag = numberOf(format, 'body/tag')
  if (tag !== 1 && tag !== 2) report.warning('sound.tag', { tag }, placeOf(format, 'body/tag'))
}

/** Name of the format's tag and its bits. */
function soundCodec(bytes: Bytes): string | undefined {
  const format = records(document(SOUND, bytes), 'chunks').find(chunk => numberOf(chunk, 'id') === FORMAT_CHUNK)
  if (!format) return undefined
  const tag = numberOf(format, 'body/tag')
  const named = Object.entries(SOUND_TAGS).find(([value]) => Number(value) === tag)?.[1]
  return `${named ?? String(tag)}, ${String(numberOf(format, 'body/bits'))} bit`
}

/** Sounds: rows of type `SWAV`. */
export const SOUND_FORMAT: Format = {
  id: 'parkan.sound',
  match: ({ container, attributes }) => container !== null && attributes['type_id'] === typeIdOf('SWAV'),
  layout: layoutOf,
  conversions: [WAV_CONVERSION],
  codec: soundCodec,
  check(entry) {
    const report = reportOn(entry)
    if (entry.size > 0) checkSound(document(SOUND, entry.bytes), report)
    return Promise.resolve(report.problems())
  },
}
