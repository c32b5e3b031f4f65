import { describe, expect, it } from 'vitest'
import { apply } from '../../../edit'
import type { InstancesItem, Opened, PlacedItem, SceneItem } from '../../../format'
import { document, formRows, locate, read, removeRecords, type Bytes, type FormRow } from '../../../layout'
import { changed, problemsOf, referenceShelf } from '../entries.fixture'
import { openArchive } from '../nres/nres'
import { writeArchive } from '../nres/nres-pack'
import { shelf } from '../opened.fixture'
import { PARKAN } from '../parkan'
import { unitFile } from '../sample/missions'
import { describeReference, fixtureFiles } from '../reference.fixture'
import { MISSION } from './mission'
import { missionScene } from './mission-scene'

const FILES = Object.fromEntries(((await PARKAN.sample?.(1)) ?? []).map(({ path, bytes }) => [path, bytes]))
const FILE = 'MISSIONS/single.01/data.tma'
const BEFORE = FILES[FILE] ?? new Uint8Array(0)

interface Mission {
  readonly objects: readonly { readonly resource: string; readonly rotation: readonly number[] }[]
}
const mission = (bytes: Bytes): Mission => read(MISSION, bytes) as unknown as Mission
/** Path of the file that an object names. */
const pathOf = (bytes: Bytes, object: number): string =>
  (mission(bytes).objects[object]?.resource ?? '').replaceAll('\\', '/')
const isPlaced = (item: SceneItem): item is PlacedItem => 'title' in item
const objectsOf = (items: readonly SceneItem[]): InstancesItem => {
  const found = items.find(item => item.kind === 'instances')
  if (!found) throw new Error('no objects')
  return found
}
const sceneOf = (files: Readonly<Record<string, Bytes>>): Promise<readonly SceneItem[]> =>
  missionScene(shelf(files).open(FILE))

/** Every record of the file is in its item, where the file places it. */
function checkItems(bytes: Bytes, items: readonly SceneItem[]): void {
  const whole = document(MISSION, bytes)
  for (const item of items.filter(isPlaced)) {
    const records = locate(whole, item.array)
    const counted = records?.kind === 'list' ? records.childCount - 1 : records?.childCount
    expect([item.array, item.recordCount]).toEqual([item.array, counted])
    expect(item.positions.every(Number.isFinite)).toBe(true)
    for (const field of item.colouring) expect(item.fields[field]?.length).toBe(item.recordCount)
    if (item.kind === 'lines' || !item.placing) continue
    const { position } = item.placing
    for (let record = 0; record < item.recordCount; record++) {
      const stored = position.map(path => locate(whole, `${item.array}/${record}/${path}`)?.value)
      expect([...item.positions.slice(3 * record, 3 * record + position.length)]).toEqual(stored)
    }
  }
  const { models, which, records, locals, missing, recordCount } = objectsOf(items)
  expect(new Set(models.map(model => model.nodes.entry)).size).toBe(models.length)
  expect([records.length, locals.length]).toEqual([which.length, 12 * which.length])
  expect(which.every(model => model >= -1 && model < models.length)).toBe(true)
  const boxes = [...records].filter((_, at) => which[at] === -1)
  expect(boxes.filter(box => !missing.some(({ record }) => record === box))).toEqual([])
  expect(new Set(records)).toEqual(new Set(Array.from({ length: recordCount }, (_, record) => record)))
}

/** An entry that counts how often the payload of each entry is read through it. */
function counted(entry: Opened, counts: Map<string, number>): Opened {
  const wrap = (value: unknown): unknown =>
    Array.isArray(value)
      ? value.map(wrap)
      : typeof value === 'object' && value !== null && 'sibling' in value
        ? counted(value as Opened, counts)
        : value
  return new Proxy(entry, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name, target)
      if (name === 'bytes') counts.set(target.path, (counts.get(target.path) ?? 0) + 1)
      return typeof value === 'function'
        ? (...given: unknown[]): unknown => {
            const result: unknown = Reflect.apply(value, target, given)
            return result instanceof Promise ? result.then(wrap) : result
          }
        : value
    },
  })
}

