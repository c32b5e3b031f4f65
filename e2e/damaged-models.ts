import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { typeIdOf } from '../core/families/parkan/nres/directory'
import { openArchive } from '../core/families/parkan/nres/nres'
import { writeArchive } from '../core/families/parkan/nres/nres-pack'
import { millModel } from '../core/families/parkan/sample/models'
import { wearTable } from '../core/families/parkan/sample/materials'

type Row = Parameters<typeof writeArchive>[0][number]

/** Sizes of the records of the chunks of a model, and of what lies before the slots. */
export const [NODE, KEY, BATCH, SLOT, HEADER] = [38, 24, 20, 68, 0x8c]

export interface Damaged {
  readonly name: string
  /** What the view says of it; none where *Problems* alone has it. */
  readonly note?: RegExp
  /** Code of a problem of one of its entries, or of the materials and textures that it names; none where no rule is broken. */
  readonly problem?: string
  /** shown: some of it is drawn; empty: the reason takes the place of the picture; entry: it is no model any more. */
  readonly as?: 'empty' | 'entry'
  readonly bytes: Uint8Array
  /** Names of its wear table. */
  readonly materials?: readonly string[]
}

/** Rows of an archive with their payloads, which may be changed. */
export const rowsOf = (image: Uint8Array): Row[] =>
  openArchive(image).rows.map(({ attributes, offset, size }) => ({
    attributes,
    payload: image.slice(offset, offset + size),
  }))

type Change = (view: DataView, payload: Uint8Array) => Uint8Array | undefined | void

/** The wind mill of the sample with other chunks: a change that returns nothing changes its bytes in place. */
function mill(changes: Readonly<Record<number, Change>>): Uint8Array {
  return writeArchive(
    rowsOf(millModel()).map(row => {
      const { payload } = row
      const changed = changes[Number(row.attributes['type_id'])]?.(new DataView(payload.buffer), payload)
      return changed ? { ...row, payload: changed } : row
    }),
  )
}
const without = (type: number): Uint8Array =>
  writeArchive(rowsOf(millModel()).filter(({ attributes }) => attributes['type_id'] !== type))

/** As many nodes as a number of two bytes can name: the root, and towers with others between that draw nothing. */
function crowd(payload: Uint8Array): Uint8Array {
  const nodes = new Uint8Array(NODE * 0xffff)
  for (let node = 0; node < 0xffff; node++)
    nodes.set(node % 4000 === 1 ? payload.subarray(NODE, 2 * NODE) : payload.subarray(0, NODE), NODE * node)
  return nodes
}

const everyFloat =
  (value: number, from: number, step: number): Change =>
  (view, payload) => {
    for (let at = from; at + 4 <= payload.length; at += step) view.setFloat32(at, value, true)
  }

const MATERIALS = ['WALL', 'ROOF']

const OUTSIDE = /lead past the indices or vertices/
const PARENT = /not finite or too large: such nodes take the pose of their parent/
const AT_ZERO = /no finite position, or one too far away/
const half = (bytes: Uint8Array): Uint8Array => bytes.subarray(0, bytes.length / 2)

