/** Sides in pixels, of a picture or on the screen. */
export interface Size {
  readonly width: number
  readonly height: number
}

/** Where a picture is in its view: its top left corner, and screen pixels per pixel of it. */
export interface Zoom {
  readonly x: number
  readonly y: number
  readonly scale: number
}

interface Place {
  readonly x: number
  readonly y: number
}

/** Scales of the wheel and the buttons. From 1 on they are whole, so that every pixel has the same size. */
const SCALES = [1 / 16, 1 / 8, 1 / 4, 1 / 2, 1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64]
const LARGEST = SCALES.at(-1) ?? 1

/** The whole picture in the middle of its view, `margin` pixels from the edges. */
export function fitted({ width, height }: Size, room: Size, margin: number): Zoom {
  const least = Math.min((room.width - 2 * margin) / width, (room.height - 2 * margin) / height)
  // Below twice the size whole pixels would leave half of the view empty.
  const parts = least < 2 ? 4 : 1
  const scale = least >= 1 ? Math.min(LARGEST, Math.floor(least * parts) / parts) : Math.max(1 / 256, least)
  return centred({ width, height }, room, scale)
}

/** The picture at a scale in the middle of its view. */
export const centred = ({ width, height }: Size, room: Size, scale: number): Zoom => ({
  x: Math.round((room.width - width * scale) / 2),
  y: Math.round((room.height - height * scale) / 2),
  scale,
})

/** The next larger or smaller scale. */
export const nextScale = (scale: number, step: 1 | -1): number =>
  step > 0
    ? (SCALES.find(other => other > scale * 1.001) ?? Math.max(scale, LARGEST))
    : (SCALES.findLast(other => other < scale * 0.999) ?? Math.min(scale, SCALES[0] ?? 1))

/** At another scale; what is at `place` stays there. */
export function scaledAt({ x, y, scale }: Zoom, place: Place, next: number): Zoom {
  const by = next / scale
  return { x: place.x - (place.x - x) * by, y: place.y - (place.y - y) * by, scale: next }
}

/** Moved, at most until `kept` pixels of the picture are left in the view. */
export function moved(zoom: Zoom, by: Place, { width, height }: Size, room: Size, kept = 24): Zoom {
  const within = (at: number, side: number, of: number): number =>
    Math.min(of - Math.min(kept, side), Math.max(Math.min(kept, side) - side, at))
  return {
    ...zoom,
    x: within(zoom.x + by.x, width * zoom.scale, room.width),
    y: within(zoom.y + by.y, height * zoom.scale, room.height),
  }
}

/** The pixel at a place of the view; undefined beside the picture. */
export function pixelUnder({ x, y, scale }: Zoom, place: Place, { width, height }: Size): Place | undefined {
  const found = { x: Math.floor((place.x - x) / scale), y: Math.floor((place.y - y) / scale) }
  return found.x >= 0 && found.y >= 0 && found.x < width && found.y < height ? found : undefined
}
