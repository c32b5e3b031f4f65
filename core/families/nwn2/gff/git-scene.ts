import type { LinesItem, Opened, PointsItem, SceneItem } from '../../../format'
import { plainText, records, recordsOf } from '../../../format/fields'
import { document, locate, type Document, type Node } from '../../../layout'
import { GFF_TREE } from './gff-tree'

/** Lists of objects that have a place, in the order of the notes (nwn2 18.4). */
const LISTS = [
  'Placeable List',
  'Door List',
  'EnvironmentList',
  'TreeList',
  'WaypointList',
  'SoundList',
  'LightList',
  'Creature List',
  'Encounter List',
  'StoreList',
  'PlacedFXList',
  'StaticCameraList',
]
/** Objects of a list and corners of all triggers that are drawn at most: damaged files may declare any number. */
const MOST_OBJECTS = 2_000
const MOST_CORNERS = 20_000

/** Values of a struct by label. */
type Values = ReadonlyMap<string, Node>

/** Outlines of triggers, walkmesh cutters among them, and points of the other objects of an area. */
export async function gitScene({ path, bytes }: Opened): Promise<readonly SceneItem[]> {
  const opened = document(GFF_TREE, bytes)
  const triggers = triggersItem(opened, path)
  return [...(triggers ? [triggers] : []), ...LISTS.flatMap(list => objectsItem(opened, path, list) ?? [])]
}

/** The structs of a list at the top of the tree, and the path of their array. */
function listOf(opened: Document, label: string): { readonly array: string; readonly structs: readonly Values[] } {
  const list = locate(opened, label)
  if (!list) return { array: '', structs: [] }
  const array = `${list.path}/items`
  return { array, structs: records(opened, array).slice(0, MOST_OBJECTS).map(valuesOf) }
}

const valuesOf = (struct: Node): Values => {
  const values = new Map<string, Node>()
  for (const field of recordsOf(struct, 'fields')) {
    const value = field.childNamed('value')
    if (value?.isWhole) values.set(plainText(field.childNamed('label')?.value), value)
  }
  return values
}

/** A missing height is 0; other missing numbers are NaN, which is drawn nowhere. */
const numberOf = (values: Values, label: string, missing = Number.NaN): number =>
  Number(values.get(label)?.value ?? missing)

const positionOf = (values: Values): readonly [x: number, y: number, z: number] => [
  numberOf(values, 'XPosition'),
  numberOf(values, 'YPosition'),
  numberOf(values, 'ZPosition', 0),
]
const tagOf = (values: Values): string => plainText(values.get('Tag')?.value)

function triggersItem(opened: Document, entry: string): LinesItem | undefined {
  const { array, structs } = listOf(opened, 'TriggerList')
  // A whole tree without triggers has an empty list; of a cut one it is not known whether there are some.
  if (structs.length === 0 && !opened.isWhole) return undefined
  const points: number[] = []
  const starts = [0]
  const drawn: number[] = []
  for (const [record, values] of structs.entries()) {
    const geometry = values.get('Geometry')
    const [x, y, z] = positionOf(values)
    for (const corner of geometry ? recordsOf(geometry, 'items').map(valuesOf) : []) {
      const place = [x + numberOf(corner, 'PointX'), y + numberOf(corner, 'PointY'), z + numberOf(corner, 'PointZ', 0)]
      if (points.length < 3 * MOST_CORNERS && place.every(Number.isFinite)) for (const axis of place) points.push(axis)
    }
    starts.push(points.length / 3)
    drawn.push(record)
  }
  return {
    kind: 'lines',
    id: `triggers ${entry}`,
    layer: 'lines',
    noun: 'trigger',
    entry,
    array,
    title: 'ui.map-layers.triggers',
    recordCount: structs.length,
    fields: { trigger_type: Uint32Array.from(structs, values => numberOf(values, 'Type', 0)) },
    listedBy: 'trigger_type',
    colouring: [],
    labels: structs.map(tagOf),
    positions: Float32Array.from(points),
    starts: Uint32Array.from(starts),
    records: Uint32Array.from(drawn),
    isClosed: true,
  }
}

function objectsItem(opened: Document, entry: string, list: string): PointsItem | undefined {
  const { array, structs } = listOf(opened, list)
  if (structs.length === 0) return undefined
  return {
    kind: 'points',
    id: `${list} ${entry}`,
    layer: 'points',
    noun: 'area-object',
    entry,
    array,
    title: 'ui.map-layers.area-objects',
    isHiddenAtFirst: true,
    recordCount: structs.length,
    fields: {},
    colouring: [],
    labels: structs.map(tagOf),
    positions: Float32Array.from(structs.flatMap(positionOf)),
  }
}
