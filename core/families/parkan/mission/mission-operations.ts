import {
  outcomeOfSteps,
  parsePath,
  StudioError,
  type Opened,
  type Operation,
  type OperationRun,
  type Outcome,
  type ParameterValues,
} from '../../../format'
import { numberOf, numbersOf, records as recordsOf, textOf } from '../../../format/fields'
import {
  assignAll,
  document,
  insertRecords,
  removeRecords,
  locate,
  type Assigned,
  type Assignment,
  type Document,
  type Node,
  type Value,
} from '../../../layout'
import { hasType } from '../nres/directory'
import { isUnitPath, plainPath } from '../plain-path'
import { groundTools } from '../terrain/edit/terrain-edit'
import { MISSION } from './mission'

/** Type of the chunk of faces of a ground. */
const FACES = 21
/** Bit of the ids of objects that are not units (parkan 9.1). */
const NOT_UNIT = 0x8000_0000
/** Properties of an object that repeat one of its fields (parkan 9.1). */
const LOGICAL_ID = 'LogicalID'
const CLAN_ID = 'ClanID'
/** A link to nothing. */
const NONE = -1
/** World units. */
const FAR = 100_000

/** The parameters of a place on the map. */
const PLACE = (['x', 'y'] as const).map(
  name => ({ name, kind: 'number', isWhole: false, least: -FAR, most: FAR, initial: 0 }) as const,
)

type Point = readonly [x: number, y: number, z: number]
type HeightAt = (x: number, y: number) => number | undefined

/** Throws StudioError `operation.mission` where the bytes are not all understood. */
function missionOf({ bytes, name, path }: Opened): Document {
  const opened = document(MISSION, bytes)
  if (!opened.isWhole) throw new StudioError('operation.mission', { name }, path)
  return opened
}

/** Heights of the map of the mission. Throws StudioError `operation.no-ground` where its ground is not there. */
async function groundOf(entry: Opened, opened: Document): Promise<HeightAt> {
  const land = plainPath(textOf(opened.root, 'land_path'))
  const archive = land === '' ? undefined : await entry.file(`${land}.msh`)
  const isFaces = hasType(FACES)
  const chunk = (await archive?.entries())?.find(({ attributes }) => isFaces(attributes))
  if (!chunk) throw new StudioError('operation.no-ground', { land }, entry.path)
  const ground = await groundTools(chunk)
  return (x, y) => ground.heightAt(x, y)
}

const placeOf = (object: Node): Point => {
  const [x = 0, y = 0, z = 0] = numbersOf(object, 'position')
  return [x, y, z]
}

/** Ids that no object has, for objects of the kinds of those given. */
function freeIds(objects: readonly Node[]): (object: Node) => number {
  const used = new Set(objects.map(object => numberOf(object, 'logical_id')))
  return object => {
    const bit = numberOf(object, 'logical_id') >= NOT_UNIT ? NOT_UNIT : 0
    let id = bit + 1
    while (used.has(id)) id++
    used.add(id)
    return id
  }
}

interface Changed {
  readonly position: Point
  readonly id: number
  readonly resource?: string
  readonly clan?: number
}

type Fields = Readonly<Record<string, Value>>

/**
 * Value of a copy of an object; the properties that repeat its id and its clan follow. It starts where it is placed, not
 * within the building that the original starts in.
 */
function copyOf(object: Node, { position, id, resource, clan }: Changed): Value {
  const before = object.value as Fields
  const properties = before['properties'] as readonly Fields[] | undefined
  const propertyOf = (property: Fields): Fields => {
    if (property['name'] === LOGICAL_ID && property['type'] === 1) return { ...property, value: id | 0 }
    return property['name'] === CLAN_ID && property['type'] === 1 && clan !== undefined
      ? { ...property, value: clan }
      : property
  }
  return {
    ...before,
    position: [...position],
    ...('logical_id' in before && { logical_id: id }),
    ...('link_a' in before && { link_a: NONE, link_b: NONE }),
    ...(resource !== undefined && { resource }),
    ...(clan !== undefined && 'owner_clan' in before && { owner_clan: clan }),
    ...(properties && { properties: properties.map(propertyOf) }),
  }
}

const added =
  (objects: readonly Value[]) =>
  (opened: Document): Assignment =>
    insertRecords(opened, 'objects', recordsOf(opened, 'objects').length, objects)

const chosenOf = (opened: Document, records: readonly number[]): readonly Node[] =>
  records.flatMap(record => locate(opened, `objects/${record}`) ?? [])