export const DAMAGED_MODELS: readonly Damaged[] = [
  {
    name: 'circle',
    note: /2 nodes name parents behind themselves/,
    problem: 'model.node-order',
    bytes: mill({
      1: view => {
        view.setUint16(NODE + 2, 2, true)
        view.setUint16(2 * NODE + 2, 1, true)
        view.setUint16(2, 2, true)
      },
    }),
  },
  {
    name: 'no-slot',
    note: /1 slot of the nodes does not exist/,
    problem: 'model.node-slot',
    bytes: mill({ 1: view => view.setUint16(2 * NODE + 8, 77, true) }),
  },
  {
    name: 'no-vertex',
    note: /1 triangle leads past/,
    problem: 'model.batch-vertices',
    bytes: mill({ 6: view => view.setUint16(0, 0xfff0, true) }),
  },
  {
    name: 'no-batch',
    note: /2 batches of the slots do not exist/,
    problem: 'model.slot-batches',
    bytes: mill({ 2: view => view.setUint16(HEADER + 4, 0xffff, true) }),
  },
  {
    name: 'no-index',
    note: OUTSIDE,
    problem: 'model.batch-indices',
    bytes: mill({ 13: view => view.setUint32(10, 0xfffffff0, true) }),
  },
  {
    name: 'far-base',
    note: OUTSIDE,
    problem: 'model.batch-vertices',
    bytes: mill({ 13: view => view.setUint32(16, 0xfffffff0, true) }),
  },
  {
    name: 'no-row',
    note: /1 batch has a material that the wear table lacks/,
    problem: 'model.batch-material',
    bytes: mill({ 13: view => view.setUint8(4, 99) }),
  },
  { name: 'no-positions', as: 'empty', note: /Chunk 3 is missing/, problem: 'model.chunk-missing', bytes: without(3) },
  { name: 'no-slots', as: 'empty', note: /Chunk 2 is missing/, problem: 'model.chunk-missing', bytes: without(2) },
  { name: 'no-batches', as: 'empty', note: /Chunk 13 is missing/, problem: 'model.chunk-missing', bytes: without(13) },
  { name: 'no-uvs', note: /no texture coordinates/, problem: 'model.chunk-unusual', bytes: without(5) },
  { name: 'no-keys', bytes: without(8) },
  { name: 'no-nodes', as: 'entry', note: /no chunk of type 1/, problem: 'model.chunk-missing', bytes: without(1) },
  {
    name: 'nan-key',
    note: PARENT,
    problem: 'model.key-not-finite',
    bytes: mill({ 8: view => view.setFloat32(KEY + 4, NaN, true) }),
  },
  { name: 'far-keys', note: PARENT, problem: 'model.key-not-finite', bytes: mill({ 8: everyFloat(Infinity, 0, KEY) }) },
  { name: 'big-keys', note: PARENT, bytes: mill({ 8: everyFloat(3e38, 0, KEY) }) },
  { name: 'nan-times', note: PARENT, problem: 'model.key-not-finite', bytes: mill({ 8: everyFloat(NaN, 12, KEY) }) },
  {
    name: 'nan-vertex',
    note: AT_ZERO,
    problem: 'model.position-not-finite',
    bytes: mill({ 3: view => view.setFloat32(0, NaN, true) }),
  },
  {
    name: 'far-vertices',
    note: AT_ZERO,
    problem: 'model.position-not-finite',
    bytes: mill({ 3: everyFloat(-Infinity, 0, 12) }),
  },
  { name: 'big-vertices', note: AT_ZERO, bytes: mill({ 3: everyFloat(3e38, 0, 12) }) },
  {
    name: 'crowd',
    note: /65,535 nodes/,
    problem: 'model.count',
    bytes: mill({ 1: (_, payload) => crowd(payload) }),
  },
  { name: 'no-material', note: /NO_SUCH/, bytes: millModel(), materials: ['NO_SUCH', 'ROOF'] },
  { name: 'own-name', note: /ITSELF/, bytes: millModel(), materials: ['ITSELF', 'ROOF'] },
  { name: 'no-name', note: /NOTHING/, bytes: millModel(), materials: ['NOTHING', 'ROOF'] },
  {
    name: 'zero-texture',
    note: /ZERO\.0/,
    problem: 'texture.size-zero',
    bytes: millModel(),
    materials: ['ZERO', 'ROOF'],
  },
  {
    name: 'cut-texture',
    note: /CUT\.0/,
    problem: 'texture.pixels-missing',
    bytes: millModel(),
    materials: ['CUT', 'ROOF'],
  },
  { name: 'half', as: 'entry', note: /it was cut/, problem: 'nres.header-size', bytes: half(millModel()) },
]

