import fc from 'fast-check'
import polygonClipping from 'polygon-clipping'
import { describe, expect, it } from 'vitest'
import { apply, rebasePath } from '../../../../edit'
import { StudioError, type Outcome, type SpacePoint } from '../../../../format'
import { tinyMapPayload } from '../../tiny-map.fixture'
import { brokenMapLaws, coarse, errorsOf, mapOf, sampleMap, type MapImage } from './areal-edit.fixture'
import { arealTools, type ArealMapTools } from './areal-edit'
import { crossesItself, side } from '../ring-exact'

const TINY = coarse(mapOf(tinyMapPayload(3, 2), 6))
const HILLS = coarse(sampleMap())
const toolsOf = (image: MapImage): ArealMapTools => arealTools(image.opened, undefined)
const after = (image: MapImage, outcome: Outcome): MapImage => {
  const [edit] = outcome.edits
  return edit
    ? mapOf(apply(image.bytes, edit.splices), Number(edit.attributes?.after?.['attr1'] ?? image.count))
    : image
}
const refusal = (run: () => unknown): string => {
  try {
    run()
    return 'done'
  } catch (error) {
    if (error instanceof StudioError) return error.code
    throw error
  }
}
const flat = (ring: readonly SpacePoint[]): [number, number][] => ring.map(([x, y]): [number, number] => [x, y])
const planArea = (ring: readonly (readonly number[])[]): number =>
  Math.abs(
    ring.reduce((sum, [x = 0, y = 0], at) => {
      const [nx = 0, ny = 0] = ring[(at + 1) % ring.length] ?? []
      return sum + x * ny - nx * y
    }, 0),
  ) / 2

// The tiny map: areal x * 2 + y over [100x, 100x + 100] by [100y, 100y + 100], corners from the lower left anticlockwise.
describe('a corner', () => {
  it('moves with its neighbours, and back again to the same bytes', () => {
    const outcome = toolsOf(TINY).moveVertices([{ record: 0, vertex: 2, to: [110, 120, 9] }])
    expect(outcome.records).toEqual([0, 1, 2, 3])
    const moved = after(TINY, outcome)
    for (const areal of [0, 1, 2, 3]) expect(moved.ring(areal)).toContainEqual([110, 120, 9])
    expect(outcome.counts).toMatchObject({ areals: 4, links: 0 })
    const back = after(moved, toolsOf(moved).moveVertices([{ record: 3, vertex: 0, to: [100, 100, 5] }]))
    expect(back.bytes).toEqual(TINY.bytes)
  })
  it('moves alone when asked: links whose edges come apart go on both sides, and come back with the place', () => {
    const outcome = toolsOf(TINY).moveVertices([{ record: 0, vertex: 2, to: [90, 90, 5] }], { together: false })
    expect(outcome.notices).toContainEqual({ code: 'areal.links-parted', params: { n: 2 } })
    const apart = after(TINY, outcome)
    expect([...(apart.areals[0]?.links ?? [])]).toEqual([
      [-1, -1],
      [-1, -1],
      [-1, -1],
      [-1, -1],
    ])
    const again = toolsOf(apart).moveVertices([{ record: 0, vertex: 2, to: [100, 100, 5] }], { together: false })
    expect(again.notices).toContainEqual({ code: 'areal.links-joined', params: { n: 2 } })
    expect(after(apart, again).bytes).toEqual(TINY.bytes)
  })
  it('that leaves the rectangle of the cells makes all lists anew and says so', () => {
    const outcome = toolsOf(TINY).moveVertices([{ record: 0, vertex: 0, to: [-50, 0, 5] }])
    expect(outcome.notices.map(notice => notice.code)).toEqual(['areal.cells-rebuilt'])
    expect(brokenMapLaws(TINY, after(TINY, outcome), outcome)).toEqual([])
  })
  it('put into a border stands in both areals, and taken out again leaves the same bytes', () => {
    const outcome = toolsOf(TINY).insertVertex(0, 1)
    expect(outcome.records).toEqual([0, 2])
    const more = after(TINY, outcome)
    expect([more.ring(0).length, more.ring(2).length]).toEqual([5, 5])
    expect(more.areals[0]?.links).toEqual([
      [-1, -1],
      [2, 4],
      [2, 3],
      [1, 0],
      [-1, -1],
    ])
    expect(rebasePath('areals/0/vertices/3/x', outcome.edits[0]?.moves ?? [])).toBe('areals/0/vertices/4/x')
    expect(rebasePath('areals/2/links/3', outcome.edits[0]?.moves ?? [])).toBe('areals/2/links/3')
    expect(after(more, toolsOf(more).deleteVertex(2, 4)).bytes).toEqual(TINY.bytes)
  })
  it('where three areals meet takes the links of its edges with it', () => {
    const less = after(TINY, toolsOf(TINY).deleteVertex(0, 2))
    expect(less.areals[0]?.links).toEqual([
      [-1, -1],
      [-1, -1],
      [-1, -1],
    ])
    expect([less.areals[1]?.links[0], less.areals[2]?.links[3]]).toEqual([
      [-1, -1],
      [-1, -1],
    ])
    expect(refusal(() => toolsOf(less).deleteVertex(0, 0))).toBe('areal.few-vertices')
  })
})

