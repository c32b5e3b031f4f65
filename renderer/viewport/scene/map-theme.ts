import { rgbOf, type Rgb } from '../../palette/palette'

export type Theme = 'dark' | 'light' | 'contrast'
type Colour = readonly [red: number, green: number, blue: number]

/** Everything that differs between the themes on the map. Colours 0 … 1. */
export interface MapLook {
  readonly background: Colour
  /** Ground from low to high. */
  readonly ramp: readonly [Colour, Colour, Colour, Colour]
  /** Share of ambient light. */
  readonly ambient: number
  /** Fill of a loud class, of the quiet one: 0 leaves the ground as it is. */
  readonly fill: readonly [loud: number, quiet: number]
  /** Grey of pattern strokes, and how strong. */
  readonly pattern: readonly [grey: number, strength: number]
  readonly outline: Colour
  readonly under: readonly [Colour, alpha: number]
  readonly fade: readonly [near: number, middle: number, far: number]
  readonly line: readonly [Colour, alpha: number]
}

/** Direction of the sun: north-west and high, as on a shaded map. */
export const SUN = [-0.52, 0.48, 0.71] as const

const unit = (rgb: Rgb): Colour => [rgb[0] / 255, rgb[1] / 255, rgb[2] / 255]
const hex = (text: string): Colour => unit(rgbOf(text))

const DARK: MapLook = {
  background: hex('#101216'),
  ramp: [hex('#2f3d48'), hex('#66685a'), hex('#968a77'), hex('#bdb09a')],
  ambient: 0.4,
  fill: [0.38, 0],
  pattern: [1, 0.55],
  outline: [1, 1, 1],
  under: [[0, 0, 0], 0.28],
  fade: [0.42, 0.24, 0.11],
  line: [[0.05, 0.06, 0.07], 0.7],
}
const LIGHT: MapLook = {
  background: hex('#e8ebee'),
  ramp: [hex('#748690'), hex('#9a9a8a'), hex('#b8ae9c'), hex('#d8cdbd')],
  ambient: 0.46,
  fill: [0.38, 0],
  pattern: [0, 0.4],
  outline: hex('#20262c'),
  under: [[1, 1, 1], 0.3],
  fade: [0.6, 0.36, 0.16],
  line: [[0.1, 0.12, 0.14], 0.55],
}
const CONTRAST: MapLook = {
  ...DARK,
  background: [0, 0, 0],
  fill: [0.6, 0],
  pattern: [1, 0.85],
  fade: [0.9, 0.6, 0.3],
  line: [[0, 0, 0], 0.9],
}

export const LOOKS: Readonly<Record<Theme, MapLook>> = { dark: DARK, light: LIGHT, contrast: CONTRAST }
