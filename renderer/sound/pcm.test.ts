import fc from 'fast-check'
import { expect, it } from 'vitest'
import { clock, framesOf, peaksOf, readPcm, secondsOf } from './pcm'

/** A WAV file of 16-bit PCM with a chunk of an odd size before its samples. */
function wave(channels: number, rate: number, samples: readonly number[], tag = 1): Uint8Array {
  const bytes = new Uint8Array(12 + 24 + 10 + 8 + 2 * samples.length)
  const view = new DataView(bytes.buffer)
  const id = (at: number, text: string): void =>
    bytes.set(
      [...text].map(sign => sign.charCodeAt(0)),
      at,
    )
  id(0, 'RIFF')
  id(8, 'WAVE')
  id(12, 'fmt ')
  view.setUint32(16, 16, true)
  view.setUint16(20, tag, true)
  view.setUint16(22, channels, true)
  view.setUint32(24, rate, true)
  view.setUint16(34, 16, true)
  id(36, 'LIST')
  view.setUint32(40, 1, true)
  id(46, 'data')
  view.setUint32(50, 2 * samples.length, true)
  samples.forEach((sample, at) => view.setInt16(54 + 2 * at, sample, true))
  return bytes
}

it('every sample of a WAV file is read, and each is within the peaks of its part', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 2 }),
      fc.array(fc.integer({ min: -32768, max: 32767 }), { minLength: 2, maxLength: 60 }),
      fc.integer({ min: 1, max: 20 }),
      (channels, all, parts) => {
        const samples = all.slice(0, all.length - (all.length % channels))
        const sound = readPcm(wave(channels, 100, samples))
        expect(sound && [...sound.samples]).toEqual(samples)
        if (!sound) return
        expect(secondsOf(sound)).toBe(samples.length / channels / 100)
        const peaks = peaksOf(sound, 0, parts)
        const own = samples.filter((_, at) => at % channels === 0).map(sample => sample / 32768)
        expect(Math.min(...peaks.filter((_, at) => at % 2 === 0))).toBeLessThanOrEqual(Math.min(...own) + 1e-6)
        expect(Math.max(...peaks)).toBeCloseTo(Math.max(...own), 5)
        expect(framesOf(sound)).toBe(own.length)
      },
    ),
    { numRuns: 60 },
  )
})

it('another file is none, at any length', () => {
  expect(readPcm(wave(1, 100, [1, 2], 2))).toBeUndefined()
  const whole = wave(1, 100, [1, 2, 3])
  for (let size = 0; size < whole.length; size++) expect(() => readPcm(whole.subarray(0, size))).not.toThrow()
  expect(readPcm(whole.subarray(0, 40))).toBeUndefined()
})

it('time has minutes and hundredths', () => {
  expect([clock(0), clock(3.274), clock(61.5), clock(59.999)]).toEqual(['0:00.00', '0:03.27', '1:01.50', '1:00.00'])
})
