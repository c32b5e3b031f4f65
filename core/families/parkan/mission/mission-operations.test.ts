import { describe, expect, it } from 'vitest'
import { apply } from '../../../edit'
import { parameterValues, StudioError, type Outcome, type ParameterValues } from '../../../format'
import { document, locate, read, type Bytes } from '../../../layout'
import { changed, problemsOf } from '../entries.fixture'
import { shelf } from '../opened.fixture'
import { PARKAN } from '../parkan'
import { MISSION } from './mission'
import { MISSION_OPERATIONS } from './mission-operations'

const MISSION_FILE = 'MISSIONS/single.01/data.tma'
const FILES = Object.fromEntries(((await PARKAN.sample?.(1)) ?? []).map(({ path, bytes }) => [path, bytes]))
const BEFORE = FILES[MISSION_FILE] ?? new Uint8Array(0)

interface Mission {
  readonly objects: readonly {
    readonly position: readonly [number, number, number]
    readonly logical_id: number
    readonly resource: string
    readonly owner_clan: number
    readonly kind: number
  }[]
  readonly paths: readonly { readonly id: number; readonly points: readonly (readonly number[])[] }[]
}
const mission = (bytes: Bytes): Mission => read(MISSION, bytes) as unknown as Mission

async function run(
  bytes: Bytes,
  id: string,
  records: readonly number[],
  given: ParameterValues = {},
  files = FILES,
): Promise<{ readonly bytes: Bytes; readonly outcome: Outcome }> {
  const operation = MISSION_OPERATIONS.find(one => one.id === id)
  if (!operation) throw new Error(id)
  const parameters = parameterValues(operation.parameters ?? [], given)
  const entry = shelf({ ...files, [MISSION_FILE]: bytes }).open(MISSION_FILE)
  const outcome = await operation.run(entry, { parameters, records, step: () => Promise.resolve() })
  return { bytes: apply(bytes, outcome.edits[0]?.splices ?? []), outcome }
}
const problems = (bytes: Bytes): Promise<readonly string[]> =>
  problemsOf(shelf({ ...FILES, [MISSION_FILE]: bytes }).open(MISSION_FILE))
const refusal = (done: Promise<unknown>): Promise<unknown> =>
  done.then(
    () => undefined,
    (error: unknown) => (error instanceof StudioError ? error.code : error),
  )

describe('an operation on the objects of a mission', () => {
  it('copies them behind the others, moved, with ids of their own; the mission has no new problem', async () => {
    const count = mission(BEFORE).objects.length
    const { bytes, outcome } = await run(BEFORE, 'duplicate-object', [1, 3], { x: 5, y: -2 })
    const { objects } = mission(bytes)
    expect([objects.length, outcome.records]).toEqual([count + 2, [count, count + 1]])
    expect(objects.slice(0, count)).toEqual(mission(BEFORE).objects)
    for (const [from, to] of [
      [1, count],
      [3, count + 1],
    ] as const) {
      const [a, b] = [objects[from], objects[to]]
      expect(b).toMatchObject({ resource: a?.resource, owner_clan: a?.owner_clan })
      const [x = 0, y = 0, z = 0] = a?.position ?? []
      expect(b?.position).toEqual([Math.fround(x + 5), Math.fround(y - 2), z])
    }
    expect(new Set(objects.map(({ logical_id }) => logical_id)).size).toBe(objects.length)
    expect(objects.slice(count).every(({ logical_id }) => logical_id >= 0x80000000)).toBe(true)
    expect(await problems(bytes)).toEqual(await problems(BEFORE))
  })

  it('takes a copy out of the building that the original starts in', async () => {
    const host = mission(BEFORE).objects[0]?.logical_id ?? 0
    const within = changed(MISSION, changed(MISSION, BEFORE, 'objects/1/link_a', host | 0), 'objects/1/link_b', 2)
    const copy = mission((await run(within, 'duplicate-object', [1])).bytes).objects.at(-1)
    expect(copy).toMatchObject({ link_a: -1, link_b: -1 })
  })

  it('deletes them: the others stay as they are, and units that started in one of them start where they are', async () => {
    const host = mission(BEFORE).objects[0]?.logical_id ?? 0
    const within = changed(MISSION, changed(MISSION, BEFORE, 'objects/3/link_a', host | 0), 'objects/3/link_b', 2)
    const { bytes } = await run(within, 'delete-object', [0, 2])
    const kept = mission(BEFORE).objects.filter((_, at) => at !== 0 && at !== 2)
    expect(mission(bytes)).toEqual({ ...mission(BEFORE), object_count: kept.length, objects: kept })
  })

  it('adds one like another, of another resource and clan, on the ground', async () => {
    const tree = mission(BEFORE).objects.findIndex(({ resource }) => resource === 's_tree_001')
    const [x, y] = mission(BEFORE).objects[0]?.position ?? [0, 0]
    const { bytes } = await run(BEFORE, 'add-object', [tree], { resource: 's_rock_001', clan: 1, x, y })
    const added = mission(bytes).objects.at(-1)
    expect(added).toMatchObject({ resource: 's_rock_001', owner_clan: 1 })
    expect((await run(bytes, 'drop-to-ground', [mission(bytes).objects.length - 1])).outcome.edits).toEqual([])
    expect(await problems(bytes)).toEqual(await problems(BEFORE))
    expect(await refusal(run(BEFORE, 'add-object', [tree], { clan: 2, x, y }))).toBe('operation.value')
    expect(await refusal(run(BEFORE, 'add-object', [tree], { x: 99_000, y }))).toBe('operation.outside-ground')
    expect(await refusal(run(BEFORE, 'add-object', [0, 1], { x, y }))).toBe('operation.one-record')
    expect(await refusal(run(BEFORE, 'add-object', [tree], { x, y }, {}))).toBe('operation.no-ground')
  })

  it('drops them to the ground: only their heights change, those beside it stay', async () => {
    const [x = 0, y = 0] = mission(BEFORE).objects[2]?.position ?? []
    const high = changed(MISSION, changed(MISSION, BEFORE, 'objects/2/position', [x, y, 90]), 'objects/4/position', [
      -9000,
      y,
      7,
    ])
    const { bytes, outcome } = await run(high, 'drop-to-ground', [2, 4])
    expect([outcome.records, outcome.notices]).toEqual([[2], [{ code: 'notice.outside-ground', params: { n: 1 } }]])
    const whole = document(MISSION, high)
    const field = locate(whole, 'objects/2/position/2')
    const differing = Array.from(high.keys()).filter(at => high[at] !== bytes[at])
    expect(differing.length).toBeGreaterThan(0)
    expect(differing.every(at => at >= (field?.offset ?? 0) && at < (field?.offset ?? 0) + 4)).toBe(true)
  })

  it('makes a path around them that does not cross itself, with an id that no path has', async () => {
    const chosen = [0, 1, 2, 3, 4, 5]
    const { bytes, outcome } = await run(BEFORE, 'path-from-objects', chosen)
    const path = mission(bytes).paths.at(-1)
    const id = 1 + Math.max(...mission(BEFORE).paths.map(one => one.id))
    expect([path?.id, path?.points.length, outcome.notices]).toEqual([
      id,
      6,
      [{ code: 'notice.path-id', params: { id } }],
    ])
    const middle = [0, 1].map(axis => (path?.points ?? []).reduce((sum, point) => sum + (point[axis] ?? 0), 0) / 6)
    const turns = (path?.points ?? []).map(([px = 0, py = 0]) =>
      Math.atan2(py - (middle[1] ?? 0), px - (middle[0] ?? 0)),
    )
    expect(turns).toEqual([...turns].sort((a, b) => a - b))
    expect(await refusal(run(BEFORE, 'path-from-objects', [0, 1]))).toBe('operation.few-objects')
    expect(await refusal(run(BEFORE.subarray(0, 99), 'path-from-objects', [0, 1, 2]))).toBe('operation.mission')
  })
})