/** Copies of the chosen objects behind all others, moved, with ids of their own; their height is that of the originals. */
export const DUPLICATE_OBJECT: Operation = {
  id: 'duplicate-object',
  records: 'objects',
  parameters: (['x', 'y'] as const).map(name => ({
    name,
    kind: 'number',
    isWhole: false,
    least: -FAR,
    most: FAR,
    initial: 10,
  })),
  run(entry, { records, parameters }) {
    const opened = missionOf(entry)
    const objects = recordsOf(opened, 'objects')
    const idOf = freeIds(objects)
    const copies = chosenOf(opened, records).map(object => {
      const [x, y, z] = placeOf(object)
      return copyOf(object, {
        position: [x + Number(parameters['x']), y + Number(parameters['y']), z],
        id: idOf(object),
      })
    })
    return outcomeOfSteps(entry, opened, [added(copies)], {
      code: 'label.objects-duplicated',
      records: copies.map((_, k) => objects.length + k),
      counts: { objects: copies.length },
    })
  },
}

/** One more object like the chosen one, of another resource, owner and place, on the ground (parkan 9.1). */
export const ADD_OBJECT: Operation = {
  id: 'add-object',
  records: 'objects',
  parameters: [
    { name: 'resource', kind: 'text', initial: '' },
    { name: 'clan', kind: 'number', isWhole: true, least: -1, most: 0xff, initial: -1 },
    ...PLACE,
  ],
  async run(entry, { records, parameters }: OperationRun) {
    const opened = missionOf(entry)
    const [template] = chosenOf(opened, records.slice(0, 1))
    if (!template || records.length !== 1) throw new StudioError('operation.one-record', {}, entry.path)
    const resource = parameters['resource'] === '' ? {} : { resource: String(parameters['resource']) }
    return placed(entry, opened, { template, parameters, clan: clanIn(opened, parameters), ...resource })
  },
}

/** Throws StudioError `operation.value` where the mission has no such clan. */
function clanIn(opened: Document, parameters: ParameterValues): number {
  const clan = Number(parameters['clan'])
  const clans = recordsOf(opened, 'clans').length
  if (clan < clans) return clan
  throw new StudioError('operation.value', { parameter: 'clan', value: String(clan), possible: `-1…${clans - 1}` })
}

interface Placed {
  readonly template: Node
  /** With the place: `x`, `y`. */
  readonly parameters: ParameterValues
  readonly resource?: string
  readonly clan?: number
}

/** A copy of an object behind all others, on the ground at a place. */
async function placed(entry: Opened, opened: Document, { template, parameters, ...changes }: Placed): Promise<Outcome> {
  const objects = recordsOf(opened, 'objects')
  const [x, y] = [Number(parameters['x']), Number(parameters['y'])]
  const height = (await groundOf(entry, opened))(x, y)
  if (height === undefined) throw new StudioError('operation.outside-ground', { x, y }, entry.path)
  const value = copyOf(template, { position: [x, y, height], id: freeIds(objects)(template), ...changes })
  return outcomeOfSteps(entry, opened, [added([value])], {
    code: 'label.object-added',
    array: 'objects',
    records: [objects.length],
    counts: { objects: 1 },
  })
}

/**
 * One more object of a resource, on the ground; its other fields are those of the last object of that resource, else of
 * the one whose resource is most like it: units and buildings by their folders, plants and rocks by their names.
 */
export const PLACE_OBJECT: Operation = {
  id: 'place-object',
  parameters: [
    { name: 'resource', kind: 'text', initial: '' },
    { name: 'clan', kind: 'number', isWhole: true, least: -1, most: 0xff, initial: -1 },
    ...PLACE,
  ],
  async run(entry, { parameters }) {
    const opened = missionOf(entry)
    const objects = recordsOf(opened, 'objects')
    const resource = await resourceOf(entry, String(parameters['resource']))
    const template = resource === '' ? undefined : mostAlike(objects, resource)
    if (!template) throw new StudioError('operation.no-template', { resource }, entry.path)
    const clan = isUnitPath(resource) ? { clan: clanIn(opened, parameters) } : {}
    return placed(entry, opened, { template, parameters, resource, ...clan })
  },
}

/** The resource as missions write it, of the entry of a unit or a row, or written already (parkan 9.1). */
async function resourceOf(entry: Opened, given: string): Promise<string> {
  const { file, steps } = parsePath(given)
  if (steps.length === 0) return file.replaceAll('/', '\\')
  const row = (await (await entry.file(file))?.entries())?.find(({ path }) => path === given)
  if (!row) throw new StudioError('operation.no-template', { resource: given }, entry.path)
  return row.name
}

