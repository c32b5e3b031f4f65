import { oncePer, type Opened, type RecordPlace, type RecordRule } from '../../format'
import { numberOf, records, textOf } from '../../format/fields'
import { document, type Node } from '../../layout'
import { sitsOnNode } from './assembly/drawn-parts'
import { chunkOfModel, prototypeModel } from './assembly/prototype-model'
import { MISSION } from './mission/mission'
import { plainPath } from './plain-path'
import { scriptVariables } from './script/script-rules'
import { textLines } from './text-lines'
import { partTree } from './unit/part-tree'
import { UNIT } from './unit/unit'
import { wearOfChunk } from './wear/wear'

// Records of other entries that numbers of Parkan name (parkan 3.8, 6.6, 6.13, 9.1, 9.3, 9.5, 9.6, 9.9).

const NODES = 1
const TRIANGLES = 7
const HALL_WAYS = 17
const [STATEMENT, IF, GOTO, SWITCH] = [-1, 0, 3, 4]

type Find = RecordRule['find']

const stemOf = (name: string): string => name.replace(/\.[^.]*$/, '')

/** The record of that number of an array; undefined where it is not there. */
function recordIn(entry: Opened | undefined, array: string, record: unknown): RecordPlace | undefined {
  return entry && typeof record === 'number' && record >= 0 ? { entry, path: `${array}/${record}` } : undefined
}

const wearOf = oncePer(wearOfChunk)

const wearRow =
  (rows: 'materials' | 'lightmaps'): Find =>
  async ({ value }, from) => {
    const wear = await wearOf(from)
    return recordIn(wear?.entry, 'lines', wear?.[rows][Number(value)]?.line.number)
  }

/** A chunk of the model of the same name in the same archive. */
const chunkOf = (type: number) =>
  oncePer(async (entry: Opened): Promise<Opened | undefined> => {
    const model = await entry.beside(`${stemOf(entry.name)}.msh`)
    return model && chunkOfModel(model, type)
  })

const modelNodes = chunkOf(NODES)
const modelTriangles = chunkOf(TRIANGLES)
const controlPoints = oncePer((entry: Opened) => entry.beside(`${stemOf(entry.name)}.cpt`))

const inEntry =
  (find: (from: Opened) => Promise<Opened | undefined>, array: string): Find =>
  async ({ value }, from) =>
    recordIn(await find(from), array, value)

/** Turret and cannon sit on a node of the model of the record above them, other parts in a slot of its controller. */
const unitSocket: Find = async ({ parent: part, value }, from) => {
  const parts = part ? records(document(UNIT, from.bytes), 'records') : []
  const tree = partTree(parts.map(one => numberOf(one, 'child_count')))
  const parent = parts[tree?.[Number(part?.name)]?.parent ?? Number.NaN]
  if (!part || !parent || Number(value) < 0) return undefined
  const { model, control } = await prototypeModel(from, textOf(parent, 'archive'), textOf(parent, 'name'))
  return sitsOnNode(part)
    ? recordIn(model && (await chunkOfModel(model, NODES)), 'nodes', value)
    : recordIn(control, 'components', value)
}

/** The object of a mission with that id; ids are unsigned, links signed words (parkan 9.1). */
function objectOf(from: Opened, id: number): Node | undefined {
  if (!Number.isInteger(id) || id === -1) return undefined
  return records(document(MISSION, from.bytes), 'objects').find(one => numberOf(one, 'logical_id') === id >>> 0)
}

const logicalId: Find = ({ value }, from) => {
  const object = objectOf(from, Number(value))
  return Promise.resolve(object && { entry: from, path: object.path })
}

/** A vertex of the hall ways of the building that the object starts in. */
const hallVertex: Find = async ({ parent: object, value }, from) => {
  const host = object && objectOf(from, numberOf(object, 'link_a'))
  const unit = host && (await from.file(plainPath(textOf(host, 'resource'))))
  const first = unit && records(document(UNIT, unit.bytes), 'records')[0]
  if (!first) return undefined
  const { model } = await prototypeModel(from, textOf(first, 'archive'), textOf(first, 'name'))
  return recordIn(model && (await chunkOfModel(model, HALL_WAYS)), 'hall_vertices', value)
}

interface Lines {
  readonly entry: Opened
  /** Numbers of the lines that count. */
  readonly at: readonly number[]
}

const linesOf = (entry: Opened | undefined, form: RegExp): Lines | undefined =>
  entry && {
    entry,
    at: textLines(entry.bytes)
      .filter(({ text }) => form.test(text))
      .map(line => line.number),
  }

const variablesOf = oncePer(async (script: Opened) => linesOf(await scriptVariables(script), /^\s*VAR\s*\(/i))
const formulasOf = oncePer(async (script: Opened) =>
  linesOf(await script.beside(`${stemOf(script.name)}.fml`), /^\s*FUNCTION\s*\(/i),
)

const lineNamed =
  (find: (script: Opened) => Promise<Lines | undefined>): Find =>
  async ({ value }, from) => {
    const lines = await find(from)
    return recordIn(lines?.entry, 'lines', lines?.at[Number(value)])
  }

const variable = lineNamed(variablesOf)

/** Only a statement has a source. */
const scriptSource: Find = async (field, from) =>
  field.parent && numberOf(field.parent, 'kind') === STATEMENT ? variable(field, from) : undefined

/** Variables of statements and conditions; a node of the same handler to go to, a handler to run (parkan 9.9). */
const scriptOperand: Find = async (field, from) => {
  const node = field.parent?.parent
  const kind = node ? numberOf(node, 'kind') : Number.NaN
  if (kind === STATEMENT || kind === IF) return variable(field, from)
  if (field.name !== '0' || Number(field.value) < 0) return undefined
  const path =
    kind === GOTO ? `${node?.parent?.path}/${field.value}` : kind === SWITCH ? `handlers/${field.value}` : undefined
  return path === undefined ? undefined : { entry: from, path }
}

const MODEL_NODES = [`parkan.model.${NODES}`]

/** Records of Parkan by number. */
export const RECORD_RULES: Readonly<Record<string, RecordRule>> = {
  'control-point': { to: ['parkan.control-points'], find: inEntry(controlPoints, 'points') },
  'hall-vertex': { to: [`parkan.model.${HALL_WAYS}`], find: hallVertex },
  'lightmap-row': { to: ['parkan.wear'], find: wearRow('lightmaps') },
  'logical-id': { to: ['parkan.mission'], find: logicalId },
  'model-node': { to: MODEL_NODES, find: inEntry(modelNodes, 'nodes') },
  'model-triangle': { to: [`parkan.model.${TRIANGLES}`], find: inEntry(modelTriangles, 'triangles') },
  'script-formula': { to: ['parkan.formulas'], find: lineNamed(formulasOf) },
  'script-operand': { to: ['parkan.varset', 'parkan.script'], find: scriptOperand },
  'script-source': { to: ['parkan.varset'], find: scriptSource },
  'script-variable': { to: ['parkan.varset'], find: variable },
  'unit-socket': { to: [...MODEL_NODES, 'parkan.control'], find: unitSocket },
  'wear-row': { to: ['parkan.wear'], find: wearRow('materials') },
}
