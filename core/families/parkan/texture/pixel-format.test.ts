import fc from 'fast-check'
import { expect, it } from 'vitest'
import { apply } from '../../../edit'
import { StudioError, type Outcome } from '../../../format'
import type { Bytes } from '../../../layout'
import { byteWriter } from '../byte-writer.fixture'
import { shelf } from '../opened.fixture'
import { PIXEL_FORMAT } from './pixel-format'
import { textureImage } from './pixels'

const step = (): Promise<void> => Promise.resolve()

/** Two levels of four bytes a pixel and an atlas without rectangles. */
const texture = (...pixels: readonly number[]): Bytes =>
  byteWriter()
    .u32(0x6d786554, 2, 2, 2, 3, 4, 7, 8888)
    .u32(...pixels, 0x65676150, 0)
    .done()

const run = async (bytes: Bytes, to: string): Promise<{ readonly bytes: Bytes; readonly outcome: Outcome }> => {
  const entry = shelf({ 'a.tex': bytes }).open('a.tex')
  const outcome = await PIXEL_FORMAT.run(entry, { parameters: { to }, records: [], step })
  return { bytes: apply(bytes, outcome.edits[0]?.splices ?? []), outcome }
}

it('pixels of another format are the nearest, all levels and the atlas behind them stay', async () => {
  const before = texture(0xff102030, 0x80ffffff, 0xff000000, 0xffff0000, 0xff00ff00)
  const { bytes, outcome } = await run(before, '565')
  expect(bytes.length).toBe(32 + 5 * 2 + 8)
  expect(bytes.subarray(0, 28)).toEqual(before.subarray(0, 28))
  expect([bytes[28], bytes[29]]).toEqual([565 & 255, 565 >> 8])
  expect(bytes.subarray(42)).toEqual(before.subarray(52))
  expect(textureImage(bytes, 1)?.pixels).toEqual(Uint8Array.of(0, 255, 0, 255))
  expect([outcome.counts, outcome.notices.map(({ code, params }) => [code, params['n']])]).toEqual([
    { levels: 2 },
    [
      ['notice.picture-colours', 1],
      ['notice.picture-opaque', 1],
    ],
  ])
})

it('what a format of fewer bits holds comes back from a wider one as it was', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.nat(0xffffffff), { minLength: 5, maxLength: 5 }),
      fc.constantFrom('565', '556', '4444'),
      async (pixels, to) => {
        const narrow = (await run(texture(...pixels), to)).bytes
        const { bytes: wide, outcome } = await run(narrow, '8888')
        expect(outcome.notices).toEqual([])
        expect((await run(wide, to)).bytes).toEqual(narrow)
      },
    ),
  )
})

it('the same format is nothing to do; a cut texture and one with its palette elsewhere are refused', async () => {
  const before = texture(1, 2, 3, 4, 5)
  expect((await run(before, '8888')).outcome).toMatchObject({ edits: [], counts: { levels: 0 } })
  const code = async (bytes: Bytes): Promise<unknown> =>
    run(bytes, '565').catch((error: unknown) => (error instanceof StudioError ? error.code : error))
  expect(await code(before.subarray(0, 50))).toBe('operation.texture')
  const elsewhere = before.slice()
  elsewhere.set([2, 0], 28)
  expect(await code(elsewhere)).toBe('operation.texture')
})
