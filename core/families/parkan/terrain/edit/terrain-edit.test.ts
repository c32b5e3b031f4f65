import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { apply, invertSplices } from '../../../../edit'
import { StudioError, type Dab, type Opened, type Outcome } from '../../../../format'
import { openArchive } from '../../nres/nres'
import { writeArchive } from '../../nres/nres-pack'
import { formatOf, shelf } from '../../opened.fixture'
import { sampleInstall } from '../../sample/sample'
import { groundTools } from './terrain-edit'

const LAND =
  sampleInstall({ seed: 3, maps: [{ name: 'T', seed: 7, tiles: 4, areals: 12 }] }).find(file =>
    file.path.endsWith('Land.msh'),
  )?.bytes ?? new Uint8Array(0)
const rowsOf = (file: Uint8Array): readonly Opened[] => {
  const all = shelf({ 'Land.msh': file })
  return all.rows(all.open('Land.msh'))
}
const chunk = (rows: readonly Opened[], type: number): Opened => {
  const found = rows.find(row => row.attributes['type_id'] === type)
  if (!found) throw new Error(`no chunk ${type}`)
  return found
}
const ROWS = rowsOf(LAND)
const FACES = chunk(ROWS, 21)
const view = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)

/** The terrain after an outcome, as a file and as rows. */
function after(rows: readonly Opened[], outcome: Outcome): readonly Opened[] {
  const payloads = rows.map(row => {
    const edits = outcome.edits.filter(edit => edit.entry === row.path)
    expect(edits.length).toBeLessThan(2)
    return edits[0] ? apply(row.bytes, edits[0].splices) : row.bytes
  })
  const { rows: directory } = openArchive(LAND)
  return rowsOf(
    writeArchive(
      directory.map((row, at) => ({ attributes: row.attributes, payload: payloads[at] ?? new Uint8Array(0) })),
    ),
  )
}

const vertex = (bytes: Uint8Array, v: number): readonly [number, number, number] => [
  view(bytes).getFloat32(12 * v, true),
  view(bytes).getFloat32(12 * v + 4, true),
  view(bytes).getFloat32(12 * v + 8, true),
]
const corners = (bytes: Uint8Array, face: number): readonly [number, number, number] => [
  view(bytes).getUint16(28 * face + 8, true),
  view(bytes).getUint16(28 * face + 10, true),
  view(bytes).getUint16(28 * face + 12, true),
]
const isWater = (bytes: Uint8Array, face: number): boolean => (view(bytes).getUint32(28 * face, true) & 0x20000) !== 0
const faceCount = FACES.bytes.length / 28

function normalOf(rows: readonly Opened[], face: number): readonly number[] {
  const places = chunk(rows, 3).bytes
  const [a, b, c] = corners(chunk(rows, 21).bytes, face).map(v => vertex(places, v))
  if (!a || !b || !c) return []
  const [u, w] = [b.map((value, k) => value - (a[k] ?? 0)), c.map((value, k) => value - (a[k] ?? 0))]
  const [ux = 0, uy = 0, uz = 0, wx = 0, wy = 0, wz = 0] = [...u, ...w]
  const n = [uy * wz - uz * wy, uz * wx - ux * wz, ux * wy - uy * wx]
  return n.map(value => value / Math.hypot(...n))
}

