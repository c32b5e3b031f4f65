import type { MeshItem, Opened, Params, SceneItem, Words } from '../../../format'
import { numberOf, records, textOf } from '../../../format/fields'
import { document, type Node } from '../../../layout'
import { IDENTITY, inverse, isDrawable, product, type Matrix } from '../../../format/matrix'
import { modelScene } from '../model/model-scene'
import { UNIT } from '../unit/unit'
import { parentsOf } from '../unit/part-tree'
import { isDrawn } from './drawn-parts'
import { chunkOfModel, prototypeModel } from './prototype-model'

const NODES = 1
/** Attach index of a part that sits on the root of the model above it. */
const ROOT = -1
/** Models are read until they have this many triangles: a damaged one can have a million. */
const MOST_TRIANGLES = 4_000_000

/** A model that parts are drawn with; one object for each model of an assembler. */
export interface UnitModel {
  /** Its chunk of nodes, which its scene and its paints belong to. */
  readonly entry: Opened
  readonly item: MeshItem
}

/** A part of a unit that is drawn. */
export interface DrawnPart {
  /** Number of its record in the unit; 0 of a row of objects.rlb. */
  readonly record: number
  /** Its row of objects.rlb. */
  readonly name: string
  /** Record of the part that it sits on; undefined for the first one. */
  readonly parent: number | undefined
  /** Node of that part's model that it sits on. */
  readonly socket: number
  readonly model: UnitModel
  /** World matrix of its model at t = 0 in the space of the unit: three rows of four, as of `PoseSampler`. */
  readonly matrix: Matrix
}

/** The models that an object of the game is drawn with (parkan 6.13). */
export interface Assembly {
  /** Each after the part that it sits on. */
  readonly parts: readonly DrawnPart[]
  /** Parts that cannot be drawn, and why. */
  readonly missing: readonly { readonly record: number; readonly words: Words }[]
}

/** Assembles objects of one install. Reads each row of objects.rlb, each model and each unit once. */
export interface Assembler {
  /** A unit, from its `.dat`. */
  unit(entry: Opened): Promise<Assembly>
  /** One row of objects.rlb: a plant, a rock, a part. */
  prototype(name: string): Promise<Assembly>
}

interface Loaded {
  readonly model?: UnitModel
  readonly missing?: Words
}

/** A record of a unit, or the one part of a plant or a rock. */
interface Part {
  readonly archive: string
  readonly name: string
  readonly attach: number
  readonly parent: number | undefined
  readonly isDrawn: boolean
  /** True: after the end of the tree of the first record. */
  readonly isOrphan: boolean
}

const isMesh = (item: SceneItem): item is MeshItem => item.kind === 'mesh'

/** The install is that of the entry. */
export function assembler(from: Opened): Assembler {
  const units = new Map<string, Promise<Assembly>>()
  const prototypes = new Map<string, Promise<Loaded>>()
  const models = new Map<string, Promise<Loaded>>()

  let triangles = 0
  const loadModel = async (archive: Opened): Promise<Loaded> => {
    const { name } = archive
    if (triangles > MOST_TRIANGLES) return { missing: words('notice.unit.too-large', { model: name }) }
    const entry = await chunkOfModel(archive, NODES)
    const item = entry && (await modelScene(entry)).find(isMesh)
    triangles += item?.records.length ?? 0
    return item && item.nodes.count > 0
      ? { model: { entry, item } }
      : { missing: words('notice.unit.no-nodes', { model: name }) }
  }
  const load = (part: Part): Promise<Loaded> =>
    kept(prototypes, `${part.archive}/${part.name}`.toLowerCase(), async () => {
      const { model, missing } = await prototypeModel(from, part.archive, part.name)
      return model ? kept(models, model.path, () => loadModel(model)) : { ...(missing && { missing }) }
    })

  return {
    unit: entry => kept(units, entry.path, () => assemble(partsOf(entry), load)),
    prototype: name => kept(units, `::${name.toLowerCase()}`, () => assemble([wholePart(name)], load)),
  }
}

function kept<T>(all: Map<string, T>, key: string, make: () => T): T {
  let found = all.get(key)
  if (found === undefined) all.set(key, (found = make()))
  return found
}

function partsOf({ bytes }: Opened): readonly Part[] {
  const all = records(document(UNIT, bytes), 'records')
  const parents = parentsOf(all.map(one => numberOf(one, 'child_count')))
  return all.map((part, record) => partOf(part, record, parents[record]))
}

const partOf = (part: Node, record: number, parent: number | undefined): Part => ({
  archive: textOf(part, 'archive'),
  name: textOf(part, 'name'),
  attach: numberOf(part, 'attach'),
  parent,
  isDrawn: isDrawn(part, record),
  isOrphan: parent === undefined && record > 0,
})

const wholePart = (name: string): Part => ({
  archive: 'objects.rlb',
  name,
  attach: ROOT,
  parent: undefined,
  isDrawn: true,
  isOrphan: false,
})

async function assemble(all: readonly Part[], load: (part: Part) => Promise<Loaded>): Promise<Assembly> {
  const drawn = new Map<number, DrawnPart>()
  const missing: { readonly record: number; readonly words: Words }[] = []
  for (const [record, part] of all.entries()) {
    if (!part.isDrawn) continue
    const found = await place(record, part, drawn, load)
    if ('code' in found) {
      const words: Words = { code: found.code, params: { ...found.params, record, part: part.name } }
      missing.push({ record, words })
    } else drawn.set(record, found)
  }
  return { parts: [...drawn.values()], missing }
}

const words = (code: string, params: Params = {}): Words => ({ code, params })

/** A part at its place (parkan 6.13): `global(parent, attach) * inverse(pose of its own root)`; or why it has none. */
async function place(
  record: number,
  part: Part,
  drawn: ReadonlyMap<number, DrawnPart>,
  load: (part: Part) => Promise<Loaded>,
): Promise<DrawnPart | Words> {
  const { name, parent: above, attach } = part
  if (part.isOrphan) return words('notice.unit.orphan')
  const { model, missing } = await load(part)
  if (!model) return missing ?? words('notice.unit.no-model', { name })
  if (above === undefined) return { record, name, parent: above, socket: 0, model, matrix: IDENTITY }
  const parent = drawn.get(above)
  if (!parent) return words('notice.unit.no-parent', { parent: above })
  const { count } = parent.model.item.nodes
  const socket = attach === ROOT ? 0 : attach
  if (!(socket >= 0 && socket < count)) return words('notice.unit.no-socket', { attach, nodes: count, parent: above })
  const seat = product(parent.matrix, restOf(parent.model, socket))
  const matrix = product(seat, inverse(restOf(model, 0)))
  return isDrawable(matrix)
    ? { record, name, parent: above, socket, model, matrix }
    : words('notice.unit.no-place', { attach, parent: above })
}

/** Pose of a node of a model at t = 0. */
const restOf = ({ item }: UnitModel, node: number): Matrix =>
  Array.from(item.nodes.rest.subarray(12 * node, 12 * node + 12))