describe('cutting and joining', () => {
  it('a cut gives two areals with one border and new corners in the neighbours', () => {
    const outcome = toolsOf(TINY).split(2, [150, -50], [150, 300])
    const cut = after(TINY, outcome)
    expect([cut.count, outcome.records, outcome.edits[0]?.attributes?.after?.['attr1']]).toEqual([7, [2, 6], 7])
    expect(planArea(cut.ring(2)) + planArea(cut.ring(6))).toBeCloseTo(10000)
    expect(cut.ring(3).length).toBe(5)
    expect(toolsOf(cut).neighbours(6)).toContain(2)
    expect(cut.areals[6]?.rest).toBe(cut.areals[2]?.rest)
    const joined = after(cut, toolsOf(cut).merge([2, 6]))
    expect([joined.count, planArea(joined.ring(2))]).toEqual([6, 10000])
  })
  it('a cut of a bent areal goes where the line was drawn', () => {
    const bent = after(TINY, toolsOf(TINY).merge([0, 2, 3]))
    const ring = bent.ring(0)
    expect(planArea(ring)).toBeCloseTo(30000)
    const cut = after(bent, toolsOf(bent).split(0, [120, 50], [190, 51]))
    expect(planArea(cut.ring(0)) + planArea(cut.ring(cut.count - 1))).toBeCloseTo(30000)
    expect(refusal(() => toolsOf(bent).split(0, [500, 0], [500, 1]))).toBe('areal.split-misses')
    expect(refusal(() => toolsOf(bent).split(0, [0, 0], [1, 0]))).toBe('areal.split-misses')
    expect(refusal(() => toolsOf(bent).split(0, [5, 5], [5, 5]))).toBe('areal.split-misses')
  })
  it('joined areals cover what polygon-clipping unites', () => {
    const tools = toolsOf(HILLS)
    let done = 0
    for (let areal = 0; areal < HILLS.count; areal++) {
      for (const other of new Set(tools.neighbours(areal).filter(n => n > areal))) {
        const both = polygonClipping.union([flat(HILLS.ring(areal))], [flat(HILLS.ring(other))])
        if (both.length !== 1 || both[0]?.length !== 1) continue
        const joined = after(HILLS, tools.merge([areal, other]))
        expect(planArea(joined.ring(areal))).toBeCloseTo(planArea(both[0]?.[0]?.slice(0, -1) ?? []), 1)
        done++
      }
    }
    expect(done).toBeGreaterThan(60)
  })
  it('refuses to join what lies apart or would enclose a hole', () => {
    expect(refusal(() => toolsOf(TINY).merge([0, 5]))).toBe('areal.merge-apart')
    expect(refusal(() => toolsOf(TINY).merge([0]))).toBe('areal.merge-one')
    const wide = coarse(mapOf(tinyMapPayload(3, 3), 9))
    expect(refusal(() => toolsOf(wide).merge([0, 1, 2, 5, 8, 7, 6, 3]))).toBe('areal.merge-hole')
    expect(after(wide, toolsOf(wide).merge([0, 1, 2, 5, 8, 7, 6, 3, 4])).count).toBe(1)
  })
  it('a deleted areal closes up, and one drawn into the gap is linked all round', () => {
    const outcome = toolsOf(TINY).remove([2])
    const less = after(TINY, outcome)
    expect(less.areals.map(areal => areal.rest)).toEqual(TINY.areals.filter((_, n) => n !== 2).map(areal => areal.rest))
    expect(less.areals[0]?.links).toEqual([
      [-1, -1],
      [-1, -1],
      [1, 0],
      [-1, -1],
    ])
    expect(outcome.edits[0]?.moves).toEqual([{ array: 'areals', at: 2, removed: 1, inserted: 0 }])
    const filled = after(
      less,
      toolsOf(less).add(
        [
          [95, -5, 5],
          [205, -5, 5],
          [205, 105, 5],
          [95, 105, 5],
        ],
        { clip: true, like: 0, values: { class_id: 77 } },
      ),
    )
    expect(filled.count).toBe(6)
    expect(
      new Set(
        toolsOf(filled)
          .neighbours(5)
          .filter(n => n >= 0),
      ),
    ).toEqual(new Set([0, 1, 2, 3].filter(n => n !== 1)))
    expect(errorsOf(filled)).toEqual([])
    expect(refusal(() => toolsOf(TINY).remove([0, 1, 2, 3, 4, 5]))).toBe('areal.last-one')
  })
  it('a neighbour drawn beside the map cuts free edges at its corners', () => {
    const added = after(
      TINY,
      toolsOf(TINY).add([
        [300, 50, 5],
        [400, 50, 5],
        [400, 150, 5],
        [300, 150, 5],
      ]),
    )
    expect([added.ring(4).length, added.ring(5).length, added.ring(6).length]).toEqual([5, 5, 5])
    expect(new Set(toolsOf(added).neighbours(6))).toEqual(new Set([-1, 4, 5]))
    expect(errorsOf(added)).toEqual([])
  })
  it('refuses outlines that are none', () => {
    const add = (ring: readonly SpacePoint[]) => refusal(() => toolsOf(TINY).add(ring))
    expect(
      add([
        [0, 0, 0],
        [1, 1, 0],
      ]),
    ).toBe('areal.ring-short')
    expect(
      add([
        [0, 0, 0],
        [5, 5, 0],
        [5, 0, 0],
        [0, 5, 0],
      ]),
    ).toBe('areal.ring-crosses')
    expect(
      add([
        [0, 0, 0],
        [5, 0, 0],
        [9, 0, 0],
      ]),
    ).not.toBe('done')
    expect(
      add([
        [0, 0, 0],
        [NaN, 0, 0],
        [5, 5, 0],
      ]),
    ).toBe('areal.no-place')
    expect(
      refusal(() =>
        toolsOf(TINY).add(
          [
            [10, 10, 0],
            [20, 10, 0],
            [20, 20, 0],
          ],
          { clip: true },
        ),
      ),
    ).toBe('areal.covered')
  })
})