/** What a stroke must leave true, read by other code than the tools'. */
function brokenGround(before: readonly Opened[], now: readonly Opened[], outcome: Outcome): string[] {
  const broken: string[] = []
  const [p0, p1, f1] = [chunk(before, 3).bytes, chunk(now, 3).bytes, chunk(now, 21).bytes]
  const moved = new Set(
    Array.from({ length: p0.length / 12 }, (_, v) => v).filter(v => vertex(p0, v)[2] !== vertex(p1, v)[2]),
  )
  for (let v = 0; v < p0.length / 12; v++) {
    if (vertex(p0, v)[0] !== vertex(p1, v)[0] || vertex(p0, v)[1] !== vertex(p1, v)[1])
      broken.push(`vertex ${v} moved aside`)
  }
  const touched = new Set<number>()
  for (let face = 0; face < faceCount; face++) {
    if (corners(f1, face).some(v => moved.has(v))) touched.add(face)
    if (isWater(f1, face) && touched.has(face)) broken.push(`water ${face} moved`)
    const at = 28 * face
    const isSame = (from: number, to: number): boolean =>
      chunk(before, 21)
        .bytes.subarray(at + from, at + to)
        .join() === f1.subarray(at + from, at + to).join()
    if (!isSame(0, 20) || !isSame(26, 28) || (!touched.has(face) && !isSame(20, 26)))
      broken.push(`bytes of face ${face}`)
    if (!touched.has(face)) continue
    const n = normalOf(now, face)
    const packed = [0, 1, 2].map(k => view(f1).getInt16(at + 20 + 2 * k, true) / 32767)
    if (n.some((value, k) => Math.abs(value - (packed[k] ?? 0)) > 1e-4)) broken.push(`normal of face ${face}`)
  }
  if (outcome.records.length !== touched.size) broken.push('records are not the faces that were touched')
  const near = new Set([...touched].flatMap(face => corners(f1, face)))
  const [n0, n1] = [chunk(before, 4).bytes, chunk(now, 4).bytes]
  for (let v = 0; v < n0.length / 4; v++) {
    if (n0[4 * v + 3] !== n1[4 * v + 3]) broken.push(`fourth byte of normal ${v}`)
    const isSame = n0.subarray(4 * v, 4 * v + 3).join() === n1.subarray(4 * v, 4 * v + 3).join()
    if (!near.has(v) && !isSame) broken.push(`normal ${v}`)
    if (near.has(v) && Math.abs(Math.hypot(...[0, 1, 2].map(k => view(n1).getInt8(4 * v + k))) - 127) > 2)
      broken.push(`length of normal ${v}`)
  }
  return [
    ...broken,
    ...brokenSlots(before, now, touched),
    ...[1, 5, 11, 14, 18]
      .filter(type => chunk(before, type).bytes.join() !== chunk(now, type).bytes.join())
      .map(type => `chunk ${type}`),
  ]
}

function brokenSlots(before: readonly Opened[], now: readonly Opened[], touched: ReadonlySet<number>): string[] {
  const broken: string[] = []
  const [s0, s1] = [chunk(before, 2).bytes, chunk(now, 2).bytes]
  for (let at = 0x8c; at < s1.length; at += 68) {
    const [from, count] = [view(s1).getUint16(at, true), view(s1).getUint16(at + 2, true)]
    const faces = Array.from({ length: count }, (_, k) => from + k)
    if (!faces.some(face => touched.has(face))) {
      if (s0.subarray(at, at + 68).join() !== s1.subarray(at, at + 68).join()) broken.push(`slot at ${at}`)
      continue
    }
    const points = faces.flatMap(face => corners(chunk(now, 21).bytes, face)).map(v => vertex(chunk(now, 3).bytes, v))
    const [min, max] = [view(s1).getFloat32(at + 16, true), view(s1).getFloat32(at + 28, true)]
    if (min !== Math.min(...points.map(p => p[2])) || max !== Math.max(...points.map(p => p[2])))
      broken.push(`box of slot at ${at}`)
    const centre = [32, 36, 40].map(k => view(s1).getFloat32(at + k, true))
    const radius = view(s1).getFloat32(at + 44, true)
    if (points.some(p => Math.hypot(...p.map((value, k) => value - (centre[k] ?? 0))) > radius + 1e-2))
      broken.push(`sphere of slot at ${at}`)
    for (const [a, b] of [
      [0, 16],
      [20, 28],
      [48, 68],
    ] as const) {
      if (s0.subarray(at + a, at + b).join() !== s1.subarray(at + a, at + b).join())
        broken.push(`rest of slot at ${at}: ${a}`)
    }
  }
  return broken
}

const dab: fc.Arbitrary<Dab> = fc.record({
  mode: fc.constantFrom('raise', 'lower', 'smooth', 'flatten'),
  at: fc.tuple(fc.integer({ min: -20, max: 400 }), fc.integer({ min: -20, max: 400 })),
  radius: fc.integer({ min: 1, max: 120 }),
  strength: fc.integer({ min: 0, max: 100 }).map(n => n / 10),
  falloff: fc.constantFrom('constant', 'linear', 'smooth'),
})

