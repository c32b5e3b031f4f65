import { describe, expect, it } from 'vitest'
import { brokenLaws, document, insertRecords, read, type Bytes, type Value } from '../../../layout'
import { apply } from '../../../edit'
import { changed, problemsOf, referenceShelf } from '../entries.fixture'
import { writeArchive } from '../nres/nres-pack'
import { shelf } from '../opened.fixture'
import { describeReference, truth } from '../reference.fixture'
import { missionFile } from '../sample/missions'
import { byteWriter } from '../byte-writer.fixture'
import { MISSION } from './mission'

const GOOD = missionFile({
  folder: 'a',
  map: 'X',
  title: 'Проба',
  base: [10, 20],
  path: {
    id: 7,
    points: [
      [0, 0, 0],
      [9, 0, 0],
      [0, 9, 0],
    ],
  },
  lodes: [[[5, 5, 5], 100]],
  objects: [
    { kind: 0, resource: 'UNITS\\a.dat', owner: 0, position: [1, 2, 3], heading: 1 },
    { kind: 1, resource: 'UNITS\\a.dat', owner: 1, position: [4, 5, 6], heading: 2 },
    { kind: 2, resource: 'tree', owner: -1, position: [7, 8, 9], heading: 0 },
  ],
})
/** The smallest one, without anything in it. */
const EMPTY = byteWriter().u32(1, 0, 6, 0, 10, 0, 0, 0, 0, 1, 0).done()

const codes = (bytes: Bytes): Promise<readonly string[]> => problemsOf(shelf({ 'data.tma': bytes }).open('data.tma'))
const withField = (path: string, value: Value): Promise<readonly string[]> => codes(changed(MISSION, GOOD, path, value))

