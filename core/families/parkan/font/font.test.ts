import { describe, expect, it } from 'vitest'
import { brokenLaws, offsetOf, type Bytes } from '../../../layout'
import { changed, entriesOf, problemsOf } from '../entries.fixture'
import { typeIdOf } from '../nres/directory'
import { writeArchive } from '../nres/nres-pack'
import { shelf } from '../opened.fixture'
import { describeReference, truth } from '../reference.fixture'
import { sampleFont, samplePalette } from '../sample/fonts'
import { PALETTE } from '../palette/palette'
import { textureImage } from '../texture/pixels'
import { FONT, fontTexture } from './font'

const check = (name: string, type: string, payload: Bytes): Promise<readonly string[]> => {
  const attributes = { name, type_id: typeIdOf(type), attr1: 0, attr2: 0, attr3: 0 }
  const all = shelf({ 'ui/font.lib': writeArchive([{ attributes, payload }]) })
  const [entry] = all.rows(all.open('ui/font.lib'))
  if (!entry) throw new Error('no row')
  return problemsOf(entry)
}

describe('font', () => {
  const good = sampleFont()
  const checkFont = (bytes: Bytes) => check('SANS8.TFT', 'TFNT', bytes)
  it('keeps the laws and shows its texture', async () => {
    expect(brokenLaws(FONT, good)).toEqual([])
    expect(await checkFont(good)).toEqual([])
    expect(offsetOf(FONT, 'texture')).toBe(4116)
    expect(textureImage(fontTexture(good))).toMatchObject({ width: 128, height: 128 })
  })
  it('reports its mark, its glyphs, and faults of the texture where they lie', async () => {
    expect(await checkFont(changed(FONT, good, 'magic', 1))).toEqual(['font.magic magic'])
    expect(await checkFont(changed(FONT, good, 'glyphs/7/u0', Number.NaN))).toEqual(['font.glyph glyphs/7/u0'])
    expect(await checkFont(changed(FONT, good, 'texture/mip_count', 0))).toEqual([
      'texture.mips-none texture/mip_count',
      'texture.trailing texture',
    ])
    expect(await checkFont(good.subarray(0, 4000))).toContainEqual(expect.stringMatching(/^font\.cut/))
  })
})

describe('palette', () => {
  const good = samplePalette()
  const checkPalette = (bytes: Bytes) => check('A.PAL', 'PAL', bytes)
  it('keeps the laws, with a blend that does not depend on the order', async () => {
    expect(good.length).toBe(66_564)
    expect(brokenLaws(PALETTE, good)).toEqual([])
    expect(await checkPalette(good)).toEqual([])
    const odd = good.slice()
    odd[offsetOf(PALETTE, 'blend') + 256 * 3 + 5] = 99
    expect(await checkPalette(odd)).toEqual(['palette.blend blend'])
    expect(await checkPalette(changed(PALETTE, good, 'magic', 0))).toEqual(['palette.magic magic'])
    expect(await checkPalette(good.subarray(1))).toContainEqual(expect.stringMatching(/^palette\.cut/))
  })
})

interface FontTruth {
  readonly advances_sum: number
  readonly cell_width: number
  readonly height: number
  readonly texture: { readonly width: number; readonly samples_xyrgba: readonly (readonly number[])[] }
}

describeReference('fonts of the reference files', () => {
  const { fonts = {} } = truth as { fonts?: Readonly<Record<string, FontTruth>> }
  const found = new Map(entriesOf('parkan.font').map(([, entry]) => [entry.name, entry]))

  it.each(Object.entries(fonts))('%s has the numbers and pixels of the manifest', (key, right) => {
    const entry = found.get(key.slice(key.indexOf('::') + 2))
    if (!entry) throw new Error(`no ${key}`)
    const view = new DataView(entry.bytes.buffer, entry.bytes.byteOffset)
    const advances = Array.from({ length: 256 }, (_, at) => view.getInt32(20 + 16 * at + 12, true))
    expect([view.getInt32(4, true), view.getInt32(8, true)]).toEqual([right.cell_width, right.height])
    expect(advances.reduce((sum, one) => sum + one, 0)).toBe(right.advances_sum)
    const picture = textureImage(fontTexture(entry.bytes))
    expect(picture?.width).toBe(right.texture.width)
    for (const [x = 0, y = 0, ...rgba] of right.texture.samples_xyrgba) {
      const at = 4 * (y * right.texture.width + x)
      expect([...(picture?.pixels.subarray(at, at + 4) ?? [])]).toEqual(rgba)
    }
  })
})
