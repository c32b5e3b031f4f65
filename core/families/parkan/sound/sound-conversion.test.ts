import { expect, it } from 'vitest'
import { conversionFrom, type StudioError } from '../../../format'
import type { Bytes } from '../../../layout'
import { shelf } from '../opened.fixture'
import { sampleAdpcm, sampleSound } from '../sample/sounds'
import { decodeSound } from './decode'
import { SOUND_FORMAT } from './sound-format'
import { here } from '../../../format/work.fixture'

const wav = conversionFrom(SOUND_FORMAT, 'a.WAV')
const entryOf = (bytes: Bytes) => shelf({ 'a.wav': bytes }).open('a.wav')
const written = async (bytes: Bytes): Promise<Bytes> => (await wav?.encode(entryOf(bytes), here)) ?? new Uint8Array(0)
const taken = async (bytes: Bytes, file: Bytes): Promise<Bytes | undefined> =>
  (await wav?.decode?.(entryOf(bytes), file, here))?.bytes

it('a sound is written as 16-bit PCM of the same samples, and taken in unmodified keeps its bytes, packed ones too', async () => {
  for (const bytes of [sampleSound(), sampleAdpcm()]) {
    const file = await written(bytes)
    const [before, after] = [decodeSound(bytes), decodeSound(file)]
    expect(after).toEqual({ ...before, isPlain: true })
    expect(await taken(bytes, file)).toEqual(bytes)
    // Plain PCM is not packed: its export is itself.
    expect(await written(file)).toEqual(file)
  }
})

it('a changed sample, another rate, and the game’s own form are taken as they are; other files are refused', async () => {
  const bytes = sampleAdpcm()
  const file = (await written(bytes)).slice()
  file.set([1, 2], file.length - 2)
  expect(await taken(bytes, file)).toEqual(file)
  const faster = await written(bytes)
  new DataView(faster.buffer).setUint32(24, 11_025, true)
  expect(await taken(bytes, faster)).toEqual(faster)
  expect(await taken(bytes, sampleSound())).toEqual(sampleSound())
  const deep = await written(bytes)
  new DataView(deep.buffer).setUint16(34, 24, true)
  await expect(taken(bytes, deep)).rejects.toMatchObject({ code: 'convert.sound' } satisfies Partial<StudioError>)
  await expect(written(new Uint8Array(0))).rejects.toMatchObject({ code: 'convert.no-sound' })
})

it('a file of IMA ADPCM, which the game does not play, is taken as 16-bit PCM of the same samples', async () => {
  const packed = (await written(sampleSound())).slice()
  const view = new DataView(packed.buffer)
  const [tag, blockAlign, bits] = [20, 32, 34]
  view.setUint16(tag, 17, true)
  view.setUint16(blockAlign, 256, true)
  view.setUint16(bits, 4, true)
  const found = decodeSound(packed)
  const after = await taken(sampleAdpcm(), packed)
  expect(found?.samples.length).toBeGreaterThan(1000)
  expect(after && decodeSound(after)).toEqual({ ...found, isPlain: true, isForGame: true })
})