describe('making anew', () => {
  it('links come back from the outlines as they were', () => {
    for (const image of [TINY, HILLS]) {
      const wiped = image.bytes.slice()
      const view = new DataView(wiped.buffer)
      let at = 0
      for (const { ring } of image.areals) {
        const links = at + 56 + 12 * ring.length
        for (let k = links; k < links + 8 * ring.length; k += 4) view.setInt32(k, -1, true)
        at = links + 8 * ring.length
      }
      const bare = mapOf(wiped, image.count)
      expect(after(bare, toolsOf(bare).rebuildLinks('broken')).bytes).toEqual(image.bytes)
      expect(toolsOf(image).rebuildLinks('all').edits).toEqual([])
    }
  })
  it('cell lists come back from the outlines as they were, and a right map has nothing to do', () => {
    for (const image of [TINY, HILLS]) {
      expect(toolsOf(image).rebuildCells().edits).toEqual([])
      const words = image.cells.flatMap((list, cell) => (cell % 3 === 0 ? [0] : [list.length, ...list]))
      const bytes = new Uint8Array(image.cellsAt + 8 + 2 * words.length)
      bytes.set(image.bytes.subarray(0, image.cellsAt + 8))
      words.forEach((word, k) => new DataView(bytes.buffer).setUint16(image.cellsAt + 8 + 2 * k, word, true))
      const holed = mapOf(bytes, image.count)
      const outcome = toolsOf(holed).rebuildCells()
      expect(outcome.counts['cells']).toBe(image.cells.filter((list, cell) => cell % 3 === 0 && list.length > 0).length)
      expect(after(holed, outcome).bytes).toEqual(image.bytes)
    }
  })
})

