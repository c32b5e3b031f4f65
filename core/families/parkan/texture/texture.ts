import {
  array,
  bytes,
  colour,
  count,
  i16,
  offsetOf,
  optional,
  rangeOf,
  RecordView,
  rest,
  strideOf,
  struct,
  toEnd,
  u32,
  withRow,
  writeRecord,
  type AnyLayout,
  type Bytes,
  type Meta,
} from '../../../layout'

/** `Texm` as a little-endian number. */
export const TEXTURE_MAGIC = 0x6d786554
/** `Page` as a little-endian number. */
const PAGE_MAGIC = 0x65676150
/** Bytes of a palette: 256 colours of four. */
export const PALETTE_SIZE = 1024

/** Pixel formats by the number in the header (parkan 7.2). */
export type PixelFormat = 0 | 2 | 565 | 556 | 4444 | 88 | 888 | 8888
const PIXEL_SIZE: Readonly<Record<PixelFormat, 1 | 2 | 4>> = {
  0: 1,
  2: 1,
  565: 2,
  556: 2,
  4444: 2,
  88: 2,
  888: 4,
  8888: 4,
}
/** Names of the pixel formats. */
export const FORMAT_NAMES: Readonly<Record<PixelFormat, string>> = {
  0: 'palette',
  2: 'external_palette',
  565: 'r5g6b5',
  556: 'r5g5b6',
  4444: 'a4r4g4b4',
  88: 'l8a8',
  888: 'r8g8b8x8',
  8888: 'b8g8r8a8',
}
const isPixelFormat = (format: number): format is PixelFormat => Object.hasOwn(PIXEL_SIZE, format)

const SEEN = { certainty: 'confirmed', source: 'parkan 7.1' } as const
const PAGE = { certainty: 'confirmed', source: 'parkan 7.3' } as const

/** A rectangle of an atlas, in pixels of mip 0 (parkan 7.3). */
const PageRow = struct('texture-rect', { x: i16(PAGE), width: i16(PAGE), y: i16(PAGE), height: i16(PAGE) })

/** The rectangles of an atlas (parkan 7.3). */
export const TexturePage = struct('texture-page', {
  magic: u32({ hex: true, ...PAGE }),
  count: count('rects', PAGE),
  rects: array(PageRow, 'count', PAGE),
})

/** Fields of a texture before its pixels (parkan 7.1). */
const HEADER = {
  magic: u32({ hex: true, ...SEEN }),
  width: u32({ unit: 'px', ...SEEN }),
  height: u32({ unit: 'px', ...SEEN }),
  mip_count: u32(SEEN),
  flags4: u32({ ...SEEN, certainty: 'likely' }),
  flags5: u32({
    bits: {
      24: 'first_is_clear',
      25: 'fade',
      28: 'skip_one_mip',
      29: 'skip_from_256',
      30: 'skip_from_128',
    },
    hex: true,
    certainty: 'likely',
    source: 'parkan 7.4',
  }),
  unk6: u32({ hex: true, ...SEEN }),
  format: u32({
    values: FORMAT_NAMES,
    certainty: 'confirmed',
    source: 'parkan 7.2',
  }),
  palette: optional('format == 0', array(colour(['b', 'g', 'r', 'x'], SEEN), 256, SEEN)),
}

const MIP: Meta = { doc: 'field.texture-pixels.mip', content: 'pixels', ...SEEN }
/** Mips that have a field of their own; the last one takes all that are smaller. A picture of 32,768 pixels has 16. */
const MOST_MIPS = 16
const MIP_NAMES = Array.from({ length: MOST_MIPS }, (_, level) => `mip_${level}`)

/** The pixels of all mips, from the largest down. The sizes follow from the header: see `textureLayout` (parkan 7.1). */
const TexturePixels = struct(
  'texture-pixels',
  Object.fromEntries(MIP_NAMES.map(name => [name, optional(`@${name} > 0`, bytes(`@${name}`, MIP))])),
)

/**
 * A texture: header, palette (format 0 only), pixels, and an atlas or none (parkan 7.1).
 */
export const TEXTURE_LAYOUT = struct('texture', {
  ...HEADER,
  pixels: TexturePixels,
  page: array(TexturePage, toEnd, PAGE),
})

/** A texture at the end of another record, without an atlas (parkan 7.5). */
export const InnerTexture = struct('texture', {
  ...HEADER,
  pixels: rest({ role: 'value', content: 'pixels', ...SEEN }),
})

const TEXTURE_HEADER = offsetOf(TEXTURE_LAYOUT, 'palette')
const PAGE_HEAD = offsetOf(TexturePage, 'rects')
const PAGE_ROW = strideOf(PageRow)

/**
 * The layout of a texture of `size` bytes by its first bytes. Where the header is no texture's or promises more than
 * there is, all that is left is pixels.
 */
export function textureLayout(head: Bytes, size: number): AnyLayout {
  if (head.length < TEXTURE_HEADER) return withMips([])
  const header = new RecordView(TEXTURE_LAYOUT, head)
  const format = header.number(0, 'format')
  const room = Math.max(0, size - TEXTURE_HEADER - (format === 0 ? PALETTE_SIZE : 0))
  const mips = isPixelFormat(format)
    ? mipSizes(header.number(0, 'width'), header.number(0, 'height'), header.number(0, 'mip_count'), format, room)
    : []
  return withMips(mips.length === 0 ? [room] : mips.map(mip => mip.size))
}

function withMips(sizes: readonly number[]): AnyLayout {
  const last = MOST_MIPS - 1
  const sizeOf = (level: number): number =>
    level < last ? (sizes[level] ?? 0) : sizes.slice(last).reduce((sum, size) => sum + size, 0)
  return withRow(TEXTURE_LAYOUT, Object.fromEntries(MIP_NAMES.map((name, level) => [name, sizeOf(level)])))
}