describe('sculpting', () => {
  it('changes heights, the normals and bounds that follow, and not one byte more; and can be taken back', async () => {
    let done = 0
    await fc.assert(
      fc.asyncProperty(fc.array(dab, { minLength: 1, maxLength: 4 }), async dabs => {
        const outcome = (await groundTools(FACES)).sculpt(dabs)
        const now = after(ROWS, outcome)
        expect(brokenGround(ROWS, now, outcome)).toEqual([])
        for (const { entry, splices } of outcome.edits) {
          const bytes = ROWS.find(row => row.path === entry)?.bytes ?? new Uint8Array(0)
          expect(apply(apply(bytes, splices), invertSplices(splices))).toEqual(bytes)
        }
        done += outcome.records.length
      }),
      { seed: 21, numRuns: 25 },
    )
    expect(done).toBeGreaterThan(1000)
  })
  it('comes to the same dab by dab, and shows the near faces as they will be', async () => {
    const tools = await groundTools(FACES)
    await fc.assert(
      fc.asyncProperty(fc.array(dab, { minLength: 1, maxLength: 4 }), async dabs => {
        const stroke = tools.stroke()
        for (const one of dabs) stroke.add(one)
        const { positions, faces } = stroke.draft()
        const outcome = tools.sculpt(dabs)
        const now = chunk(after(ROWS, outcome), 3).bytes
        expect(positions).toEqual(new Float32Array(now.slice().buffer))
        expect(stroke.end()).toEqual(outcome)
        expect(faces).toEqual(outcome.records.filter(face => tools.select({ lod: 0 }).includes(face)))
      }),
      { seed: 8, numRuns: 10 },
    )
  })
  it('moves all vertices of a place together and raises by the strength in the middle', async () => {
    const tools = await groundTools(FACES)
    const [x, y] = vertex(chunk(ROWS, 3).bytes, corners(FACES.bytes, 0)[0])
    const outcome = tools.sculpt([{ mode: 'raise', at: [x, y], radius: 60, strength: 5, falloff: 'smooth' }])
    const [p0, p1] = [chunk(ROWS, 3).bytes, chunk(after(ROWS, outcome), 3).bytes]
    const rises = new Map<string, Set<number>>()
    for (let v = 0; v < p0.length / 12; v++) {
      const key = vertex(p0, v).join()
      const rise = vertex(p1, v)[2] - vertex(p0, v)[2]
      rises.set(key, (rises.get(key) ?? new Set()).add(rise))
    }
    expect([...rises.values()].every(set => set.size === 1 || set.has(0))).toBe(true)
    expect(Math.max(...[...rises.values()].flatMap(set => [...set]))).toBeCloseTo(5, 3)
  })
  it('flattens to a height and smooths towards the mean', async () => {
    const flat = after(
      ROWS,
      (await groundTools(FACES)).sculpt([
        { mode: 'flatten', at: [187, 187], radius: 80, strength: 1, falloff: 'constant', height: 33 },
      ]),
    )
    const [p0, p1] = [chunk(ROWS, 3).bytes, chunk(flat, 3).bytes]
    const heights = new Set(
      Array.from({ length: p0.length / 12 }, (_, v) => v)
        .filter(v => vertex(p0, v)[2] !== vertex(p1, v)[2])
        .map(v => vertex(p1, v)[2]),
    )
    expect([...heights]).toEqual([33])
    const rough = (rows: readonly Opened[]): number =>
      Array.from({ length: faceCount }, (_, face) => 1 - Math.abs(normalOf(rows, face)[2] ?? 1)).reduce(
        (a, b) => a + b,
        0,
      )
    const smooth = after(
      ROWS,
      (await groundTools(FACES)).sculpt([
        { mode: 'smooth', at: [187, 187], radius: 400, strength: 1, falloff: 'constant' },
      ]),
    )
    expect(rough(smooth)).toBeLessThan(rough(ROWS))
  })
  it('leaves the checks without new findings', async () => {
    const outcome = (await groundTools(FACES)).sculpt([
      { mode: 'raise', at: [100, 200], radius: 90, strength: 30, falloff: 'linear' },
    ])
    for (const rows of [ROWS, after(ROWS, outcome)]) {
      const problems = (await Promise.all(rows.map(row => formatOf(row)?.check?.(row) ?? []))).flat()
      expect(problems.filter(problem => problem.severity !== 'info')).toEqual([])
    }
  })
  it('refuses a brush that is none', async () => {
    const tools = await groundTools(FACES)
    const bad = { mode: 'raise', at: [0, 0], radius: 1, strength: 1, falloff: 'linear' } as const
    for (const dab of [
      { ...bad, radius: 0 },
      { ...bad, strength: NaN },
      { ...bad, at: [Infinity, 0] as const },
    ])
      expect(() => tools.sculpt([dab])).toThrow(StudioError)
  })
})