describe('wrong outlines', () => {
  const damage = fc.record({
    word: fc.nat(9999),
    value: fc.constantFrom(0x7fc00000, 0x7f800000, 0xff800000, 0, 0x42c80000, 0x7f7fffff, 0x447a0000),
  })
  it('never crash a tool: it works or it says why not', () => {
    let done = 0
    fc.assert(
      fc.property(fc.array(damage, { minLength: 1, maxLength: 8 }), fc.nat(5), fc.nat(3), (wounds, record, vertex) => {
        const bytes = TINY.bytes.slice()
        const view = new DataView(bytes.buffer)
        for (const { word, value } of wounds) {
          const areal = word % 6
          view.setUint32(areal * 136 + 56 + 4 * (word % 12), value, true)
        }
        const image = mapOf(bytes, 6)
        const tools = toolsOf(image)
        const runs: readonly (() => Outcome)[] = [
          () => tools.moveVertices([{ record, vertex, to: [150, 50, 5] }]),
          () => tools.moveAnchors([{ record, to: [50, 50, 5] }]),
          () => tools.insertVertex(record, vertex),
          () => tools.deleteVertex(record, vertex),
          () => tools.split(record, [0, 55], [300, 60]),
          () => tools.merge([record, (record + 1) % 6]),
          () => tools.remove([record]),
          () => tools.rebuildCells(),
          () => tools.rebuildLinks('all'),
          () =>
            tools.add(
              [
                [0, 0, 0],
                [120, 0, 0],
                [60, 90, 0],
              ],
              { clip: true },
            ),
        ]
        for (const run of runs) {
          try {
            after(image, run())
            done++
          } catch (error) {
            if (!(error instanceof StudioError)) throw error
          }
        }
        for (const [x, y] of [
          [50, 50],
          [NaN, 0],
          [Infinity, -Infinity],
        ] as const) {
          tools.at(x, y)
          tools.around(x, y, 20)
          tools.vertexNear(x, y, 20)
        }
      }),
      { seed: 7, numRuns: 60 },
    )
    expect(done).toBeGreaterThan(300)
  })
  it('an areal of two corners can be moved, and deleted', () => {
    const bytes = TINY.bytes.slice(0, TINY.bytes.length - 40)
    bytes.set(TINY.bytes.subarray(40), 0)
    const start = TINY.bytes.slice(0, 96)
    new DataView(start.buffer).setUint32(48, 2, true)
    bytes.set(start.subarray(0, 80), 0)
    bytes.set(TINY.bytes.subarray(104, 120), 80)
    const thin = mapOf(bytes, 6)
    expect(thin.ring(0).length).toBe(2)
    expect(toolsOf(thin).broken()).toEqual([{ record: 0, fault: 'few' }])
    expect(after(thin, toolsOf(thin).moveVertices([{ record: 0, vertex: 1, to: [90, 0, 5] }])).ring(0)[1]).toEqual([
      90, 0, 5,
    ])
    expect(after(thin, toolsOf(thin).remove([0])).count).toBe(5)
  })
  it('are told', () => {
    const outcome = toolsOf(TINY).moveVertices([{ record: 0, vertex: 0, to: [150, 50, 5] }], { together: false })
    expect(outcome.notices.map(notice => notice.code)).toContain('areal.outline-crosses')
    expect(refusal(() => toolsOf(TINY).moveVertices([{ record: 0, vertex: 9, to: [0, 0, 0] }]))).toBe('areal.no-vertex')
    expect(refusal(() => toolsOf(TINY).moveVertices([{ record: 0, vertex: 1, to: [NaN, 0, 0] }]))).toBe(
      'areal.no-place',
    )
    expect(refusal(() => toolsOf(TINY).set([6], { class_id: 1 }))).toBe('areal.no-record')
    expect(refusal(() => toolsOf(TINY).set([0], { anchor: 1 }))).toBe('areal.no-field')
    expect(refusal(() => arealTools({ ...TINY.opened, bytes: TINY.bytes.subarray(0, 900) }))).toBe('areal.damaged-map')
  })
  it('are found, each with its fault', () => {
    const at = (areal: number, corner: number, axis: number): number => areal * 136 + 56 + 12 * corner + 4 * axis
    const spoilt = (spoil: (view: DataView) => void): MapImage => {
      const bytes = TINY.bytes.slice()
      spoil(new DataView(bytes.buffer))
      return mapOf(bytes, 6)
    }
    const faults = (image: MapImage) =>
      toolsOf(image)
        .broken()
        .map(({ record, fault }) => `${record} ${fault}`)
    expect([faults(TINY), faults(HILLS)]).toEqual([[], []])
    expect(faults(spoilt(view => view.setFloat32(at(1, 2, 2), NaN, true)))).toEqual(['1 not-finite'])
    expect(
      faults(
        spoilt(view => {
          for (const axis of [0, 1]) view.setFloat32(at(2, 1, axis), view.getFloat32(at(2, 0, axis), true), true)
        }),
      ),
    ).toEqual(['2 double'])
    expect(
      faults(
        spoilt(view => {
          for (let corner = 0; corner < 4; corner++) view.setFloat32(at(3, corner, 0), 100 + corner, true)
          for (let corner = 0; corner < 4; corner++) view.setFloat32(at(3, corner, 1), 100, true)
        }),
      ),
    ).toEqual(['3 flat'])
    const crossed = after(
      TINY,
      toolsOf(TINY).moveVertices([{ record: 0, vertex: 0, to: [150, 50, 5] }], { together: false }),
    )
    expect(faults(crossed)).toEqual(['0 crosses'])
  })
  it('are judged exactly', () => {
    expect([side([0, 0], [1, 0], [0, 1]), side([0, 0], [1, 0], [0, -1]), side([0, 0], [3, 3], [7, 7])]).toEqual([
      1, -1, 0,
    ])
    expect(side([0.1, 0.1], [0.2, 0.2], [0.30000000000000004, 0.3])).toBe(-1)
    expect(
      crossesItself([
        [0, 0],
        [2, 0],
        [2, 2],
        [0, 2],
      ]),
    ).toBe(false)
    expect(
      crossesItself([
        [0, 0],
        [2, 2],
        [2, 0],
        [0, 2],
      ]),
    ).toBe(true)
    expect(
      crossesItself([
        [0, 0],
        [2, 0],
        [1, 0],
      ]),
    ).toBe(true)
  })
})
