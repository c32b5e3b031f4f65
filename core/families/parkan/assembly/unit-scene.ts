import type {
  MeshItem,
  MeshPainting,
  Opened,
  Paint,
  PaintedModel,
  PaintsOptions,
  SceneItem,
  Words,
} from '../../../format'
import { own } from '../../../layout'
import { modelPaints, MODEL_SWITCHES } from '../model/model-scene'
import { assembler, type Assembly, type DrawnPart } from './assembly'
import { joinedNodes, joinedPieces, joinedPoints, joinedRows, joinedTriangles, joinedUvs } from './joined-mesh'
import { unitAnimation } from './unit-pose'

/** Limits of the joined model: a damaged unit can have any number of parts. */
const MOST_TRIANGLES = 1_000_000
const MOST_NODES = 50_000
/** Parts that are named in the notes; the others are counted. */
const MOST_NAMED = 50

/**
 * A unit as one model (parkan 6.13): the nodes of all its parts, each part's below the node that it sits on. A triangle
 * and a node belong to the record of their part. Parts that cannot be drawn are named in the notes.
 */
export const unitScene = async (entry: Opened): Promise<readonly SceneItem[]> => [
  joinedItem(entry, await assembler(entry).unit(entry)),
]

/** A unit with the paints of its parts. */
export const unitModel = async (entry: Opened): Promise<PaintedModel> =>
  joinedModel(entry, await assembler(entry).unit(entry))

/** What a row of objects.rlb is drawn with. */
export const prototypeModelOf = async (entry: Opened): Promise<PaintedModel> =>
  joinedModel(entry, await assembler(entry).prototype(entry.name))

const joinedModel = async (entry: Opened, assembly: Assembly): Promise<PaintedModel> => ({
  item: joinedItem(entry, assembly),
  paints: await joinedPaints(assembly),
})

function joinedItem(entry: Opened, assembly: Assembly): MeshItem {
  const parts = fewEnough(assembly.parts)
  const of = { entry: entry.path, array: 'records', noun: 'part' }
  const animation = unitAnimation(parts)
  const { pieces, drawn } = joinedPieces(parts)
  const points = joinedPoints(parts)
  return {
    kind: 'mesh',
    id: 'unit',
    layer: 'meshes',
    ...of,
    ...joinedTriangles(parts),
    recordCount: (parts.at(-1)?.record ?? -1) + 1,
    fields: {},
    painting: paintingOf(parts),
    pieces: { ...of, ...pieces },
    nodes: { ...of, ...joinedNodes(parts) },
    switches: MODEL_SWITCHES,
    drawn,
    ...(points && { points }),
    ...(animation && { animation }),
    notes: notesOf(assembly, parts),
  }
}

/** Paints of the parts of a unit, by the rows of its triangles. */
export const unitPaints = async (entry: Opened, options?: PaintsOptions): Promise<readonly Paint[]> =>
  joinedPaints(await assembler(entry).unit(entry), options)

async function joinedPaints({ parts }: Assembly, options?: PaintsOptions): Promise<readonly Paint[]> {
  const tables = new Map<MeshItem, readonly Paint[]>()
  for (const { model } of parts)
    if (!tables.has(model.item)) tables.set(model.item, await modelPaints(model.entry, options))
  return paintRows(fewEnough(parts)).used.map(
    ({ item, row }) => tables.get(item)?.[row] ?? { material: `#${row}`, texture: '', missing: 'material' as const },
  )
}

/** Texture coordinates and paints of the triangles, and their light maps where a part has any. */
function paintingOf(parts: readonly DrawnPart[]): MeshPainting {
  const { rows, lights } = paintRows(parts)
  const hasLights = parts.some(({ model }) => model.item.painting?.lights)
  return {
    uvs: joinedUvs(parts, item => item.painting?.uvs),
    rows,
    ...(hasLights && { lights: { uvs: joinedUvs(parts, item => item.painting?.lights?.uvs), rows: lights } }),
  }
}

/**
 * Paint and light map of each triangle, -1 for no light map, and which row of which model each one is: every model has a
 * table of its own.
 */
function paintRows(parts: readonly DrawnPart[]) {
  const used: { readonly item: MeshItem; readonly row: number }[] = []
  const known = new Map<MeshItem, Map<number, number>>()
  const placeOf = (item: MeshItem, row: number): number => {
    const places = known.get(item) ?? new Map<number, number>()
    known.set(item, places)
    const place = places.get(row) ?? used.push({ item, row }) - 1
    places.set(row, place)
    return place
  }
  const rows = joinedRows(parts, Uint32Array, (item, triangle) =>
    placeOf(item, own(item.fields, item.painting?.field ?? 'material')?.[item.records[triangle] ?? 0] ?? 0),
  )
  const lights = joinedRows(parts, Int32Array, (item, triangle) => {
    const row = item.painting?.lights?.rows[triangle] ?? -1
    return row < 0 ? -1 : placeOf(item, row)
  })
  return { used, rows, lights }
}

function fewEnough(parts: readonly DrawnPart[]): readonly DrawnPart[] {
  let [triangles, nodes] = [0, 0]
  const end = parts.findIndex(({ model: { item } }) => {
    triangles += item.records.length
    nodes += item.nodes.count
    return triangles > MOST_TRIANGLES || nodes > MOST_NODES
  })
  return end < 0 ? parts : parts.slice(0, Math.max(1, end))
}

/** Parts that are missing or left out, and models that have notes of their own. */
function notesOf({ parts, missing }: Assembly, drawn: readonly DrawnPart[]): readonly Words[] {
  const noted = new Set(drawn.flatMap(({ name, model }) => (model.item.notes.length > 0 ? [name] : [])))
  return [
    ...missing.slice(0, MOST_NAMED).map(({ words }) => words),
    ...(missing.length > MOST_NAMED
      ? [{ code: 'notice.unit.more-missing', params: { n: missing.length - MOST_NAMED } }]
      : []),
    ...(drawn.length < parts.length
      ? [{ code: 'notice.unit.too-many', params: { n: parts.length - drawn.length } }]
      : []),
    ...(noted.size > 0 ? [{ code: 'notice.unit.noted', params: { models: [...noted].join(', ') } }] : []),
  ]
}