/** Textures that are as bad, and what is seen of each: a part of the reason, or some of its levels. */
export const DAMAGED_TEXTURES: readonly (readonly [name: string, reason: RegExp, problem: string])[] = [
  ['ZERO.0', /0 × 64/, 'texture.size-zero'],
  ['CUT.0', /the entry has 468 bytes/, 'texture.pixels-missing'],
  ['CUTMIPS.0', /4 of 7 are shown/, 'texture.mips-missing'],
  ['MANYMIPS.0', /7 of 4294967295 are shown/, 'texture.mips-missing'],
  ['HUGE.0', /2147483647 × 2147483647/, 'texture.pixels-missing'],
  ['NOFORMAT.0', /12345/, 'texture.format'],
  ['STUMP.0', /9 bytes/, 'texture.header-cut'],
]

/** Writes the damaged models into an install, each with a wear table, and materials and textures that are as bad. */
export function putDamagedModels(install: string): void {
  const folder = join(install, 'HURT')
  mkdirSync(folder, { recursive: true })
  const put = (name: string, bytes: Uint8Array, materials: readonly string[] = MATERIALS): void => {
    writeFileSync(join(folder, `${name}.msh`), bytes)
    writeFileSync(join(folder, `${name}.wea`), wearTable(materials))
  }
  for (const { name, bytes, materials } of DAMAGED_MODELS) put(name, bytes, materials)
  put('good', millModel())
  writeFileSync(join(folder, 'half-row.rlb'), halfRow(millModel()))
  addRows(join(install, 'Material.lib'), rows => {
    const wall = rows.find(({ attributes }) => attributes['name'] === 'WALL')
    const like = (name: string, texture: string): Row[] => {
      if (!wall) return []
      const payload = wall.payload.slice()
      const at = Buffer.from(payload).indexOf('WALL01.0')
      payload.fill(0, at, at + 16)
      payload.set(Buffer.from(texture), at)
      return [{ attributes: { ...wall.attributes, name }, payload }]
    }
    const cutShort = like('NOTHING', '').map(row => ({ ...row, payload: row.payload.subarray(0, 5) }))
    return [...like('ITSELF', 'ITSELF'), ...like('ZERO', 'ZERO.0'), ...like('CUT', 'CUT.0'), ...cutShort]
  })
  addRows(join(install, 'Textures.lib'), rows => {
    const wall = rows.find(({ attributes }) => attributes['name'] === 'WALL01.0')
    if (!wall) return []
    const { payload, attributes } = wall
    const changed = (name: string, change: (view: DataView) => void): Row => {
      const bytes = payload.slice()
      change(new DataView(bytes.buffer))
      return { attributes: { ...attributes, name }, payload: bytes }
    }
    return [
      changed('ZERO.0', view => view.setUint32(4, 0, true)),
      { attributes: { ...attributes, name: 'CUT.0' }, payload: payload.subarray(0, 500) },
      { attributes: { ...attributes, name: 'CUTMIPS.0' }, payload: payload.subarray(0, payload.length - 40) },
      changed('MANYMIPS.0', view => view.setUint32(12, 0xffffffff, true)),
      changed('HUGE.0', view => {
        view.setUint32(4, 0x7fffffff, true)
        view.setUint32(8, 0x7fffffff, true)
      }),
      changed('NOFORMAT.0', view => view.setUint32(28, 12345, true)),
      { attributes: { ...attributes, name: 'STUMP.0' }, payload: payload.subarray(0, 9) },
    ]
  })
}

/** An archive of a good model and one whose row promises more than there is. */
function halfRow(model: Uint8Array): Uint8Array {
  const row = (name: string): Row => ({
    attributes: { name, type_id: typeIdOf('MESH'), attr1: 0, attr2: 0, attr3: 0 },
    payload: model,
  })
  const bytes = writeArchive([row('whole.msh'), row('cut.msh')])
  // The directory is at the end; its rows have 64 bytes, the size is at 12 and the place at 56.
  const view = new DataView(bytes.buffer)
  const last = bytes.length - 64
  view.setUint32(last + 12, model.length / 2, true)
  return bytes
}

function addRows(file: string, more: (rows: readonly Row[]) => readonly Row[]): void {
  const rows = rowsOf(new Uint8Array(readFileSync(file)))
  writeFileSync(file, writeArchive([...rows, ...more(rows)]))
}
