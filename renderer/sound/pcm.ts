import type { Bytes } from '@areal-studio/core/layout'

/** A sound of 16-bit PCM, as the studio converts every sound. */
export interface Pcm {
  readonly channels: number
  /** Frames in a second. */
  readonly rate: number
  /** Samples of all channels in turn. */
  readonly samples: Int16Array
}

export const framesOf = ({ samples, channels }: Pcm): number => Math.floor(samples.length / channels)
export const secondsOf = (sound: Pcm): number => framesOf(sound) / sound.rate

const idAt = (bytes: Bytes, at: number): string => String.fromCharCode(...bytes.subarray(at, at + 4))

/** The samples in a WAV file of 16-bit PCM; undefined for any other file. */
export function readPcm(bytes: Bytes): Pcm | undefined {
  if (bytes.length < 12 || idAt(bytes, 0) !== 'RIFF' || idAt(bytes, 8) !== 'WAVE') return undefined
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let found: { readonly channels: number; readonly rate: number } | undefined
  for (let at = 12; at + 8 <= bytes.length; ) {
    const size = view.getUint32(at + 4, true)
    const start = at + 8
    if (idAt(bytes, at) === 'fmt ' && start + 16 <= bytes.length) {
      const isPcm = view.getUint16(start, true) === 1 && view.getUint16(start + 14, true) === 16
      found = isPcm ? { channels: view.getUint16(start + 2, true), rate: view.getUint32(start + 4, true) } : undefined
    } else if (idAt(bytes, at) === 'data' && found && found.channels > 0 && found.rate > 0) {
      const data = bytes.slice(start, start + Math.min(size, bytes.length - start))
      return { ...found, samples: new Int16Array(data.buffer, 0, Math.floor(data.length / 2)) }
    }
    at = start + size + (size % 2)
  }
  return undefined
}

/** Least and greatest sample of a channel in each of `count` equal parts, from -1 to 1: two numbers for a part. */
export function peaksOf(sound: Pcm, channel: number, count: number): Float32Array {
  const frames = framesOf(sound)
  const peaks = new Float32Array(2 * count)
  for (let part = 0; part < count; part++) {
    const from = Math.floor((part * frames) / count)
    const to = Math.max(from + 1, Math.floor(((part + 1) * frames) / count))
    let [least, most] = [Infinity, -Infinity]
    for (let frame = from; frame < Math.min(to, frames); frame++) {
      const sample = (sound.samples[frame * sound.channels + channel] ?? 0) / 32768
      least = Math.min(least, sample)
      most = Math.max(most, sample)
    }
    peaks[2 * part] = Number.isFinite(least) ? least : 0
    peaks[2 * part + 1] = Number.isFinite(most) ? most : 0
  }
  return peaks
}

/** Seconds as `0:03.27`. */
export function clock(seconds: number): string {
  const hundredths = Math.round(seconds * 100)
  const rest = ((hundredths % 6000) / 100).toFixed(2).padStart(5, '0')
  return `${Math.floor(hundredths / 6000)}:${rest}`
}