describe('the scene of a mission', () => {
  it('has every record of the sample, with a model for each object', async () => {
    const items = await sceneOf(FILES)
    checkItems(BEFORE, items)
    const { missing, labels, turns } = objectsOf(items)
    expect([missing, labels?.slice(2, 4)]).toEqual([[], ['generator01', 's_tree_001']])
    expect([...turns]).toEqual(mission(BEFORE).objects.map(({ rotation }) => rotation[2]))
    expect(items.filter(isPlaced).map(({ id }) => id)).toEqual(['objects', 'paths', 'bases', 'places-1', 'lodes'])
  })

  it('can be coloured by every number of its objects, as stored, and by their clan first', async () => {
    const bytes = changed(MISSION, BEFORE, 'objects/3/logical_id', 0xfffffffe)
    const { colouring, measures = [], fields } = objectsOf(await sceneOf({ ...FILES, [FILE]: bytes }))
    const whole = document(MISSION, bytes)
    const isNumber = ({ role, control }: FormRow): boolean =>
      role !== 'derived' && ['integer', 'enum', 'flags', 'float', 'vector'].includes(control)
    const shown = formRows(locate(whole, 'objects/0') ?? expect.unreachable()).filter(isNumber)
    const paths = shown.flatMap(({ name, components }) => components?.map(axis => `${name}/${axis}`) ?? [name])
    expect([...colouring, ...measures].toSorted()).toEqual(paths.toSorted())
    expect(colouring[0]).toBe('owner_clan')
    expect(measures).toEqual(
      ['position', 'rotation', 'scale'].flatMap(name => ['x', 'y', 'z'].map(axis => `${name}/${axis}`)),
    )
    for (const field of [...colouring, ...measures])
      expect([field, ...(fields[field] ?? [])]).toEqual([
        field,
        ...Array.from(fields[field] ?? [], (_, at) => locate(whole, `objects/${at}/${field}`)?.value),
      ])
  })

  it('reads each model once, however many objects have it', async () => {
    const counts = new Map<string, number>()
    const { models, recordCount } = objectsOf(await missionScene(counted(shelf(FILES).open(FILE), counts)))
    expect([models.length, recordCount]).toEqual([4, 23])
    const once = new Map<string, number>()
    await missionScene(counted(shelf({ ...FILES, [FILE]: oneOfEach() }).open(FILE), once))
    const inArchives = (of: ReadonlyMap<string, number>) =>
      [...of].filter(([path]) => path.includes('.rlb!')).toSorted()
    expect(inArchives(counts)).toEqual(inArchives(once))
  })

  it('reads the models of several objects at the same time', async () => {
    let [running, most] = [0, 0]
    const entry = new Proxy(shelf(FILES).open(FILE), {
      get(target, name) {
        if (name !== 'file') return Reflect.get(target, name, target) as unknown
        return async (path: string): Promise<Opened | undefined> => {
          most = Math.max(most, ++running)
          const file = await target.file(path)
          running--
          return file
        }
      },
    })
    await missionScene(entry)
    expect([running, most > 1]).toEqual([0, true])
  })

  it('scales plants and rocks alone, before it turns them', async () => {
    const bytes = [0, 3].reduce((all, at) => changed(MISSION, all, `objects/${at}/scale`, [2, 3, 4]), BEFORE)
    const tilted = changed(MISSION, bytes, 'objects/3/rotation', [Math.PI / 2, 0, 1])
    const { locals } = objectsOf(await sceneOf({ ...FILES, [FILE]: tilted }))
    const rounded = (at: number): readonly number[] =>
      [...locals.slice(12 * at, 12 * at + 12)].map(value => Math.round(value) + 0)
    expect(rounded(0)).toEqual([1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0])
    expect(rounded(3)).toEqual([2, 0, 0, 0, 0, 0, -4, 0, 0, 3, 0, 0])
  })

  it('knows the scale of plants and rocks, and why the others have none', async () => {
    const bytes = [0, 3].reduce((all, at) => changed(MISSION, all, `objects/${at}/scale`, [2, 3, 4]), BEFORE)
    const { scales, placing, unscaled } = objectsOf(await sceneOf({ ...FILES, [FILE]: bytes }))
    expect([placing?.scale, unscaled?.code]).toEqual([['scale/x', 'scale/y', 'scale/z'], 'notice.mission.unscaled'])
    expect([0, 3, 4].map(record => [...(scales?.subarray(3 * record, 3 * record + 3) ?? [])])).toEqual([
      [NaN, NaN, NaN],
      [2, 3, 4],
      [1, 1, 1],
    ])
  })

  it.each([
    ['file', pathOf(BEFORE, 2), undefined, 'mission.resource'],
    ['archive', 'static.rlb', undefined, undefined],
    ['row of a model', 'static.rlb', 's_tree_001.msh', 'mission.link'],
    ['row of objects.rlb', 'objects.rlb', 'r_h_001', 'mission.link'],
  ])('shows a box where a %s is missing, and names it', async (_, file, row, code) => {
    const { [file]: present, ...others } = FILES
    const files = present && row !== undefined ? { ...others, [file]: without(present, row) } : others
    const items = await sceneOf(files)
    checkItems(BEFORE, items)
    const { missing } = objectsOf(items)
    expect(missing.length).toBeGreaterThan(0)
    expect(missing.flatMap(({ words }) => Object.values(words.params ?? {}))).toContain(row ?? file.split('/').at(-1))
    const found = (await problemsOf(shelf(files).open(FILE))).map(problem => problem.split(' ')[0])
    expect(found).toEqual(code === undefined ? [] : missing.map(() => code))
  })

  it('shows boxes where units have too many parts, and no number that is too large', async () => {
    const parts = Array.from({ length: 30_000 }, () => ({
      key: 'no',
      description: '',
      attach: 0,
      type: 4,
      children: 0,
    }))
    const many = [0, 1, 2, 3, 4, 5, 6, 7].reduce(
      (bytes, object) => changed(MISSION, bytes, `objects/${object}/resource`, 'UNITS\\many.dat'),
      changed(MISSION, BEFORE, 'objects/9/scale', [3e38, 3e38, 3e38]),
    )
    const items = await sceneOf({ ...FILES, [FILE]: many, 'UNITS/many.dat': unitFile(1, parts) })
    const { missing, locals, records } = objectsOf(items)
    expect(locals.every(Number.isFinite)).toBe(true)
    expect(new Set(records).size).toBe(23)
    expect(missing.flatMap(({ record, words }) => (words.code === 'notice.mission.too-many' ? [record] : []))).toEqual([
      6, 7,
    ])
  })

  it('shows what is whole of a damaged file', async () => {
    for (let size = 0; size < BEFORE.length; size += 397) {
      const items = await sceneOf({ ...FILES, [FILE]: BEFORE.slice(0, size) })
      for (const item of items.filter(isPlaced)) expect(item.positions.every(Number.isFinite)).toBe(true)
    }
  })
})

