import type { InstancesItem, LinesItem, MeshItem, Opened, PointsItem, SceneItem, Words } from '../../../format'
import { fieldOf, numberOf, numbersOf, recordsOf, textOf } from '../../../format/fields'
import { badgeNames, document, numberFields, type Document, type Node } from '../../../layout'
import type { Assembly } from '../assembly/assembly'
import { drawable, IDENTITY, product, type Matrix } from '../../../format/matrix'
import { missionSky } from '../sky/sky-scene'
import { CLAN, MISSION, MissionObject } from './mission'
import { objectAssemblies } from './object-model'

/** The field that colours objects at first. */
const OWNER = 'owner_clan'
/** Numbers of an object, all of which can colour it. */
const NUMBERS = numberFields(MissionObject)
/** Kinds of objects that are scaled: plants and rocks (parkan 9.1). */
const SCALED: ReadonlySet<number> = new Set([2, 3])
/** Variants of the whole model, from the nearest level of detail to the farthest (parkan 6.3). */
const WHOLE = [0, 1, 2, 3]
const NONE = -1
/** Instances and notes that are kept; objects after these are boxes. A damaged unit can have any number of parts. */
const MOST_INSTANCES = 200_000
/**
 * Objects whose models are read at the same time, so that their waits for the studio overlap: more than a mission has models.
 * Each model takes some ten reads that follow one another.
 */
const AT_ONCE = 256

/**
 * What a mission adds to its map: objects with their models, polygons of scripts, bases of clans, places between which
 * animals move, mineral lodes (parkan 9.1), and its sky (parkan 9.7). Numbers that are not finite are drawn as 0; the check
 * reports them.
 */
export async function missionScene(entry: Opened): Promise<readonly SceneItem[]> {
  const mission = document(MISSION, entry.bytes)
  const { root } = mission
  const clans = recordsOf(root, 'clans')
  const [objects, sky] = await Promise.all([objectsItem(entry, recordsOf(root, 'objects'), mission), missionSky(entry)])
  return [
    objects,
    pathsItem(entry, recordsOf(root, 'paths')),
    basesItem(entry, clans),
    ...clans.flatMap((clan, at) => placesItem(entry, at, recordsOf(clan, 'zones')) ?? []),
    lodesItem(entry, recordsOf(root, 'extras')),
    sky,
  ]
}

const finite = (value: number | undefined): number => (value !== undefined && Number.isFinite(value) ? value : 0)

/** Three numbers of each record. */
function vectors(all: readonly Node[], field: string): Float32Array {
  const found = new Float32Array(3 * all.length)
  all.forEach((record, at) => {
    const [x, y, z] = numbersOf(record, field)
    found.set([finite(x), finite(y), finite(z)], 3 * at)
  })
  return found
}

/** A whole number of each record, which all of them have. */
const column = (all: readonly Node[], field: string): Int32Array =>
  Int32Array.from(all, record => numberOf(record, field))

/** A number of each object, as it is stored. */
function stored(objects: readonly Node[], field: string): Float32Array | Int32Array | Uint32Array {
  const scalar = NUMBERS.get(field)
  const all = objects.map(object => numberOf(object, field))
  return scalar === 'f32' ? Float32Array.from(all) : scalar === 'i32' ? Int32Array.from(all) : Uint32Array.from(all)
}

/** The numbers that the objects of this mission have: older versions lack some (parkan 9.1). */
const numbersOfAll = ([first]: readonly Node[]): readonly string[] =>
  [...NUMBERS.keys()].filter(field => !first || fieldOf(first, field) !== undefined)