/** Whole rectangles that `size` bytes of an atlas hold. */
export const pageRoom = (size: number): number => Math.floor((size - PAGE_HEAD) / PAGE_ROW)

/** The head of the atlas at byte `at`; undefined where there is none. */
export function pageHead(bytes: Bytes, at: number): { readonly count: number } | undefined {
  if (at + PAGE_HEAD > bytes.length) return undefined
  const page = new RecordView(TexturePage, bytes)
  return page.number(at, 'magic') === PAGE_MAGIC ? { count: page.number(at, 'count') } : undefined
}

/** Byte offset and size of rectangle `k` of the atlas at byte `at`. */
export const rectRange = (at: number, k: number) => [at + PAGE_HEAD + PAGE_ROW * k, PAGE_ROW] as const

/** One mip: its size in pixels and where its bytes lie in the payload. */
export interface Mip {
  readonly width: number
  readonly height: number
  readonly offset: number
  readonly size: number
}

/** Pixels of mip 0. */
interface PageRect {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** How a texture's bytes divide. */
export interface TexturePlan {
  readonly width: number
  readonly height: number
  readonly format: PixelFormat
  /** Where the palette begins; undefined for formats without one. */
  readonly palette: number | undefined
  /** Those that the payload holds whole; the first is the largest. */
  readonly mips: readonly Mip[]
  /** End of the last of them: a Page chunk or nothing follows. */
  readonly end: number
}

/** Why a payload has no plan; the codes are those of the problem that is shown. */
interface TextureFault {
  readonly code: string
  readonly params: Readonly<Record<string, number>>
  readonly path: string
  readonly range: readonly [offset: number, size: number]
}

/** Bytes of a pixel, 1 to 4 (parkan 7.2). */
export const bytesPerPixel = (format: PixelFormat): number => PIXEL_SIZE[format]

/** Divides a texture as its header says, as far as there are bytes; the fault where not even mip 0 is there. */
export function texturePlan(bytes: Bytes): TexturePlan | TextureFault {
  if (bytes.length < TEXTURE_HEADER) {
    return {
      code: 'texture.header-cut',
      params: { size: bytes.length, needed: TEXTURE_HEADER },
      path: '',
      range: [0, bytes.length],
    }
  }
  const header = new RecordView(TEXTURE_LAYOUT, bytes)
  const [width, height] = [header.number(0, 'width'), header.number(0, 'height')]
  const [promised, format] = [header.number(0, 'mip_count'), header.number(0, 'format')]
  const size = rangeOf(0, TEXTURE_LAYOUT, 'width', 'height')
  if (header.number(0, 'magic') !== TEXTURE_MAGIC)
    return { code: 'texture.magic', params: {}, path: 'magic', range: rangeOf(0, TEXTURE_LAYOUT, 'magic') }
  if (!isPixelFormat(format))
    return {
      code: 'texture.format',
      params: { found: format },
      path: 'format',
      range: rangeOf(0, TEXTURE_LAYOUT, 'format'),
    }
  if (width === 0 || height === 0) {
    return {
      code: 'texture.size-zero',
      params: { width, height },
      path: width === 0 ? 'width' : 'height',
      range: size,
    }
  }
  const palette = format === 0 ? TEXTURE_HEADER : undefined
  const start = TEXTURE_HEADER + (format === 0 ? PALETTE_SIZE : 0)
  const needed = width * height * PIXEL_SIZE[format]
  if (start + needed > bytes.length) {
    const found = Math.max(0, bytes.length - start)
    return {
      code: 'texture.pixels-missing',
      params: { width, height, needed, found },
      path: width >= height ? 'width' : 'height',
      range: size,
    }
  }
  const mips: Mip[] = []
  let end = start
  for (const mip of mipSizes(width, height, promised, format, bytes.length - start)) {
    mips.push({ ...mip, offset: end })
    end += mip.size
  }
  return { width, height, format, palette, mips, end }
}

/** Sizes of the mips from the largest down, as many as are promised and fit into `room` bytes (parkan 7.1). */
function mipSizes(
  width: number,
  height: number,
  promised: number,
  format: PixelFormat,
  room: number,
): readonly Omit<Mip, 'offset'>[] {
  const mips: Omit<Mip, 'offset'>[] = []
  let left = room
  for (let level = 0; level < promised; level++) {
    const [w, h] = [Math.max(1, Math.floor(width / 2 ** level)), Math.max(1, Math.floor(height / 2 ** level))]
    const size = w * h * PIXEL_SIZE[format]
    if (size > left) break
    mips.push({ width: w, height: h, size })
    left -= size
  }
  return mips
}

/** Rectangles of the atlas behind the mips, as many as are there whole (parkan 7.3). */
export function pageRects(bytes: Bytes, { end }: TexturePlan): readonly PageRect[] {
  const page = pageHead(bytes, end)
  if (!page) return []
  const rects = new RecordView(PageRow, bytes)
  return Array.from({ length: Math.min(page.count, pageRoom(bytes.length - end)) }, (_, k) => {
    const [at] = rectRange(end, k)
    const [x, y] = [rects.number(at, 'x'), rects.number(at, 'y')]
    return { x, y, width: rects.number(at, 'width'), height: rects.number(at, 'height') }
  })
}

/** Overwrites rectangle `k` of the atlas at byte `at`. */
export const writeRect = (bytes: Bytes, at: number, k: number, rect: PageRect): void =>
  writeRecord(bytes, rectRange(at, k)[0], PageRow, { ...rect })

/** Levels from the size down to one pixel. */
export const fullMips = (width: number, height: number): number => 1 + Math.floor(Math.log2(Math.max(width, height)))
