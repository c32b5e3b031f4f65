/** How pixels are stored in a raster, and the bytes of each. */
export const PIXEL_SIZES = { grey: 1, palette: 1, rgb: 3, rgba: 4 } as const

/** A picture as picture files store it: rows from the top, without padding between them. */
export interface Raster {
  readonly width: number
  readonly height: number
  /** `grey`: a level; `palette`: a number of a colour; `rgb`, `rgba`: a byte per channel. */
  readonly kind: keyof typeof PIXEL_SIZES
  readonly pixels: Uint8Array
  /** RGBA of each colour, at most 256 of them; of `palette` alone. */
  readonly palette?: Uint8Array
}

/** Why a file is not read as a picture: a message code, and its parameters. */
export interface PictureFault {
  readonly code:
    | 'picture.other'
    | 'picture.cut'
    | 'picture.damaged'
    | 'picture.deep'
    | 'picture.coding'
    | 'picture.large'
    | 'picture.size'
  readonly params: Readonly<Record<string, string | number>>
}

export const faultOf = (code: PictureFault['code'], params: PictureFault['params'] = {}): PictureFault => ({
  code,
  params,
})

/** Pixels of the largest picture that is read: 8,192 by 8,192. */
const MOST_PIXELS = 2 ** 26

/** Sides in pixels. */
export interface Size {
  readonly width: number
  readonly height: number
}

/** The fault of a size that is none, of another than `wanted`, or of more pixels than are read; found before any pixel is. */
export function sizeFault({ width, height }: Size, wanted?: Size): PictureFault | undefined {
  if (width < 1 || height < 1) return faultOf('picture.damaged')
  if (wanted && (width !== wanted.width || height !== wanted.height))
    return faultOf('picture.size', {
      width: wanted.width,
      height: wanted.height,
      found: `${String(width)} × ${String(height)}`,
    })
  return width * height > MOST_PIXELS ? faultOf('picture.large', { width, height }) : undefined
}

/** A raster as RGBA; a number beyond its palette is transparent black. */
export function toRgba({ kind, pixels, palette = new Uint8Array(0) }: Raster): Uint8Array {
  if (kind === 'rgba') return pixels
  const size = PIXEL_SIZES[kind]
  const rgba = new Uint8Array((pixels.length / size) * 4)
  for (let from = 0, to = 0; from < pixels.length; from += size, to += 4) {
    const first = pixels[from] ?? 0
    if (kind === 'palette') rgba.set(palette.subarray(4 * first, 4 * first + 4), to)
    else if (kind === 'grey') rgba.set([first, first, first, 255], to)
    else rgba.set([first, pixels[from + 1] ?? 0, pixels[from + 2] ?? 0, 255], to)
  }
  return rgba
}

/** RGB of RGBA pixels. */
export function withoutAlpha(rgba: Uint8Array): Uint8Array {
  const rgb = new Uint8Array((rgba.length / 4) * 3)
  for (let from = 0, to = 0; from < rgba.length; from += 4, to += 3) {
    rgb[to] = rgba[from] ?? 0
    rgb[to + 1] = rgba[from + 1] ?? 0
    rgb[to + 2] = rgba[from + 2] ?? 0
  }
  return rgb
}
