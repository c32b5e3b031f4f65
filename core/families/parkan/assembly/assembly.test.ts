import { describe, expect, it } from 'vitest'
import { shelf } from '../opened.fixture'
import { describeReference, fixture, fixtureFiles, truth } from '../reference.fixture'
import { unitFile, type UnitPart } from '../sample/missions'
import { transform, type Matrix } from '../../../format/matrix'
import { assembler, type Assembly, type DrawnPart } from './assembly'
import { part, UNIT_FILES as FILES } from './unit-files.fixture'

async function assembled(parts: readonly UnitPart[]): Promise<Assembly> {
  const entry = shelf({ ...FILES, 'u.dat': unitFile(1, parts) }).open('u.dat')
  return assembler(entry).unit(entry)
}
const codes = ({ missing }: Assembly): readonly string[] =>
  missing.map(({ record, words }) => `${record} ${words.code.replace('notice.unit.', '')}`)

/** Where a point of a node of a part is in the space of the unit. */
function pointOf({ matrix, model }: DrawnPart, at: number, point: readonly number[]): readonly number[] {
  const pose: Matrix = Array.from(model.item.nodes.rest.subarray(12 * at, 12 * at + 12))
  const [x = 0, y = 0, z = 0] = point
  return transform(matrix, ...transform(pose, x, y, z))
}

describe('an assembled unit', () => {
  it('has its parts on the nodes of the parts above them, without the turn of their roots', async () => {
    const unit = await assembled([part('body', -1, 0, 2), part('gun', 1, 4), part('e_gun_9', 1, 2)])
    expect(unit.missing).toEqual([])
    expect(unit.parts.map(({ record, parent, socket }) => [record, parent, socket])).toEqual([
      [0, undefined, 0],
      [1, 0, 1],
      [2, 0, 1],
    ])
    const [body, gun, other] = unit.parts
    expect(gun?.model).toBe(other?.model)
    expect(body?.matrix).toEqual([1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0])
    for (const [at, right] of [
      [1, [1, 0, 2]],
      [2, [1, 0, 3]],
    ] as const)
      (gun ? pointOf(gun, at, [0, 0, 0]) : []).forEach((value, axis) =>
        expect(value).toBeCloseTo(right[axis] ?? NaN, 3),
      )
  })

  it('counts the socket in the own model of the part above, which has its own place', async () => {
    const { parts, missing } = await assembled([part('body', -1, 0, 1), part('body', 1, 1, 1), part('gun', 1, 4)])
    expect(missing).toEqual([])
    const top = parts[2]
    expect(top && pointOf(top, 0, [0, 0, 0])[2]).toBeCloseTo(4, 3)
  })

  it('follows rows to the row with the model, and reads each model once', async () => {
    const entry = shelf({ ...FILES, 'u.dat': unitFile(1, [part('fort')]) }).open('u.dat')
    const all = assembler(entry)
    const [fort, body, again] = [await all.unit(entry), await all.prototype('BODY'), await all.unit(entry)]
    expect(fort.parts[0]?.model).toBe(body.parts[0]?.model)
    expect(again).toBe(fort)
    expect((await all.prototype('deep1')).missing).toEqual([])
  })

  it('leaves out armour, ammunition and what is inside', async () => {
    const unit = await assembled([part('body', -1, -1, 3), part('gun', 1, 2), part('gun', 1, 3), part('gun', 1, 5)])
    expect([unit.parts.length, unit.missing]).toEqual([1, []])
  })

  it.each([
    ['absent', '0 no-row'],
    ['circle', '0 circle'],
    ['deep0', '0 circle'],
    ['weapon', '0 no-model'],
    ['lost', '0 no-row'],
    ['far', '0 no-archive'],
    ['bare', '0 no-nodes'],
  ])('names the link of %s that leads nowhere', async (key, code) => {
    const unit = await assembled([part(key)])
    expect([unit.parts, codes(unit)]).toEqual([[], [code]])
    expect(unit.missing[0]?.words.params).toMatchObject({ record: 0, part: key })
  })

  it('goes on behind a part that has no place', async () => {
    const unit = await assembled([
      part('body', -1, 0, 4),
      part('gun', 2, 4),
      part('gun', -7, 4),
      part('lost', 1, 1, 1),
      part('gun', 0, 4),
      part('gun', -1, 4),
      part('gun', 1, 4),
    ])
    expect(codes(unit)).toEqual(['1 no-socket', '2 no-socket', '3 no-row', '4 no-parent', '6 orphan'])
    expect(unit.parts.map(({ record, socket }) => [record, socket])).toEqual([
      [0, 0],
      [5, 0],
    ])
  })

  it('shows what there is of a tree that is cut or whose counts are wrong', async () => {
    expect((await assembled([part('body', -1, 0, 900), part('gun', 1, 4)])).parts).toHaveLength(2)
    expect(codes(await assembled([part('body', -1, 0, -3), part('gun', 1, 4)]))).toEqual(['1 orphan'])
    expect(await assembled([])).toEqual({ parts: [], missing: [] })
    const deep = await assembled(Array.from({ length: 300 }, (_, at) => part('body', at === 0 ? -1 : 1, 1, 1)))
    expect(deep.parts).toHaveLength(300)
    expect(deep.parts[299]?.matrix[11]).toBeCloseTo(598, 1)
  })
})

interface Truth {
  readonly drawn: readonly {
    readonly record: number
    readonly model: string
    readonly placement: readonly number[]
    readonly sample: readonly [node: number, vertex: number, ...point: readonly number[]]
  }[]
}
const { units = {}, prototypes = {} } = truth as {
  units?: Readonly<Record<string, Truth>>
  prototypes?: Readonly<Record<string, string | null>>
}

describeReference('the units of the fixtures', () => {
  const files = Object.fromEntries(
    fixtureFiles()
      .filter(file => /\.(?:rlb|dat)$/i.test(file))
      .map(file => [file, fixture(file)]),
  )
  const all = shelf(files)
  const objects = assembler(all.open('objects.rlb'))

  it('have the parts at the places of the manifest', async () => {
    expect(Object.keys(units).length).toBeGreaterThan(0)
    for (const [file, { drawn }] of Object.entries(units)) {
      const { parts, missing } = await objects.unit(all.open(file))
      expect([file, missing]).toEqual([file, []])
      expect(parts.map(({ record }) => record)).toEqual(drawn.map(({ record }) => record))
      for (const [at, { placement, sample }] of drawn.entries()) {
        const part = parts[at]
        placement.forEach((value, k) => expect(part?.matrix[k], file).toBeCloseTo(value, 2))
        const [node, source, ...right] = sample
        const positions = part?.model.item.positions ?? new Float32Array(0)
        const vertex = part?.model.item.sources.indexOf(source) ?? -1
        const point = part ? pointOf(part, node, [...positions.subarray(3 * vertex, 3 * vertex + 3)]) : []
        right.forEach((value, axis) => expect(Math.abs((point[axis] ?? NaN) - value), file).toBeLessThan(0.002))
      }
    }
  })

  it.each(Object.entries(prototypes))('row %s has the model %s', async (name, model) => {
    const { parts, missing } = await objects.prototype(name)
    expect(parts.length).toBe(model === null ? 0 : 1)
    expect(missing.length).toBe(model === null ? 1 : 0)
    const archive = parts[0]?.model.entry.container?.path ?? ''
    if (model !== null) expect(archive.startsWith(model.split('::')[0] ?? '')).toBe(true)
  })
})