describe('mission', () => {
  it.each([
    ['of the sample', GOOD],
    ['without anything', EMPTY],
  ])('%s keeps the laws', async (_, bytes) => {
    expect([document(MISSION, bytes).isWhole, brokenLaws(MISSION, bytes)]).toEqual([true, []])
    expect(await codes(bytes)).toEqual([])
  })
  it('is read to its last record', () => {
    expect(EMPTY.length).toBe(44)
    expect(read(MISSION, GOOD)).toMatchObject({
      paths: [
        {
          id: 7,
          points: [
            [0, 0, 0],
            [9, 0, 0],
            [0, 9, 0],
          ],
        },
      ],
      clans: [
        { name: 'Игрок', zones: [] },
        { zones: [{ kind: 1, inner: 20 }], relations: [{ relation: 1 }, {}] },
      ],
      objects: [{ logical_id: 0x80000001 }, { owner_clan: 1, properties: [{ type: 1 }, { type: 0, value: 100 }] }, {}],
      land_path: 'DATA\\MAPS\\X\\land',
      description: 'Проба',
      extras: [{ amount: 100 }],
    })
  })
  /** A mission of those versions, with one clan and one object of all fields that these have. */
  function versioned(clans: number, objects: number): Bytes {
    const writer = byteWriter().u32(1, 0, clans, 1).string('A').u32(0xffffffff).f32(1, 2).u32(2)
    if (clans > 1) writer.string('base')
    if (clans > 2) writer.u32(1, 1).f32(1, 2, 3, 20, 40)
    if (clans > 3) writer.string('tree.trf')
    if (clans > 4) writer.u32(7)
    if (clans > 5) writer.u32(1).string('A').u32(1)
    writer.u32(objects, 1, 2, 0).string('tree')
    if (objects > 2) writer.u32(0xffffffff)
    if (objects > 3) writer.u32(5)
    writer.f32(1, 2, 3, 0, 0, 1)
    if (objects > 9) writer.f32(1, 1, 1)
    if (objects > 6) writer.string('name')
    if (objects > 7) writer.u32(0)
    if (objects > 8) writer.u32(0xffffffff, 0xffffffff)
    if (objects > 5) writer.u32(1, 1, 1, 4, 0, 9).string('Type')
    writer.string('land')
    if (objects > 1) writer.u32(0).string('text')
    if (objects > 4) writer.u32(1, 1).f32(1, 2, 3).u32(0, 0).f32(9).u32(0)
    return writer.done()
  }
  const versions = Array.from({ length: 10 }, (_, at) => [Math.min(at + 1, 6), at + 1] as const)
  it.each([...versions, [1, 10], [6, 1]] as const)(
    'has the fields of clans of version %i and objects of %i',
    async (clans, objects) => {
      const bytes = versioned(clans, objects)
      expect([document(MISSION, bytes).isWhole, brokenLaws(MISSION, bytes)]).toEqual([true, []])
      const mission = read(MISSION, bytes)
      expect(Object.keys(mission.clans[0] ?? {}).length).toBe(clans + 4 + (clans > 5 ? 1 : 0))
      expect([mission.objects[0]?.scale, mission.objects[0]?.properties?.length]).toEqual([
        objects > 9 ? [1, 1, 1] : undefined,
        objects > 5 ? 1 : undefined,
      ])
      expect(mission).toMatchObject({ land_path: 'land', ...(objects > 4 && { extras: [{ amount: 9 }] }) })
      expect(await codes(bytes)).toEqual([])
    },
  )
  it('takes a property more and counts it', () => {
    const opened = document(MISSION, GOOD)
    const property = { type: 1, value: 4, minimum: 0, maximum: -1, name: 'FreeBotNum' }
    const more = apply(GOOD, insertRecords(opened, 'objects/1/properties', 2, [property]).splices)
    expect(read(MISSION, more).objects[1]).toMatchObject({ property_count: 3, properties: [{}, {}, property] })
    expect(document(MISSION, more).isWhole).toBe(true)
  })
  it('has problems where it is cut or of another version', async () => {
    expect(await codes(GOOD.subarray(0, GOOD.length - 1))).toContainEqual(expect.stringMatching(/^mission\.cut/))
    expect(await codes(Uint8Array.of(...GOOD, 0, 0))).toEqual(['mission.trailing'])
    expect(await codes(GOOD.with(7, 32))).toContain('mission.cut path_count')
    expect(await withField('format_version', 2)).toEqual(['mission.version format_version'])
    expect(await withField('clan_version', 7)).toEqual(['mission.version clan_version'])
    expect(await withField('object_version', 11)).toEqual(['mission.version object_version'])
    expect(await withField('extra_version', 2)).toEqual(['mission.version extra_version'])
  })
  it('has problems with clans', async () => {
    expect(await withField('clans/0/base_x', 20000)).toEqual(['mission.base clans/0/base_x'])
    expect(await withField('clans/0/base_y', -1)).toEqual(['mission.base clans/0/base_y'])
    expect(await withField('clans/0/base_y', 10000.5)).toEqual([])
    expect(await withField('clans/1/zones/0/kind', 2)).toEqual(['mission.zone-kind clans/1/zones/0/kind'])
    expect(await withField('clans/1/relations/0/clan', 'X')).toEqual(['mission.relation clans/1/relations/0/clan'])
  })
  it('has problems with objects', async () => {
    expect(await withField('objects/0/owner_clan', 2)).toEqual(['mission.owner objects/0/owner_clan'])
    expect(await withField('objects/2/owner_clan', 9)).toEqual([])
    expect(await withField('objects/1/logical_id', 0x80000001)).toEqual(['mission.id-twice objects/1/logical_id'])
    expect(await withField('objects/1/position/x', Number.NaN)).toEqual(['mission.not-finite objects/1/position'])
    expect(await withField('paths/0/points/1', [0, Number.NaN, 0])).toEqual(['mission.not-finite paths/0/points/1'])
    expect(await withField('clans/1/zones/0/outer', Infinity)).toEqual(['mission.not-finite clans/1/zones/0/outer'])
    expect(await withField('extras/0/position/z', Infinity)).toEqual(['mission.not-finite extras/0/position'])
    expect(await withField('objects/1/link_a', 77)).toEqual(['mission.host objects/1/link_a'])
    expect(await withField('objects/1/link_a', 0x80000001 | 0)).toEqual([])
  })
  it('has problems with what is not in the install', async () => {
    const row = { attributes: { name: 'TREE', type_id: 0, attr1: 0, attr2: 0, attr3: 0 }, payload: new Uint8Array(0) }
    const files = { 'M/data.tma': GOOD, 'objects.rlb': writeArchive([]), 'UNITS/b.dat': new Uint8Array(0) }
    expect(await problemsOf(shelf(files).open('M/data.tma'))).toEqual([
      'mission.map land_path',
      'mission.resource objects/0/resource',
      'mission.resource objects/1/resource',
      'mission.resource objects/2/resource',
    ])
    const whole = { ...files, 'objects.rlb': writeArchive([row]), 'Units/A.DAT': GOOD, 'data/maps/x/LAND.map': GOOD }
    expect(await problemsOf(shelf(whole).open('M/data.tma'))).toEqual(['mission.no-model objects/2/resource'])
  })
})

interface MissionTruth {
  readonly paths: number
  readonly clans: number
  readonly objects: number
  readonly extras: number
  readonly placed: readonly {
    readonly kind: number
    readonly link: readonly [number, number]
    readonly logical_id: number
    readonly owner_clan: number
    readonly position: readonly number[]
    readonly properties: number
    readonly resource: string
    readonly rotation_z: number
    readonly scale: number
  }[]
}
const { missions = {} } = truth as { missions?: Readonly<Record<string, MissionTruth>> }

describeReference('missions of the reference files', () => {
  it.each(Object.entries(missions))('%s has what its manifest says', (folder, right) => {
    const found = read(MISSION, referenceShelf().open(`${folder}/data.tma`).bytes)
    expect([found.paths, found.clans, found.objects, found.extras].map(list => list?.length)).toEqual([
      right.paths,
      right.clans,
      right.objects,
      right.extras,
    ])
    right.placed.forEach((placed, at) => {
      const object = found.objects[at]
      expect(object).toMatchObject({
        kind: placed.kind,
        logical_id: placed.logical_id,
        owner_clan: placed.owner_clan,
        resource: placed.resource,
        link_a: placed.link[0] | 0,
        link_b: placed.link[1] | 0,
      })
      expect(object?.properties?.length).toBe(placed.properties)
      placed.position.forEach((value, axis) => expect(object?.position[axis]).toBeCloseTo(value, 2))
      expect(object?.rotation[2]).toBeCloseTo(placed.rotation_z, 3)
    })
  })
})