/** The object whose resource has the most in common with this one; the last of several. */
function mostAlike(objects: readonly Node[], resource: string): Node | undefined {
  const wanted = plainPath(resource).toLowerCase()
  let best: { readonly object: Node; readonly common: number } | undefined
  for (const object of objects) {
    const common = likeness(plainPath(textOf(object, 'resource')).toLowerCase(), wanted)
    if (common > 0 && common >= (best?.common ?? 0)) best = { object, common }
  }
  return best?.object
}

/** 0 where one cannot be a template of the other; of units the folders they share, at least two. */
function likeness(one: string, other: string): number {
  if (one === other) return Number.MAX_SAFE_INTEGER
  if (isUnitPath(one) !== isUnitPath(other)) return 0
  const [a, b] = isUnitPath(one) ? [one.split('/'), other.split('/')] : [[...one], [...other]]
  const differing = a.findIndex((part, at) => part !== b[at])
  const common = differing < 0 ? a.length : differing
  return isUnitPath(one) ? (common < 2 ? 0 : common) : 1 + common
}

/** The chosen objects on the ground of the map below or above them; those beside it stay. */
export const DROP_TO_GROUND: Operation = {
  id: 'drop-to-ground',
  records: 'objects',
  async run(entry, { records }) {
    const opened = missionOf(entry)
    const heightAt = await groundOf(entry, opened)
    const changes: Assigned[] = []
    const moved: number[] = []
    let outside = 0
    for (const record of records) {
      const object = locate(opened, `objects/${record}`)
      if (!object) continue
      const [x, y, z] = placeOf(object)
      const height = heightAt(x, y)
      if (height === undefined) outside++
      else if (Math.fround(height) !== z) {
        moved.push(record)
        changes.push({ path: `objects/${record}/position`, value: [x, y, Math.fround(height)] })
      }
    }
    return outcomeOfSteps(entry, opened, changes.length > 0 ? [now => assignAll(now, changes)] : [], {
      code: 'label.objects-dropped',
      records: moved,
      counts: { objects: moved.length },
      notices: outside > 0 ? [{ code: 'notice.outside-ground', params: { n: outside } }] : [],
    })
  },
}

/** A polygon through the chosen objects, at least three, in the order of their directions from their middle. */
export const PATH_FROM_OBJECTS: Operation = {
  id: 'path-from-objects',
  records: 'objects',
  run(entry, { records }) {
    const opened = missionOf(entry)
    const points = chosenOf(opened, records).map(placeOf)
    if (points.length < 3) throw new StudioError('operation.few-objects', { n: points.length }, entry.path)
    const middle = [0, 1].map(axis => points.reduce((sum, point) => sum + (point[axis] ?? 0), 0) / points.length)
    const turn = ([x, y]: Point): number => Math.atan2(y - (middle[1] ?? 0), x - (middle[0] ?? 0))
    const paths = recordsOf(opened, 'paths')
    const id = paths.reduce((most, path) => Math.max(most, numberOf(path, 'id')), 0) + 1
    const path = { id, points: [...points].sort((a, b) => turn(a) - turn(b)).map(point => [...point]) }
    return outcomeOfSteps(entry, opened, [now => insertRecords(now, 'paths', paths.length, [path])], {
      code: 'label.path-added',
      array: 'paths',
      records: [paths.length],
      counts: { points: points.length },
      notices: [{ code: 'notice.path-id', params: { id } }],
    })
  },
}

/** Removes the chosen objects; units that start in one of them start where they are placed (parkan 9.1). */
export const DELETE_OBJECT: Operation = {
  id: 'delete-object',
  records: 'objects',
  run(entry, { records }) {
    const opened = missionOf(entry)
    const removed = new Set(chosenOf(opened, records).map(object => numberOf(object, 'logical_id') | 0))
    const guests = recordsOf(opened, 'objects').filter(
      (object, at) => !records.includes(at) && removed.has(numberOf(object, 'link_a')),
    )
    const freed = guests.flatMap(({ path }) => [
      { path: `${path}/link_a`, value: NONE },
      { path: `${path}/link_b`, value: NONE },
    ])
    const removals = records.toReversed().map(record => (now: Document) => removeRecords(now, 'objects', record, 1))
    return outcomeOfSteps(
      entry,
      opened,
      [...(freed.length > 0 ? [(now: Document) => assignAll(now, freed)] : []), ...removals],
      {
        code: 'label.objects-deleted',
        records: [],
        counts: { objects: records.length },
      },
    )
  },
}

/** Operations on the objects of a mission. */
export const MISSION_OPERATIONS: readonly Operation[] = [
  PLACE_OBJECT,
  ADD_OBJECT,
  DUPLICATE_OBJECT,
  DELETE_OBJECT,
  DROP_TO_GROUND,
  PATH_FROM_OBJECTS,
]
