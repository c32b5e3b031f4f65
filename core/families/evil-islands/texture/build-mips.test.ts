import { describe, expect, it } from 'vitest'
import { apply } from '../../../edit'
import { StudioError, type Outcome } from '../../../format'
import { writeRecord, type Bytes } from '../../../layout'
import { EVIL_ISLANDS } from '../evil-islands'
import { formatOf, shelf } from '../opened.fixture'
import { MmpHeader } from './mmp'
import { decodeTexture, encodeTexture, HEADER_SIZE, levelsOf, textureOf } from './mmp-pixels'

const FILES = Object.fromEntries(((await EVIL_ISLANDS.sample?.(1)) ?? []).map(({ path, bytes }) => [path, bytes]))
const all = shelf(FILES)
/** Textures of the sample, one of each kind of pixels that has levels, with two more levels of zeros. */
const TEXTURES = [
  ...new Map(
    Object.keys(FILES)
      .flatMap(file => all.all(all.open(file)))
      .filter(entry => formatOf(entry)?.id === 'evil-islands.mmp')
      .flatMap(({ bytes }) => {
        const kind = textureOf(bytes)?.kind
        return kind === undefined || kind === 'PNT3' ? [] : [[kind, withLevels(bytes)] as const]
      }),
  ),
]

function withLevels(bytes: Bytes): Bytes {
  const levels = textureOf(bytes)?.levels ?? 0
  const after = new Uint8Array(2 * bytes.length)
  after.set(bytes)
  writeRecord(after, 0, MmpHeader, { mip_count: levels + 2 })
  const texture = textureOf(after)
  const end = texture && levelsOf(texture, after.length).at(-1)
  return after.slice(0, (end?.offset ?? 0) + (end?.size ?? 0))
}

async function run(bytes: Bytes): Promise<{ readonly after: Bytes; readonly outcome: Outcome }> {
  const entry = shelf({ 'a.mmp': bytes }).open('a.mmp')
  const operation = formatOf(entry)?.operations?.find(({ id }) => id === 'build-mips')
  if (!operation) throw new Error('a.mmp has no such operation')
  const outcome = await operation.run(entry, { parameters: {}, records: [], step: () => Promise.resolve() })
  return { after: apply(bytes, outcome.edits[0]?.splices ?? []), outcome }
}

const filled = (count: number, [r, g, b, a]: readonly [number, number, number, number]): Uint8Array =>
  Uint8Array.from({ length: 4 * count }, (_, k) => [r, g, b, a][k % 4] ?? 0)

describe('smaller levels of a texture', () => {
  it.each(TEXTURES)('%s: are made from the largest, which stays; once more changes nothing', async (_, bytes) => {
    const before = decodeTexture(bytes)
    const red = before.map(({ width, height }) => filled(width * height, [255, 0, 0, 255]))
    const stale = encodeTexture(
      bytes,
      before.map(({ rgba }, level) => (level === 0 ? rgba : (red[level] ?? rgba))),
    )
    const { after, outcome } = await run(stale)
    expect(after.length).toBe(bytes.length)
    expect(outcome.counts['levels']).toBe(before.length - 1)
    const made = decodeTexture(after)
    expect(made[0]?.rgba).toEqual(before[0]?.rgba)
    expect((await run(after)).outcome.edits).toEqual([])
    for (const level of made.slice(1)) expect(level.rgba).not.toEqual(red[made.indexOf(level)])
  })

  it('are tested with several kinds of pixels', () => expect(TEXTURES.length).toBeGreaterThan(3))

  it('have no colour from under invisible pixels', async () => {
    const bytes = TEXTURES.find(([kind]) => kind === '4444' || kind === '8888')?.[1] ?? new Uint8Array(0)
    const [largest] = decodeTexture(bytes)
    const pixels = filled((largest?.width ?? 0) * (largest?.height ?? 0), [0, 0, 255, 255])
    for (let at = 0; at < pixels.length; at += 8) pixels.set([255, 0, 0, 0], at)
    const { after } = await run(encodeTexture(bytes, [pixels]))
    const smaller = decodeTexture(after)[1]?.rgba ?? new Uint8Array(0)
    expect(Array.from(smaller.subarray(0, 3))).toEqual([0, 0, 255])
    expect(Math.abs((smaller[3] ?? 0) - 128)).toBeLessThan(17)
  })

  it('are refused where levels are cut, and nothing is changed', async () => {
    const bytes = TEXTURES.find(([, one]) => decodeTexture(one).length > 1)?.[1] ?? new Uint8Array(0)
    for (const end of [bytes.length - 1, HEADER_SIZE + 1, 8])
      await expect(run(bytes.slice(0, end))).rejects.toThrow(StudioError)
  })
})
