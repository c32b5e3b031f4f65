import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { encode, type Bytes, type Value } from '../../../layout'
import { changed, entriesOf } from '../entries.fixture'
import { describeReference, truth } from '../reference.fixture'
import { sampleAdpcm, sampleSound } from '../sample/sounds'
import { decodeSound } from './decode'
import { DATA_CHUNK, FORMAT_CHUNK, RIFF, SOUND, WAVE } from './sound'
import { hex } from '../../../layout/bytes.fixture'

const PAIRS = [256, 0, 512, -256, 0, 0, 192, 64, 240, 0, 460, -208, 392, -232]
const coefficients = Array.from({ length: 7 }, (_, at) => ({ c1: PAIRS[2 * at] ?? 0, c2: PAIRS[2 * at + 1] ?? 0 }))
const ADPCM = { extra_size: 32, samples_per_block: 500, coefficients }
const NOTHING = new Uint8Array(0)

/** A sound of that format and data; `fact` of a length or none. */
function sound(tag: number, channels: number, bits: number, block_align: number, data: Bytes): Bytes {
  const more: Value = tag === 2 ? ADPCM : NOTHING
  const body = { tag, channels, rate: 22_050, byte_rate: 22_050, block_align, bits, more }
  const chunks = [
    { id: FORMAT_CHUNK, size: tag === 2 ? 50 : 16, body },
    { id: DATA_CHUNK, size: data.length, body: data, ...(data.length % 2 === 1 && { pad: 0 }) },
  ]
  return encode(SOUND, { magic: RIFF, riff_size: 0, wave: WAVE, chunks }, '').bytes
}
const samples = (bytes: Bytes) => decodeSound(bytes)?.samples
const listed = (bytes: Bytes) => [...(samples(bytes) ?? [])]

describe('samples of a sound', () => {
  it.each([
    ['00 10 00 00 00 00 00 12 F7 80', [0, 0, 16, 48, 32, 144, -160, -160]],
    ['01 64 00 E8 03 84 03 1F 37', [900, 1000, 1200, 1311, 1659, 2497]],
    ['06 40 00 18 FC F4 01 19 8E', [500, -1000, -1921, -2435, -3076, -3320]],
  ])('of the block %s are those of the notes', (block, right) => {
    expect(listed(sound(2, 1, 4, 256, hex(block)))).toEqual(right)
  })
  it('of two channels take turns, each with its own head', () => {
    const [left, right] = [
      [900, 1000, 1200, 1311],
      [0, 0, 16, 48],
    ]
    const both = hex('01 00  6400 1000  E803 0000  8403 0000  11 F2')
    expect(listed(sound(2, 2, 4, 256, both))).toEqual(left.flatMap((one, at) => [one, right[at]]))
  })
  // The samples are those that another decoder gives (audioop of Python 3.11, with the nibbles of each byte exchanged).
  it.each([
    [
      'B80B1400 77F7FF25B0AD5111',
      '3000 3093 3292 3722 2797 810 -3450 3246 7703 8513 3357 -4009 -8911 -6237 2678 6237 9472',
    ],
    [
      'E0B13C00 287BE0EEF7A10593',
      '-20000 -20284 -18993 -20635 -17436 -16979 -22384 -31961 -32768 1919 -32768 -20482 -32768 4474 8569 32767 22611',
    ],
  ])('of the block %s of IMA ADPCM are those of another decoder', (block, right) => {
    expect(listed(sound(17, 1, 4, 12, hex(block))).join(' ')).toBe(right)
  })
  it('of IMA ADPCM in two channels take turns by eight, and those of a cut run are left out', () => {
    const [left, right] = [
      [3000, 3093, 3292, 3722, 2797, 810, -3450, 3246, 7703],
      [-20000, -20284, -18993, -20635, -17436, -16979, -22384, -31961, -32768],
    ]
    const both = hex('B80B1400 E0B13C00 77F7FF25 287BE0EE B0AD')
    expect(listed(sound(17, 2, 4, 18, both))).toEqual(left.flatMap((one, at) => [one, right[at]]))
    expect(samples(sound(17, 2, 4, 7, both))).toBeUndefined()
  })
  it('of PCM are read as they are, of 8 bits around their middle', () => {
    expect(listed(sound(1, 1, 16, 2, hex('0100 FFFF 0080 FF')))).toEqual([1, -1, -32768])
    expect(listed(sound(1, 1, 8, 1, hex('80 00 FF')))).toEqual([0, -32768, 32512])
  })
  it('end with the length that is stored beside them', () => {
    expect(samples(sampleAdpcm())?.length).toBe(11_025)
    expect(samples(changed(SOUND, sampleAdpcm(), 'chunks/1/body/samples', 7))?.length).toBe(7)
    expect(samples(changed(SOUND, sampleAdpcm(), 'chunks/1/body/samples', 4e9))?.length).toBe(23 * 500)
  })
  it('are as near to the tone as ADPCM can', () => {
    const found = samples(sampleAdpcm()) ?? []
    const far = Array.from(found, (sample, at) =>
      Math.abs(sample - 9000 * (1 - at / 11_025) * Math.sin((2 * Math.PI * 110 * at) / 22_050)),
    )
    expect(far.reduce((sum, one) => sum + one, 0) / far.length).toBeLessThan(100)
  })
  it('are not made of an unknown format, nor of anything that is cut before it', () => {
    expect(samples(sound(3, 1, 32, 4, hex('00000000')))).toBeUndefined()
    expect(samples(sound(1, 1, 24, 3, hex('000000')))).toBeUndefined()
    expect(samples(sound(2, 1, 4, 6, hex('000000000000')))).toBeUndefined()
    expect(samples(changed(SOUND, sampleSound(), 'chunks/0/body/channels', 0))).toBeUndefined()
    for (let size = 0; size < 90; size += 7) expect(() => decodeSound(sampleAdpcm().subarray(0, size))).not.toThrow()
  })
})

interface SoundTruth {
  readonly channels: number
  readonly samples: number
  readonly pcm_sha256: string
}
const { sounds = {} } = truth as { sounds?: Readonly<Record<string, SoundTruth>> }

describeReference('samples of the sounds of the reference files', () => {
  it.each(Object.entries(sounds))('%s are those of the manifest', (key, right) => {
    const found = entriesOf('parkan.sound').find(([path, { name }]) => `${path.replace(/!.*/, '')}::${name}` === key)
    const decoded = found && decodeSound(found[1].bytes)
    expect([decoded?.channels, (decoded?.samples.length ?? 0) / right.channels]).toEqual([
      right.channels,
      right.samples,
    ])
    const { buffer, byteOffset, byteLength } = decoded?.samples ?? new Int16Array(0)
    const hash = createHash('sha256')
      .update(new Uint8Array(buffer, byteOffset, byteLength))
      .digest('hex')
    expect(hash).toBe(right.pcm_sha256)
  })
})