/** The mission with the first object of each resource only. */
function oneOfEach(): Bytes {
  const resources = mission(BEFORE).objects.map(({ resource }) => resource)
  const copies = [...resources.keys()].filter(at => resources.indexOf(resources[at] ?? '') !== at)
  return copies.reduceRight(
    (bytes, at) => apply(bytes, removeRecords(document(MISSION, bytes), 'objects', at, 1).splices),
    BEFORE,
  )
}

/** An archive without the rows of a name. */
const without = (archive: Bytes, name: string): Bytes =>
  writeArchive(
    openArchive(archive).rows.flatMap(({ attributes, offset, size }) =>
      attributes['name'] === name ? [] : [{ attributes, payload: archive.slice(offset, offset + size) }],
    ),
  )

describe('a unit of several parts', () => {
  it('is drawn by an instance of each, at its place on the one below', async () => {
    const bytes = changed(MISSION, BEFORE, 'objects/1/resource', 'UNITS\\BUILDS\\BUNKER\\bunkergun01.dat')
    const { records, locals, missing, which } = objectsOf(await sceneOf({ ...FILES, [FILE]: bytes }))
    const own = [...records.keys()].filter(instance => records[instance] === 1)
    expect([missing, own.length, new Set(own.map(instance => which[instance])).size]).toEqual([[], 2, 2])
    expect([...locals.slice(12 * (own[0] ?? 0), 12 * (own[0] ?? 0) + 12)]).toEqual([1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0])
    expect(locals[12 * (own[1] ?? 0) + 11]).toBeGreaterThan(0) // the gun is on the roof
  })
})

describeReference('the scenes of the reference missions', () => {
  it('have every record and a model for each object', async () => {
    const files = referenceShelf()
    for (const path of fixtureFiles().filter(file => file.endsWith('data.tma'))) {
      const entry = files.open(path)
      const items = await missionScene(entry)
      checkItems(entry.bytes, items)
      expect([path, objectsOf(items).missing]).toEqual([path, []])
    }
  })
})
