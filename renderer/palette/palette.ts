import { shallowRef } from 'vue'
import file from './palette.json'

export type Rgb = readonly [red: number, green: number, blue: number]

/** How one value of a coloured field looks: never by hue alone. */
interface ValueStyle {
  /** Place in the palette: 0 is the quiet one. */
  readonly rank: number
  /** `#rrggbb`. */
  readonly colour: string
  /** 0 … 255. */
  readonly rgb: Rgb
  /** Number of the pattern, 0 none … 12 zigzag. */
  readonly pattern: number
  /** The list of patterns has been used up once: drawn with doubled lines. */
  readonly isDoubled: boolean
}

/** Palettes that are distinguishable with any colour vision, by the names of their authors. */
export const PALETTES = ['okabe-ito', 'tol'] as const
export type PaletteId = (typeof PALETTES)[number]

/** Rank 0 is drawn quiet because it is most of every map. */
const COLOURS: Readonly<Record<PaletteId, readonly string[]>> = file.sets
const COUNT = COLOURS.tol.length

/** Numbers with an order, from few to many: light grows with them. */
const ORDERED: readonly string[] = file.ordered
const IN_ORDER: ReadonlySet<string> = new Set(['area', 'neighbours'])

/** Begins the names of fields whose values are steps of measured numbers. */
const MEASURED = 'measured:'
export const measuredName = (field: string): string => `${MEASURED}${field}`
/** The field that was measured; undefined where the values of a field are its own. */
export const measuredField = (name: string): string | undefined =>
  name.startsWith(MEASURED) ? name.slice(MEASURED.length) : undefined
/** Steps of measured numbers. */
export const MEASURED_STEPS = ORDERED.length

/** The active palette. */
export const palette = shallowRef<PaletteId>(PALETTES[0])
export const PATTERN_COUNT = 12

/**
 * Values with a rank of their own, 0 first, then ascending. Any other value takes a rank behind them that depends on
 * nothing but itself, so that a value looks the same on every map and after every edit.
 */
const KNOWN: Readonly<Record<string, readonly number[]>> = file.ranks

/** The rank of a value of this field. */
export function rankOf(value: number, field: string): number {
  const known = (Object.hasOwn(KNOWN, field) ? KNOWN[field] : undefined) ?? []
  const rank = known.indexOf(value)
  return rank >= 0 ? rank : COUNT + value
}

/** Colour and pattern of a rank. */
export function styleOfRank(rank: number): ValueStyle {
  const listed = COLOURS[palette.value][rank]
  if (listed !== undefined) return { rank, colour: listed, rgb: rgbOf(listed), pattern: rank, isDoubled: false }
  const turn = rank - COUNT
  const rgb = fromOklch(0.72, 0.13, (40 + 137.5 * turn) % 360)
  return { rank, colour: hexOf(rgb), rgb, pattern: 1 + (turn % PATTERN_COUNT), isDoubled: true }
}

/** A number below 0 means none. */
const NOTHING: ValueStyle = { rank: 0, colour: '#8d96a3', rgb: [0x8d, 0x96, 0xa3], pattern: 0, isDoubled: false }

const made = new Map<string, ValueStyle>()
const MOST_KEPT = 4096

/** Colour and pattern of a value of a field of records, or of what is derived from them. */
export function styleOf(value: number, field: string): ValueStyle {
  if (IN_ORDER.has(field)) return styleInOrder(value)
  if (value < 0) return NOTHING
  if (measuredField(field) !== undefined) return styleInOrder(value)
  const rank = rankOf(value, field)
  const key = `${palette.value} ${rank}`
  const known = made.get(key)
  if (known) return known
  if (made.size >= MOST_KEPT) made.clear()
  const style = styleOfRank(rank)
  made.set(key, style)
  return style
}

/** `styleOf` for the values of many records: each value is looked up once, and runs of one value cost nothing. */
export function stylesOf(field: string): (value: number) => ValueStyle {
  const known = new Map<number, ValueStyle>()
  let last: number | undefined
  let style = NOTHING
  return value => {
    if (value === last) return style
    last = value
    style = known.get(value) ?? styleOf(value, field)
    known.set(value, style)
    return style
  }
}

function styleInOrder(value: number): ValueStyle {
  const step = Math.min(ORDERED.length - 1, value)
  const colour = ORDERED[step] ?? '#000000'
  return { rank: step + 1, colour, rgb: rgbOf(colour), pattern: 1 + step, isDoubled: false }
}

export function rgbOf(hex: string): Rgb {
  const n = Number.parseInt(hex.slice(1), 16)
  return [(n >> 16) & 255, (n >> 8) & 255, n & 255]
}

export const hexOf = (rgb: Rgb): string =>
  `#${rgb.map(part => Math.round(part).toString(16).padStart(2, '0')).join('')}`

const gamma = (c: number): number => {
  const cut = Math.min(1, Math.max(0, c))
  return 255 * (cut <= 0.0031308 ? 12.92 * cut : 1.055 * cut ** (1 / 2.4) - 0.055)
}

/** sRGB of an OKLCH colour (hue in degrees), cut to the gamut. */
function fromOklch(lightness: number, chroma: number, hue: number): Rgb {
  const a = chroma * Math.cos((hue * Math.PI) / 180)
  const b = chroma * Math.sin((hue * Math.PI) / 180)
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  return [
    Math.round(gamma(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s)),
    Math.round(gamma(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s)),
    Math.round(gamma(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s)),
  ]
}
