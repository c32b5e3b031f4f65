import { expect, it } from 'vitest'
import type { Opened } from '../../../format'
import { column, columns, document, type Document } from '../../../layout'
import { entryAt, formatOf } from '../opened.fixture'
import { describeReference, manifest } from '../reference.fixture'
import {
  blend,
  blendOffset,
  blendVertices,
  heightFactor,
  morphsAt,
  pose,
  posedVertices,
  type Complection,
  type PosePart,
  type Track,
} from './pose'

const open = (entry: Opened): Document => {
  const layout = formatOf(entry)?.layout?.(entry)
  if (!layout) throw new Error(entry.name)
  return document(layout, entry.bytes)
}

interface Rig {
  readonly parts: readonly (readonly [name: string, parent: string])[]
  readonly poses: readonly {
    readonly clip: string
    readonly complection: Complection
    readonly frame: number
    readonly parts: Posed
  }[]
  readonly rest: readonly { readonly complection: Complection; readonly parts: Posed }[]
  readonly height_factor: readonly (readonly [number, number])[]
}
type Posed = Readonly<
  Record<string, { readonly origin: readonly number[]; readonly vertices: readonly (readonly number[])[] }>
>

const rig = (manifest.truth['models'] as { unhuma: Rig } | undefined)?.unhuma
const FIGURES = 'Res/figures.res'

async function trackOf(clip: string, part: string): Promise<Track | undefined> {
  const entry = await (await entryAt(FIGURES, 'unhuma.anm', clip)).row(part)
  if (!entry) return undefined
  const opened = open(entry)
  const frames = Number(opened.root.childNamed('morph_frame_count')?.value)
  const morphs = frames > 0 ? column(opened, 'morphs', '', 'f32') : []
  return {
    rotations: column(opened, 'rotations', '', 'f32'),
    translations: column(opened, 'translations', '', 'f32'),
    morphs,
    morphFrames: frames,
  }
}

/** The parts at a frame, and the first vertices of each. */
async function posed(complection: Complection, clip?: string, frame = 0): Promise<Posed> {
  const parts: PosePart[] = []
  const names = (rig?.parts ?? []).map(([name]) => name)
  for (const [name, parent] of rig?.parts ?? []) {
    const offsets = column(open(await entryAt(FIGURES, 'unhuma.bon', name)), 'offsets', '', 'f32')
    const track = clip === undefined ? undefined : await trackOf(clip, name)
    parts.push({ parent: names.indexOf(parent), offset: blendOffset(offsets, complection), ...(track && { track }) })
  }
  const found: Record<string, Posed[string]> = {}
  for (const [k, at] of pose(parts, frame).entries()) {
    const name = names[k] ?? ''
    const mesh = open(await entryAt(FIGURES, 'unhuma.mod', name))
    const vertices = blendVertices(column(mesh, 'positions', '', 'f32'), 8, complection)
    const track = parts[k]?.track
    const morphs = track ? morphsAt(track, frame) : []
    const all = posedVertices(at, vertices, morphs, columns(mesh, 'morph_map', { morph: 'u16' }).morph)
    found[name] = {
      origin: at.origin,
      vertices: Array.from({ length: 8 }, (_, v) => Array.from(all.subarray(3 * v, 3 * v + 3))),
    }
  }
  return found
}

const TOLERANCE = 1e-4

function expectNear(found: Posed, right: Posed): void {
  for (const [name, { origin, vertices }] of Object.entries(right)) {
    const numbers = [origin, ...vertices].flat()
    const mine = [found[name]?.origin ?? [], ...(found[name]?.vertices ?? [])].flat()
    const worst = Math.max(...numbers.map((number, k) => Math.abs(number - (mine[k] ?? NaN))))
    expect(worst, name).toBeLessThanOrEqual(TOLERANCE)
  }
}

it('a complection weighs the shapes as in the notes', () => {
  const at = (complection: Complection) => blend(corner => corner, complection)
  expect([at([1, 0, 0]), at([0, 1, 0]), at([0, 0, 1])]).toEqual([2, 1, 4])
  expect(at([0.3, 0.7, 0.5])).toBeCloseTo(3.3)
  expect(at([-0.5, 2, 0.25])).toBeCloseTo(2)
})

describeReference('poses of the reference files', () => {
  it('at rest', async () => {
    for (const { complection, parts } of rig?.rest ?? []) expectNear(await posed(complection), parts)
    expect(rig?.rest.length).toBe(4)
  })

  it('in clips', async () => {
    for (const { clip, complection, frame, parts } of rig?.poses ?? [])
      expectNear(await posed(complection, clip, frame), parts)
    expect(rig?.poses.length).toBe(4)
  })

  it('the height factor of an animation database', () => {
    for (const [height, factor] of rig?.height_factor ?? [])
      expect(heightFactor(height, 1.6, 1.9, 2.35)).toBeCloseTo(factor, 5)
    expect(heightFactor(1, 1, 0, 2)).toBe(1)
  })
})