describe('placing an object', () => {
  const [x = 0, y = 0] = mission(BEFORE).objects[0]?.position ?? []

  it('gives it the fields of the last object of its resource, an id of its own, and the height of the ground', async () => {
    const { bytes, outcome } = await run(BEFORE, 'place-object', [], { resource: 's_rock_001', clan: 1, x, y })
    const { objects } = mission(bytes)
    const rocks = mission(BEFORE).objects.filter(({ resource }) => resource === 's_rock_001')
    const { position: _, logical_id: id, ...others } = objects.at(-1) ?? { position: [], logical_id: 0 }
    const { position: __, logical_id: ___, ...template } = rocks.at(-1) ?? { position: [], logical_id: 0 }
    expect([others, outcome.records]).toEqual([template, [objects.length - 1]])
    expect(mission(BEFORE).objects.some(({ logical_id }) => logical_id === id)).toBe(false)
    expect((await run(bytes, 'drop-to-ground', [objects.length - 1])).outcome.edits).toEqual([])
    expect(await problems(bytes)).toEqual(await problems(BEFORE))
  })

  it('takes the entry of a unit that the mission has not, with the fields of one of its kind, and its owner', async () => {
    const unit = Object.keys(FILES).find(
      path => /BUILDS/.test(path) && !mission(BEFORE).objects.some(one => one.resource.replaceAll('\\', '/') === path),
    )
    const { bytes } = await run(BEFORE, 'place-object', [], { resource: unit ?? '', clan: 1, x, y })
    const added = mission(bytes).objects.at(-1)
    expect(added).toMatchObject({ resource: unit?.replaceAll('/', '\\'), owner_clan: 1, kind: 0 })
    expect(await problems(bytes)).toEqual(await problems(BEFORE))
  })

  it('takes the entry of a row by its name', async () => {
    const subjects = await PARKAN.subjects?.({ files: Object.keys(FILES), read: file => Promise.resolve(FILES[file]) })
    const scenery = subjects?.filter(({ kind }) => kind === 'scenery') ?? []
    expect(scenery.map(({ title }) => title)).toEqual(['s_rock_001', 's_tree_001'])
    const [rock] = scenery[0]?.entries ?? []
    const { bytes } = await run(BEFORE, 'place-object', [], { resource: rock ?? '', x, y })
    expect(mission(bytes).objects.at(-1)?.resource).toBe('s_rock_001')
  })

  it('is refused where the mission has nothing like it, for a clan that is not there, and beside the ground', async () => {
    const refused = (given: ParameterValues, files?: typeof FILES) =>
      refusal(run(BEFORE, 'place-object', [], { resource: 's_rock_001', x, y, ...given }, files))
    expect(await refused({ resource: 'UNITS/UNITS/HERO/hero01.dat' })).toBe('operation.no-template')
    expect(await refused({ resource: '' })).toBe('operation.no-template')
    expect(await refused({ resource: 'objects.rlb!#999' })).toBe('operation.no-template')
    expect(await refused({ resource: 'UNITS\\BUILDS\\any.dat', clan: 9 })).toBe('operation.value')
    expect(await refused({ x: 99_000 })).toBe('operation.outside-ground')
    expect(await refused({}, {})).toBe('operation.no-ground')
  })
})