describe('faces', () => {
  it('take flags and materials, and nothing else changes', async () => {
    const tools = await groundTools(FACES)
    await fc.assert(
      fc.property(fc.uniqueArray(fc.nat(faceCount - 1)), fc.nat(), fc.nat(), fc.nat(255), (faces, set, clear, low) => {
        const outcome = tools.setFaces(faces, { flags: { set, clear }, values: { material_low: low } })
        const now = chunk(after(ROWS, outcome), 21).bytes
        for (let face = 0; face < faceCount; face++) {
          const expected = FACES.bytes.slice(28 * face, 28 * face + 28)
          if (faces.includes(face)) {
            view(expected).setUint32(0, ((view(expected).getUint32(0, true) & ~clear) | set) >>> 0, true)
            expected[4] = low
          }
          if (now.subarray(28 * face, 28 * face + 28).join() !== expected.join()) throw new Error(`face ${face}`)
        }
      }),
      { seed: 5, numRuns: 20 },
    )
  })
  it('open draw batches of their own when asked, and say so when not', async () => {
    const tools = await groundTools(FACES)
    const quiet = tools.setFaces([5], { values: { material_low: 4 } })
    expect(quiet.notices.map(notice => notice.code)).toEqual(['ground.batches'])
    expect(quiet.edits.map(edit => edit.entry)).toEqual([FACES.path])
    const loud = tools.setFaces([5], { values: { material_low: 4 } }, { batches: true })
    const list = view(chunk(after(ROWS, loud), 11).bytes)
    expect([4, 5, 6, 7].map(at => list.getUint16(4 * at + 2, true) & 0x10)).toEqual([0, 16, 16, 0])
  })
  it('are selected by flag, slope, box, material and level as a plain search finds them', async () => {
    const tools = await groundTools(FACES)
    const all = Array.from({ length: faceCount }, (_, face) => face)
    const flags = (face: number): number => view(FACES.bytes).getUint32(28 * face, true)
    expect(tools.select({ required: 0x20000 })).toEqual(all.filter(face => isWater(FACES.bytes, face)))
    expect(tools.select({ required: 0x400, forbidden: 1 })).toEqual(
      all.filter(face => (flags(face) & 0x400) !== 0 && (flags(face) & 1) === 0),
    )
    const slope = (face: number): number => (Math.acos(Math.abs(normalOf(ROWS, face)[2] ?? 0)) * 180) / Math.PI
    expect(tools.select({ slopeFrom: 12, slopeTo: 25 })).toEqual(
      all.filter(face => slope(face) >= 12 && slope(face) <= 25),
    )
    const boxed = tools.select({ box: { from: [100, 0], to: [0, 100] }, lod: 0 })
    expect(boxed.length).toBeGreaterThan(5)
    expect(tools.select({ box: { from: [0, 0], to: [100, 100] } }).length).toBeGreaterThan(boxed.length)
    expect(tools.select({ material: 2 })).toEqual(
      all.filter(face => FACES.bytes[28 * face + 4] === 2 || FACES.bytes[28 * face + 5] === 2),
    )
  })
  it('know their height', async () => {
    const tools = await groundTools(FACES)
    const face = tools.select({ lod: 0, forbidden: 0x20000 })[0] ?? 0
    const points = corners(FACES.bytes, face).map(v => vertex(chunk(ROWS, 3).bytes, v))
    const middle = [0, 1, 2].map(axis => points.reduce((sum, p) => sum + (p[axis] ?? 0), 0) / 3)
    expect(tools.heightAt(middle[0] ?? 0, middle[1] ?? 0)).toBeCloseTo(middle[2] ?? 0, 3)
    expect(tools.faceAt(middle[0] ?? 0, middle[1] ?? 0)).toBe(face)
    expect(tools.heightAt(-50, 10)).toBeUndefined()
  })
  it('refuse numbers that are none', async () => {
    const tools = await groundTools(FACES)
    expect(() => tools.setFaces([faceCount], { values: { material_low: 1 } })).toThrow(StudioError)
    expect(() => tools.setFaces([0], { values: { material_low: 256 } })).toThrow(StudioError)
    expect(() => tools.setFaces([0], { values: { edge_class: 1 } })).toThrow('ground.no-field')
  })
})
