import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { StudioError, type Opened } from '../../format'
import { document, LayoutError, unknownBytes, type Bytes } from '../../layout'
import { formatOf, shelf } from './opened.fixture'
import { sampleInstall } from './sample/sample'
import { tinyMapFile, tinyMapPayload } from './tiny-map.fixture'

const FILES: Readonly<Record<string, Bytes>> = {
  ...Object.fromEntries(
    sampleInstall({ seed: 5, maps: [{ name: 'T', seed: 9, tiles: 1, areals: 6 }] })
      .filter(file => file.bytes.length < 60_000)
      .map(file => [file.path, file.bytes]),
  ),
  'DATA/MAPS/Tiny/Land.map': tinyMapFile(tinyMapPayload(2, 1), 2),
}
const NAMES = Object.keys(FILES).filter(name => /\.(?:map|msh|wea|lst|rlb|lib|tma)$/i.test(name))

/** Numbers that break counts, offsets and floats. */
const WORDS = [0, 1, 2, 0x7f, 0xff, 0xffff, 0x7fffffff, 0x80000000, 0xffffffff, 0x7fc00000, 0x7f800000, 0x3f800000]
const CHANGE = fc.oneof(
  fc.record({
    kind: fc.constant('word' as const),
    at: fc.double({ min: 0, max: 1, noNaN: true }),
    value: fc.constantFrom(...WORDS),
  }),
  fc.record({ kind: fc.constant('head' as const), at: fc.nat(63), value: fc.constantFrom(...WORDS) }),
  fc.record({ kind: fc.constant('tail' as const), at: fc.nat(300), value: fc.constantFrom(...WORDS) }),
  fc.record({
    kind: fc.constant('cut' as const),
    at: fc.double({ min: 0, max: 1, noNaN: true }),
    value: fc.constant(0),
  }),
  fc.record({ kind: fc.constant('add' as const), at: fc.nat(70), value: fc.constant(0xee) }),
)
type Change = { readonly kind: 'word' | 'head' | 'tail' | 'cut' | 'add'; readonly at: number; readonly value: number }

function mutate(bytes: Bytes, { kind, at, value }: Change): Bytes {
  if (kind === 'cut') return bytes.slice(0, Math.floor(at * bytes.length))
  if (kind === 'add') return Uint8Array.of(...bytes, ...Array.from({ length: at }, () => value))
  const after = bytes.slice()
  const place = kind === 'word' ? Math.floor(at * bytes.length) & ~1 : kind === 'head' ? at : bytes.length - 4 - at
  if (place >= 0 && place + 4 <= after.length) new DataView(after.buffer).setUint32(place, value, true)
  return after
}

describe('any damage', () => {
  it('opens as far as it can, is told with places that exist, and loses no byte', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...NAMES),
        fc.array(CHANGE, { minLength: 1, maxLength: 3 }),
        async (name, changes) => {
          const damaged = changes.reduce((bytes, change) => mutate(bytes, change), FILES[name] ?? new Uint8Array(0))
          const all = shelf({ ...FILES, [name]: damaged })
          const file = all.open(name)
          const parts = new Map(all.all(file).map(part => [part.path, part]))
          for (const problem of await all.check(file)) {
            const part = parts.get(problem.entry)
            const [offset, size] = problem.range ?? [0, 0]
            expect([
              problem.code,
              part !== undefined && offset >= 0 && size >= 0 && offset + size <= part.bytes.length,
            ]).toEqual([problem.code, true])
          }
          for (const part of parts.values()) await useAll(part)
          expectKept(file, all.rows(file))
        },
      ),
      { seed: 20011, numRuns: 400 },
    )
  })
})

/** Layout, scene and codec of an entry end in an answer or in a refusal with a code. */
async function useAll(part: Opened): Promise<void> {
  const format = formatOf(part)
  const layout = format?.layout?.(part)
  if (layout) {
    const opened = document(layout, part.bytes)
    expect(unknownBytes(opened)).toBeLessThanOrEqual(part.bytes.length)
    expect(opened.root.size).toBe(part.bytes.length)
  }
  try {
    await format?.scene?.(part)
  } catch (error) {
    if (!(error instanceof StudioError) && !(error instanceof LayoutError)) throw error
  }
}

/** Packing what was opened gives the damaged bytes back. */
function expectKept(file: Opened, rows: readonly Opened[]): void {
  const codec = formatOf(file)?.archive
  if (!codec || rows.length === 0) return
  const present = codec.open(file.bytes).rows.map(row => ({ id: String(row.id), attributes: row.attributes }))
  expect(Buffer.from(codec.pack(file.bytes, present).bytes).equals(Buffer.from(file.bytes))).toBe(true)
}
