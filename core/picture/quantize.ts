/** A colour that occurs, and how often. */
interface Counted {
  readonly channels: readonly [red: number, green: number, blue: number]
  readonly count: number
}

/** A part of the colours that occur, and the channel in which they are spread furthest. */
interface Box {
  readonly colours: readonly Counted[]
  readonly channel: 0 | 1 | 2
  readonly spread: number
}

/**
 * At most `most` colours for the pixels, as RGBA with alpha 255; those that occur where they are few enough. Otherwise by
 * median cut (Heckbert 1982): the box of the widest spread is halved by number of pixels until there are enough; each box
 * gives the mean of its pixels.
 */
export function quantize(rgba: Uint8Array, most: number): Uint8Array {
  const counts = new Map<number, number>()
  for (let at = 0; at < rgba.length; at += 4) {
    const key = ((rgba[at] ?? 0) << 16) | ((rgba[at + 1] ?? 0) << 8) | (rgba[at + 2] ?? 0)
    counts.set(key, (counts.get(key) ?? 0) + 1)
  }
  const colours = Array.from(
    counts,
    ([key, count]): Counted => ({ channels: [key >> 16, (key >> 8) & 255, key & 255], count }),
  )
  if (colours.length <= most) return rgbaOf(colours.map(({ channels }) => channels))
  const boxes = [boxOf(colours)]
  while (boxes.length < most) {
    const widest = boxes.reduce((best, box, at) => (box.spread > (boxes[best]?.spread ?? -1) ? at : best), 0)
    const box = boxes[widest]
    if (!box || box.spread === 0) break
    const [low, high] = halves(box).map(boxOf)
    if (low) boxes[widest] = low
    if (high) boxes.push(high)
  }
  return rgbaOf(boxes.map(({ colours: all }) => meanOf(all)))
}

function boxOf(colours: readonly Counted[]): Box {
  const low = [255, 255, 255]
  const high = [0, 0, 0]
  for (const { channels } of colours)
    channels.forEach((value, k) => {
      low[k] = Math.min(low[k] ?? 255, value)
      high[k] = Math.max(high[k] ?? 0, value)
    })
  const spreads = ([0, 1, 2] as const).map(channel => ({ channel, spread: (high[channel] ?? 0) - (low[channel] ?? 0) }))
  const widest = spreads.reduce((best, one) => (one.spread > best.spread ? one : best))
  return { colours, ...widest }
}

/** Two parts that are not empty, with about the same number of pixels. */
function halves({ colours, channel }: Box): readonly (readonly Counted[])[] {
  const sorted = [...colours].sort((a, b) => a.channels[channel] - b.channels[channel])
  const total = sorted.reduce((sum, { count }) => sum + count, 0)
  let [at, sum] = [0, 0]
  while (at < sorted.length - 1 && sum < total / 2) sum += sorted[at++]?.count ?? 0
  return [sorted.slice(0, at), sorted.slice(at)]
}

function meanOf(colours: readonly Counted[]): readonly number[] {
  const total = colours.reduce((sum, { count }) => sum + count, 0)
  return [0, 1, 2].map(k =>
    Math.round(colours.reduce((sum, { channels, count }) => sum + (channels[k] ?? 0) * count, 0) / total),
  )
}

const rgbaOf = (colours: readonly (readonly number[])[]): Uint8Array =>
  Uint8Array.from(colours.flatMap(([r = 0, g = 0, b = 0]) => [r, g, b, 255]))