async function objectsItem(entry: Opened, objects: readonly Node[], mission: Document): Promise<InstancesItem> {
  const numbers = numbersOfAll(objects)
  const isWhole = (field: string): boolean => NUMBERS.get(field) !== 'f32'
  const drawn = new DrawnObjects()
  const assemblyOf = objectAssemblies(entry)
  for (let first = 0; first < objects.length; first += AT_ONCE) {
    const some = objects.slice(first, first + AT_ONCE).map(async object => ({
      assembly: await assemblyOf(textOf(object, 'resource')),
      local: localOf(object),
    }))
    for (const [at, { assembly, local }] of (await Promise.all(some)).entries()) drawn.add(first + at, assembly, local)
  }
  return {
    kind: 'instances',
    isSubject: true,
    id: 'objects',
    layer: 'objects',
    noun: 'object',
    entry: entry.path,
    array: 'objects',
    title: 'mission.layer.objects',
    recordCount: objects.length,
    fields: Object.fromEntries(numbers.map(field => [field, stored(objects, field)])),
    measures: numbers.filter(field => !isWhole(field)),
    colouring: numbers.filter(isWhole).toSorted((a, b) => Number(b === OWNER) - Number(a === OWNER)),
    labels: objects.map(object => stem(textOf(object, 'resource'))),
    valueNames: { [OWNER]: { '-1': '–', ...badgeNames(mission, CLAN) } },
    shapedBy: ['kind', 'resource', 'rotation/x', 'rotation/y'],
    models: drawn.models,
    variants: Uint16Array.from(drawn.variants),
    positions: vectors(objects, 'position'),
    turns: Float32Array.from(objects, object => finite(numbersOf(object, 'rotation')[2])),
    ...scalesOf(objects),
    which: Int32Array.from(drawn.which),
    locals: Float32Array.from(drawn.locals.flat()),
    records: Uint32Array.from(drawn.records),
    placing: {
      position: ['position/x', 'position/y', 'position/z'],
      turn: 'rotation/z',
      ...(hasScales(objects) && { scale: ['scale/x', 'scale/y', 'scale/z'] as const }),
    },
    removal: 'delete-object',
    adding: {
      operation: 'place-object',
      parameter: 'resource',
      kinds: ['unit', 'scenery'],
      owner: { parameter: 'clan', field: OWNER },
    },
    missing: drawn.missing,
  }
}

/** Version 10 and later have a scale (parkan 9.1). */
const hasScales = (objects: readonly Node[]): boolean =>
  objects.length > 0 && objects.every(object => numbersOf(object, 'scale').length > 0)

/** The engine applies the scale of plants and rocks alone. */
function scalesOf(objects: readonly Node[]): Pick<InstancesItem, 'scales' | 'unscaled'> {
  if (!hasScales(objects)) return {}
  return {
    scales: Float32Array.from(
      objects.flatMap(object => (SCALED.has(numberOf(object, 'kind')) ? scaleOf(object) : [NaN, NaN, NaN])),
    ),
    unscaled: { code: 'notice.mission.unscaled', params: {} },
  }
}

const scaleOf = (object: Node): readonly number[] => {
  const scales = SCALED.has(numberOf(object, 'kind')) ? numbersOf(object, 'scale') : []
  return [0, 1, 2].map(axis => finite(scales[axis] ?? 1))
}

const stem = (resource: string): string => (resource.split(/[\\/]/).at(-1) ?? '').replace(/\.dat$/i, '')

/** Ry * Rx, of plants and rocks also their scale; the turn round z follows (parkan 6.13). */
function localOf(object: Node): Matrix {
  const [x, y] = numbersOf(object, 'rotation').map(finite)
  const [sx = 1, sy = 1, sz = 1] = scaleOf(object)
  const [cx, nx, cy, ny] = [Math.cos(x ?? 0), Math.sin(x ?? 0), Math.cos(y ?? 0), Math.sin(y ?? 0)]
  return [cy * sx, ny * nx * sy, ny * cx * sz, 0, 0, cx * sy, -nx * sz, 0, -ny * sx, cy * nx * sy, cy * cx * sz, 0]
}

/** Instances of the parts of objects, and their models in the order in which objects name them first. */
class DrawnObjects {
  readonly models: MeshItem[] = []
  readonly variants: number[] = []
  readonly which: number[] = []
  readonly locals: Matrix[] = []
  readonly records: number[] = []
  readonly missing: { readonly record: number; readonly words: Words }[] = []
  private readonly numbers = new Map<MeshItem, number>()

  /** A box where nothing of the object can be drawn. */
  add(record: number, { parts, missing }: Assembly, local: Matrix): void {
    if (this.records.length + this.missing.length + parts.length + missing.length > MOST_INSTANCES) {
      this.put(record, NONE, IDENTITY)
      this.missing.push({ record, words: { code: 'notice.mission.too-many', params: {} } })
      return
    }
    let isDrawn = false
    for (const { model, matrix } of parts) {
      const number = this.numberOf(model.item)
      if (number === NONE) continue
      this.put(record, number, product(local, matrix))
      isDrawn = true
    }
    for (const { words } of missing) this.missing.push({ record, words })
    if (isDrawn) return
    this.put(record, NONE, local)
    if (missing.length === 0) this.missing.push({ record, words: { code: 'notice.model.no-triangles', params: {} } })
  }

