import { filePath, type Opened } from '../../../format'
import { numberOf, placeOf } from '../../../format/fields'
import type { Report } from '../../../format/report'
import type { Bytes, Document } from '../../../layout'
import { filesFor } from '../lookup'
import { KIND_MASKS } from './masks'
import { decodeTexture, HEADER_SIZE, LARGEST_SIDE, levelsOf, textureOf, type Texture } from './mmp-pixels'

/** Rules of a texture whose header is whole (evil-islands 4.5). */
export async function checkTexture(entry: Opened, opened: Document, report: Report): Promise<void> {
  const { bytes } = entry
  const { root } = opened
  const texture = textureOf(bytes)
  if (!texture) return
  if (texture.kind === undefined) {
    report.error('mmp.format', { found: numberOf(root, 'format').toString(16).toUpperCase() }, placeOf(root, 'format'))
    return
  }
  const side = ['width', 'height'].find(name => numberOf(root, name) === 0 || numberOf(root, name) > LARGEST_SIDE)
  if (side !== undefined) {
    report.error('mmp.side', { side, found: numberOf(root, side), most: LARGEST_SIDE }, placeOf(root, side))
    return
  }
  checkHeader(texture, opened, report)
  await checkAtlas(entry, texture, opened, report)
  checkSize(texture, opened, report)
  checkTransparent(bytes, opened, report)
}

/** Colours under pixels that are not seen are one, else the game shows fringes around the picture (evil-islands 4.4). */
function checkTransparent(bytes: Bytes, { root }: Document, report: Report): void {
  const rgba = hasAlpha(textureOf(bytes)) ? decodeTexture(bytes)[0]?.rgba : undefined
  if (!rgba) return
  const pixels = new Uint32Array(rgba.slice().buffer)
  const hidden = pixels.filter((_, k) => rgba[4 * k + 3] === 0)
  const odd = hidden.reduce((n, pixel) => (pixel === hidden[0] ? n : n + 1), 0)
  if (odd > 0) report.info('mmp.fringes', { n: odd, all: hidden.length }, placeOf(root, 'pixels'))
}

/** Whether colours are stored under pixels without opacity: DXT1 and PNT3 have none there. */
const hasAlpha = (texture: Texture | undefined): boolean =>
  texture?.kind !== undefined && texture.kind !== 'DXT1' && texture.kind !== 'PNT3' && texture.kind !== '565'

function checkHeader({ kind, width, height, levels }: Texture, { root }: Document, report: Report): void {
  const right: readonly number[] = kind ? KIND_MASKS[kind] : []
  const fields = ['alpha', 'red', 'green', 'blue'].flatMap(name =>
    ['mask', 'shift', 'bits'].map(part => `${name}/${part}`),
  )
  const odd = fields.find((field, k) => numberOf(root, field) !== right[k])
  if (odd !== undefined) report.warning('mmp.masks', { field: odd, kind: kind ?? '' }, placeOf(root, odd))
  if (numberOf(root, 'unk_72') !== 0)
    report.warning('mmp.field-72', { found: numberOf(root, 'unk_72') }, placeOf(root, 'unk_72'))
  const most = Math.floor(Math.log2(Math.max(width, height))) + 1
  if (levels > most) report.warning('mmp.levels', { levels, most }, placeOf(root, 'mip_count'))
  const isBlocks = kind === 'DXT1' || kind === 'DXT3'
  const isPower = (side: number): boolean => Number.isInteger(Math.log2(side)) && side >= 4
  if (isBlocks && !(isPower(width) && isPower(height)))
    report.warning('mmp.power', { width, height }, placeOf(root, 'width'))
}

/** Textures `<terrain>NNN` with the tiles of a terrain are squares (evil-islands 4.5, 14). */
async function checkAtlas(
  entry: Opened,
  { width, height }: Texture,
  { root }: Document,
  report: Report,
): Promise<void> {
  const [, terrain] = /^(.+)\d{3}\.mmp$/i.exec(entry.name) ?? []
  if (terrain === undefined || width === height) return
  for await (const { path } of filesFor(entry, `Maps/${terrain}.mpr`))
    return report.warning('mmp.atlas', { width, height, file: filePath(path) }, placeOf(root, 'width'))
}

function checkSize(texture: Texture, { root, bytes }: Document, report: Report): void {
  const place = placeOf(root, 'pixels')
  if (texture.kind === 'PNT3') {
    const declared = numberOf(root, 'mip_count')
    const found = bytes.length - HEADER_SIZE
    if (declared !== found) report.warning('mmp.packed-size', { declared, found }, placeOf(root, 'mip_count'))
    if (decodeTexture(bytes).length === 0)
      report.error('mmp.packed', { width: texture.width, height: texture.height }, place)
    return
  }
  const end = levelsOf(texture, bytes.length).reduce((at, { offset, size }) => Math.max(at, offset + size), HEADER_SIZE)
  if (end > bytes.length) report.error('mmp.cut', { needed: end, size: bytes.length }, place)
  else if (end < bytes.length)
    report.warning('mmp.tail', { n: bytes.length - end }, { path: 'pixels', range: [end, bytes.length - end] })
}
