import { encode, type Bytes } from '../../../layout'
import { smallerMips } from '../texture/mips'
import { InnerTexture, TEXTURE_MAGIC, bytesPerPixel, fullMips } from '../texture/texture'
import { blend, gradientNoise, octaves } from './random'

type Colour = readonly [red: number, green: number, blue: number, alpha: number]
/** Colour at a place of the picture, both coordinates 0..1; channels 0..255. */
export type Paint = (u: number, v: number) => Colour
type PixelFormat = 565 | 4444 | 8888

interface TextureFile {
  readonly name: string
  readonly bytes: Bytes
}

/** A square texture with all mips (parkan 7.1, 7.2). */
export function makeTexture(paint: Paint, size: number, format: PixelFormat): Bytes {
  return textureOf(paint, size, format, fullMips(size, size))
}

/** A light map: one level of 565, bright in its middle (parkan 7.6). */
export function lightmap(): Bytes {
  const light = (u: number, v: number): number => 255 - 360 * Math.hypot(u - 0.5, v - 0.5)
  return textureOf((u, v) => [light(u, v), light(u, v), light(u, v) * 0.9, 255], 16, 565, 1)
}

function textureOf(paint: Paint, size: number, format: PixelFormat, mip_count: number): Bytes {
  const largest = pixelsOf(paint, size, format)
  const levels = [largest, ...smallerMips(format, largest, { width: size, height: size }, mip_count)]
  const pixels = new Uint8Array(levels.reduce((sum, level) => sum + level.length, 0))
  let to = 0
  for (const level of levels) {
    pixels.set(level, to)
    to += level.length
  }
  const flags4 = mip_count > 1 ? 32 : 0
  const header = { magic: TEXTURE_MAGIC, width: size, height: size, mip_count, flags4, flags5: 0, unk6: 0, format }
  return encode(InnerTexture, { ...header, pixels }, '').bytes
}

/** Bytes of a pixel (parkan 7.2). */
function pixelOf([r, g, b, a]: Colour, format: PixelFormat): readonly number[] {
  const word = (bits: number): readonly number[] => [bits & 255, bits >> 8]
  if (format === 565) return word((scaled(r, 31) << 11) | (scaled(g, 63) << 5) | scaled(b, 31))
  if (format === 4444) return word((scaled(a, 15) << 12) | (scaled(r, 15) << 8) | (scaled(g, 15) << 4) | scaled(b, 15))
  return [scaled(b, 255), scaled(g, 255), scaled(r, 255), scaled(a, 255)]
}

const scaled = (channel: number, top: number): number => Math.max(0, Math.min(top, Math.round((channel * top) / 255)))

function pixelsOf(paint: Paint, size: number, format: PixelFormat): Uint8Array {
  const bytes = bytesPerPixel(format)
  const pixels = new Uint8Array(size * size * bytes)
  for (let y = 0; y < size; y++) {
    for (let x = 0; x < size; x++) {
      const colour = paint((x + 0.5) / size, (y + 0.5) / size)
      pixels.set(pixelOf(colour, format), (y * size + x) * bytes)
    }
  }
  return pixels
}

/** Noise that meets itself at the edges of the picture. */
function seamless(seed: number, scale: number, count: number): (u: number, v: number) => number {
  const noise = gradientNoise(seed)
  const at = (u: number, v: number): number => octaves(noise, u * scale, v * scale, count)
  return (u, v) => blend(blend(at(u, v), at(u - 1, v), u), blend(at(u, v - 1), at(u - 1, v - 1), u), v)
}

function ground(seed: number, dark: Colour, light: Colour, scale: number, count: number): Paint {
  const noise = seamless(seed, scale, count)
  const grain = seamless(seed + 99, scale * 5, 2)
  return (u, v) => {
    const part = Math.max(0, Math.min(1, 0.5 + noise(u, v) * 0.9 + grain(u, v) * 0.35))
    const mix = (channel: 0 | 1 | 2 | 3): number => blend(dark[channel], light[channel], part)
    return [mix(0), mix(1), mix(2), mix(3)]
  }
}

/** Walls of plates with seams and rivets. */
function plates(seed: number, colour: Colour): Paint {
  const wear = seamless(seed, 5, 3)
  return (u, v) => {
    const seam = Math.min((u * 4) % 1, 1 - ((u * 4) % 1), (v * 2) % 1, 1 - ((v * 2) % 1)) < 0.04
    const light = (seam ? 0.55 : 0.9) + wear(u, v) * 0.25
    return [colour[0] * light, colour[1] * light, colour[2] * light, colour[3]]
  }
}

const WATER: Paint = (() => {
  const waves = seamless(31, 7, 3)
  return (u, v) => {
    const crest = waves(u, v)
    return [52 + crest * 26, 88 + crest * 34, 118 + crest * 42, 168 + crest * 20]
  }
})()

/** The microtexture of water: grey, so that it keeps the colour below. */
const RIPPLES: Paint = (() => {
  const waves = seamless(32, 5, 3)
  return (u, v) => {
    const grey = 128 + waves(u, v) * 40
    return [grey, grey, grey, 255]
  }
})()

/** A pane in a dark frame. */
const GLASS: Paint = (u, v) =>
  Math.min(u, 1 - u, v, 1 - v) < 0.06 ? [40, 44, 48, 255] : [150 + 60 * u, 190 + 40 * v, 220, 110]
/** A glow that is added to what is behind it. */
const BEACON: Paint = (u, v) => [255, 214, 120, 255 - 560 * Math.hypot(u - 0.5, v - 0.5)]

/** Textures of the sample: ground, water, walls; names have a dot, which the game requires (parkan 7.5). */
export function sampleTextures(): TextureFile[] {
  const file = (name: string, paint: Paint, size: number, format: PixelFormat): TextureFile => ({
    name,
    bytes: makeTexture(paint, size, format),
  })
  return [
    file('GRASS01.0', ground(11, [54, 66, 34, 255], [112, 122, 66, 255], 4, 5), 128, 565),
    file('GRASS02.0', ground(12, [62, 72, 40, 255], [104, 112, 66, 255], 3, 4), 64, 565),
    file('ROCK01.0', ground(13, [70, 64, 58, 255], [142, 134, 124, 255], 5, 6), 128, 565),
    file('MICRO01.0', ground(14, [92, 92, 92, 255], [164, 164, 164, 255], 5, 5), 64, 565),
    file('MICRO02.0', ground(19, [104, 104, 104, 255], [152, 152, 152, 255], 9, 4), 64, 565),
    file('SAND01.0', ground(15, [134, 118, 84, 255], [184, 166, 124, 255], 6, 4), 64, 565),
    file('BED01.0', ground(16, [46, 50, 44, 255], [88, 88, 70, 255], 4, 4), 64, 565),
    file('WATER01.0', WATER, 64, 8888),
    file('WATER02.0', RIPPLES, 32, 4444),
    file('WALL01.0', plates(17, [128, 132, 140, 255]), 64, 8888),
    file('GLASS01.0', GLASS, 64, 8888),
    file('BEACON01.0', BEACON, 64, 8888),
    file('ROOF01.0', plates(18, [122, 70, 54, 255]), 64, 8888),
  ]
}