  private put(record: number, model: number, local: Matrix): void {
    this.records.push(record)
    this.which.push(model)
    this.locals.push(drawable(local, IDENTITY))
  }

  private numberOf(item: MeshItem): number {
    const known = this.numbers.get(item)
    if (known !== undefined) return known
    const variant = variantOf(item)
    const number = variant === undefined ? NONE : this.models.push(item) - 1
    if (variant !== undefined) this.variants.push(variant)
    this.numbers.set(item, number)
    return number
  }
}

/** The first variant of a whole model that draws something. */
function variantOf({ drawn, nodes, switches }: MeshItem): number | undefined {
  const variants = switches.reduce((count, { values }) => count * values.length, 1)
  return WHOLE.find(variant =>
    Array.from({ length: nodes.count }, (_, node) => drawn[node * variants + variant] ?? NONE).some(
      piece => piece >= 0,
    ),
  )
}

function pathsItem(entry: Opened, paths: readonly Node[]): LinesItem {
  const points = paths.map(path => recordsOf(path, 'points').flatMap(point => pointOf(point)))
  const starts = new Uint32Array(paths.length + 1)
  points.forEach((line, at) => {
    starts[at + 1] = (starts[at] ?? 0) + line.length / 3
  })
  return {
    kind: 'lines',
    id: 'paths',
    layer: 'lines',
    noun: 'path',
    entry: entry.path,
    array: 'paths',
    title: 'mission.layer.paths',
    recordCount: paths.length,
    fields: { id: column(paths, 'id') },
    colouring: [],
    labels: paths.map(path => String(numberOf(path, 'id'))),
    shapedBy: ['id', 'points'],
    positions: Float32Array.from(points.flat()),
    starts,
    records: Uint32Array.from(paths.keys()),
    isClosed: true,
  }
}

const pointOf = ({ value }: Node): readonly number[] =>
  [0, 1, 2].map(axis => finite(Array.isArray(value) ? Number(value[axis]) : undefined))

function basesItem(entry: Opened, clans: readonly Node[]): PointsItem {
  return {
    kind: 'points',
    id: 'bases',
    layer: 'points',
    noun: 'base',
    entry: entry.path,
    array: 'clans',
    title: 'mission.layer.bases',
    recordCount: clans.length,
    fields: { type: column(clans, 'type') },
    colouring: [],
    labels: clans.map(clan => textOf(clan, 'name')),
    shapedBy: ['name'],
    positions: Float32Array.from(
      clans.flatMap(clan => [finite(numberOf(clan, 'base_x')), finite(numberOf(clan, 'base_y')), 0]),
    ),
    placing: { position: ['base_x', 'base_y'] },
  }
}

function placesItem(entry: Opened, clan: number, zones: readonly Node[]): PointsItem | undefined {
  if (zones.length === 0) return undefined
  return {
    kind: 'points',
    id: `places-${clan}`,
    layer: 'points',
    noun: 'place',
    entry: entry.path,
    array: `clans/${clan}/zones`,
    title: 'mission.layer.places',
    recordCount: zones.length,
    fields: { kind: column(zones, 'kind') },
    colouring: [],
    positions: vectors(zones, 'center'),
    radii: (['inner', 'outer'] as const).map(field => Float32Array.from(zones, zone => finite(numberOf(zone, field)))),
    placing: { position: ['center/x', 'center/y', 'center/z'] },
    shapedBy: ['inner', 'outer'],
  }
}

const lodesItem = (entry: Opened, extras: readonly Node[]): PointsItem => ({
  kind: 'points',
  id: 'lodes',
  layer: 'points',
  noun: 'lode',
  entry: entry.path,
  array: 'extras',
  title: 'mission.layer.lodes',
  recordCount: extras.length,
  fields: { found: column(extras, 'found') },
  colouring: [],
  positions: vectors(extras, 'position'),
  placing: { position: ['position/x', 'position/y', 'position/z'] },
  shapedBy: [],
})
