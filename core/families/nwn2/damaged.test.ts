import { expect, it } from 'vitest'
import { payloadOf, tryOpen, type ArchiveCodec, type PresentRow } from '../../format'
import type { Bytes } from '../../layout'
import { formatOf, shelf } from './opened.fixture'
import { sampleFiles } from './sample/sample'
import { TRN_CODEC } from './trn/trn-codec'

const ROUNDS = 25

/** Numbers below a bound, the same for the same seed. */
function numbers(seed: number): (below: number) => number {
  let state = seed >>> 0
  return below => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 0x1_0000_0000) * below)
  }
}

/** The bytes cut, or with some words that make readers fall: all bits, 2³¹, one more, NaN. */
function damaged(bytes: Bytes, random: (below: number) => number): Bytes {
  if (random(6) === 0) return bytes.slice(0, random(bytes.length + 1))
  const copy = bytes.slice()
  const words = [
    [0xff, 0xff, 0xff, 0xff],
    [0, 0, 0, 0x80],
    [1, 0, 0, 0],
    [0, 0, 0xc0, 0x7f],
  ]
  for (let hit = random(3); hit >= 0; hit--) {
    // Half of them near the start, where headers and counts are.
    const at = random(random(2) === 0 ? Math.min(256, copy.length) : copy.length)
    copy.set((words[random(words.length)] ?? []).slice(0, copy.length - at), at)
  }
  return copy
}

const presentOf = (codec: ArchiveCodec, image: Bytes): readonly PresentRow[] =>
  codec.open(image).rows.map(({ id, attributes }) => ({ id: String(id), attributes }))

const files: Record<string, Bytes> = {}
for (const { path, bytes } of sampleFiles()) files[path] = bytes
const area = files['modules/Sample/cellar.trx'] ?? new Uint8Array(0)
// Plain, so that damage reaches the records of the mesh.
for (const row of TRN_CODEC.open(area).rows.filter(({ encoding }) => encoding !== undefined))
  files['plain.trx'] = TRN_CODEC.pack(area, [
    { id: String(row.id), attributes: { name: 'ASWM' }, payload: payloadOf(TRN_CODEC, area, row).slice() },
  ]).bytes

it.each(Object.keys(files).filter(path => /\.(?:tr[nx]|gi[tc]|are|ifo|mod|hak|zip|2da)$/.test(path)))(
  'damage to %s is problems, never a fault, and every container gives its bytes again',
  async path => {
    const random = numbers(path.length * 7919)
    for (let round = 0; round < ROUNDS; round++) {
      const bytes = damaged(files[path] ?? new Uint8Array(0), random)
      const all = shelf({ [path]: bytes })
      const entry = all.open(path)
      const problems = await all.check(entry)
      expect(problems.every(({ range }) => !range || (range[0] >= 0 && range[1] >= 0))).toBe(true)
      for (const part of all.all(entry)) {
        const codec = formatOf(part)?.archive
        if (!codec || !tryOpen(codec, part.bytes)) continue
        const again = codec.pack(part.bytes, presentOf(codec, part.bytes)).bytes
        expect(Buffer.from(again).equals(Buffer.from(part.bytes)), `${part.path} in round ${round}`).toBe(true)
      }
    }
  },
)
