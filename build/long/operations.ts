import { addEntry, editFrom, removeEntry, setAttributes, type Edit } from '@areal-studio/core/edit'
import {
  assign,
  document,
  fromJson,
  insertRecords,
  locate,
  removeRecords,
  toJson,
  type Document,
  type Layout,
  type Value,
} from '@areal-studio/core/layout'
import type { EntryImage } from '@areal-studio/core/studio'
import { isArchive, isSame, POINT, pointsIn, readFile, write, type Bytes } from './archive'
import { changesBetween, hasOwnIds, joined, spliceBetween, type Change, type Step } from './edits'
import { archivesOf, leavesOf, pathOf, type Field, type Leaf } from './world'
import { Difference, Open, type Walk } from './walk'

/** Where an operation takes its choices from: numbers of its own, so that leaving out others does not change it. */
export class Choices {
  private at = 0

  constructor(private readonly numbers: readonly number[]) {}

  /** A whole number below `limit`. */
  below(limit: number): number {
    const number = this.numbers[this.at++ % this.numbers.length] ?? 0
    return limit <= 0 ? 0 : number % limit
  }

  of<T>(list: readonly T[]): T | undefined {
    return list[this.below(list.length)]
  }

  bytes(count: number): Bytes {
    return Uint8Array.from({ length: count }, () => this.below(256))
  }
}

/** Returns a description of the operation; undefined where there was nothing to do. */
export type Operation = (walk: Walk, choices: Choices) => Promise<string | undefined>

const OUTSIDE = ['workspace.pristine-']
const EMPTY = new Uint8Array(0)

const leaves = ({ model }: Walk): readonly Leaf[] =>
  model.files.flatMap(file => {
    const node = model.node(file)
    return node ? leavesOf(file, node) : []
  })

const isClosed = (walk: Walk, step: Step): boolean => step.some(({ file }) => walk.model.isConflict(file))

const mayBeClosed = (walk: Walk, step: Step): boolean =>
  isClosed(walk, step) || step.some(({ file }) => walk.model.mayConflict(file))

/** Commits edits, and the changes that they are in the model: refused where another program changed one of the files. */
async function commit(walk: Walk, edits: readonly Edit[], step: Step): Promise<void> {
  const transaction = { label: { code: 'label.edit', params: {} }, edits }
  const { done } = await walk.attempt(() => walk.api.commit(transaction), {
    must: isClosed(walk, step),
    codes: mayBeClosed(walk, step) ? OUTSIDE : [],
  })
  if (done) walk.model.commit(step)
}

/** The entry as the program shows it, which must be what the model has. */
async function read(walk: Walk, { file, steps, bytes }: Leaf): Promise<EntryImage> {
  await walk.api.outside()
  const image = await walk.image(file, pathOf(file, steps))
  if (!isSame(image.bytes, bytes) && walk.isRenumbered(file)) throw new Open(file)
  if (!isSame(image.bytes, bytes)) throw new Difference(`${image.entry} is not what the model has`)
  return image
}

const editOf = (image: EntryImage, splices: Edit['splices']): Edit => ({
  entry: image.entry,
  base: image.revision,
  splices,
})

/** Makes an entry of these bytes with the least change. */
async function become(walk: Walk, leaf: Leaf, after: Bytes): Promise<string> {
  const splices = spliceBetween(leaf.bytes, after)
  const image = await read(walk, leaf)
  await commit(walk, [editOf(image, splices)], [{ file: leaf.file, steps: leaf.steps, do: 'splice', splices }])
  return `${image.entry} at ${splices.map(({ offset }) => offset).join()} ${leaf.bytes.length} -> ${after.length} bytes`
}

/** Overwrites bytes, each with another one. */
const overwritten = (bytes: Bytes, at: number, values: Bytes): Bytes =>
  bytes.map((byte, i) => (i >= at && i < at + values.length ? byte ^ ((values[i - at] ?? 0) || 1) : byte))

const hex: Operation = async (walk, choices) => {
  const leaf = choices.of(leaves(walk).filter(({ bytes }) => bytes.length > 0))
  if (!leaf) return undefined
  const at = choices.below(leaf.bytes.length)
  const count = Math.min(1 + choices.below(5), leaf.bytes.length - at)
  return become(walk, leaf, overwritten(leaf.bytes, at, choices.bytes(count)))
}

const resize: Operation = async (walk, choices) => {
  const leaf = walk.world.isResizable ? choices.of(leaves(walk)) : undefined
  if (!leaf || leaf.bytes.length > 200) return undefined
  const at = choices.below(leaf.bytes.length + 1)
  const removed = choices.below(3)
  const after = joined(
    leaf.bytes.subarray(0, at),
    choices.bytes(removed === 0 ? 1 + choices.below(6) : choices.below(3)),
    leaf.bytes.subarray(at + removed),
  )
  return after.length === 0 || isSame(after, leaf.bytes) ? undefined : become(walk, leaf, after)
}

/** Two entries in one step. */
const both: Operation = async (walk, choices) => {
  const [a, b] = [choices.of(leaves(walk)), choices.of(leaves(walk))]
  if (!a || !b || a.bytes.length === 0 || b.bytes.length === 0 || pathOf(a.file, a.steps) === pathOf(b.file, b.steps))
    return undefined
  const made = await Promise.all(
    [a, b].map(async leaf => {
      const splices = spliceBetween(
        leaf.bytes,
        overwritten(leaf.bytes, choices.below(leaf.bytes.length), choices.bytes(1)),
      )
      return {
        edit: editOf(await read(walk, leaf), splices),
        change: { file: leaf.file, steps: leaf.steps, do: 'splice', splices } as const,
      }
    }),
  )
  await commit(
    walk,
    made.map(({ edit }) => edit),
    made.map(({ change }) => change),
  )
  return made.map(({ edit }) => edit.entry).join(' and ')
}

interface Opened {
  readonly leaf: Leaf
  readonly image: EntryImage
  readonly opened: Document
  readonly field: Field
}

async function opened(walk: Walk, choices: Choices): Promise<Opened | undefined> {
  const leaf = choices.of(
    leaves(walk).filter(({ file, attributes, bytes }) => walk.world.fieldsOf(file, attributes, bytes).length > 0),
  )
  const field = leaf && choices.of(walk.world.fieldsOf(leaf.file, leaf.attributes, leaf.bytes))
  if (!leaf || !field) return undefined
  const image = await read(walk, leaf)
  const layout = walk.world.family.formats.find(({ id }) => id === image.format)?.layout?.(image.info)
  if (!layout) throw new Difference(`${image.entry} has no fields`)
  return { leaf, image, field, opened: document(layout, image.bytes) }
}

/** The bytes with a number in a field, as the rules of the format have it. */
function withNumber(bytes: Bytes, { offset, size }: Field, value: number): Bytes {
  const after = Buffer.from(bytes)
  after.writeUIntLE(value, offset, size)
  return new Uint8Array(after)
}

async function assigned(
  walk: Walk,
  { leaf, image, opened, field }: Opened,
  path: string,
  value: Value,
  number: number,
): Promise<void> {
  const splices = spliceBetween(leaf.bytes, withNumber(leaf.bytes, field, number))
  const edit = editFrom(image, assign(opened, path, value))
  if (splices.length === 0 && edit.splices.length === 0) return
  await commit(walk, [edit], [{ file: leaf.file, steps: leaf.steps, do: 'splice', splices }])
}

const setField: Operation = async (walk, choices) => {
  const found = await opened(walk, choices)
  if (!found) return undefined
  const { record, name, size } = found.field
  const value = choices.below(256 ** Math.min(size, 3))
  await assigned(walk, found, `${record}/${name}`, value, value)
  return `${found.image.entry} ${record}/${name}=${value}`
}

const setJson: Operation = async (walk, choices) => {
  const found = await opened(walk, choices)
  const { record = '', name = '', size = 1 } = found?.field ?? {}
  const node = found && locate(found.opened, record)
  if (!found || !node) return undefined
  const value = choices.below(256 ** Math.min(size, 3))
  const text = toJson(node).replace(new RegExp(`("${name}":\\s*)-?\\d+`), (_, key: string) => `${key}${value}`)
  await assigned(walk, found, record, fromJson(node.layout as Layout<Value>, text), value)
  return `${found.image.entry} ${record} by JSON, ${name}=${value}`
}

/** Records inserted or removed; the count follows. */
const records: Operation = async (walk, choices) => {
  const leaf = walk.world.isResizable
    ? choices.of(
        leaves(walk).filter(({ file, attributes, bytes }) => walk.world.fieldsOf(file, attributes, bytes).length > 0),
      )
    : undefined
  const total = leaf && pointsIn(leaf.bytes)
  if (!leaf || !total || total > 40) return undefined
  const image = await read(walk, leaf)
  const layout = walk.world.family.formats.find(({ id }) => id === image.format)?.layout?.(image.info)
  if (!layout) throw new Difference(`${image.entry} has no fields`)
  const at = choices.below(total)
  const isPut = choices.below(2) === 0
  const [x, y, kind, unk_5] = [choices.below(65536), choices.below(65536), 1 + choices.below(255), choices.below(256)]
  const start = POINT.header + at * POINT.size
  const record = isPut ? Uint8Array.of(x & 255, x >> 8, y & 255, y >> 8, kind, unk_5) : EMPTY
  const end = isPut ? start : start + POINT.size
  const count = Buffer.alloc(POINT.header)
  count.writeUInt32LE(isPut ? total + 1 : total - 1)
  const splices = [
    ...spliceBetween(leaf.bytes.subarray(0, POINT.header), new Uint8Array(count)),
    { offset: start, removed: leaf.bytes.slice(start, end), inserted: record },
  ]
  const made = document(layout, image.bytes)
  const assignment = isPut
    ? insertRecords(made, 'points', at, [{ x, y, kind, unk_5 }])
    : removeRecords(made, 'points', at, 1)
  await commit(walk, [editFrom(image, assignment)], [{ file: leaf.file, steps: leaf.steps, do: 'splice', splices }])
  return `${image.entry} ${isPut ? 'put in' : 'taken out'} points/${at}`
}

/** A file of the user's in place of an entry. */
const incoming: Operation = async (walk, choices) => {
  const leaf = choices.of(leaves(walk).filter(({ bytes }) => bytes.length < 2000))
  if (!leaf) return undefined
  const size = walk.world.isResizable ? 1 + choices.below(12) : leaf.bytes.length
  const bytes = choices.below(3) === 0 ? leaf.bytes : choices.bytes(size)
  const step: Step = [{ file: leaf.file, steps: leaf.steps, do: 'splice', splices: spliceBetween(leaf.bytes, bytes) }]
  const image = await read(walk, leaf)
  const isRefused = isClosed(walk, step)
  const { done, value } = await walk.attempt(
    () => walk.api.incoming(image.entry, bytes, { dryRun: false, file: 'own.bin' }),
    { must: isRefused && !isSame(bytes, leaf.bytes), codes: mayBeClosed(walk, step) ? OUTSIDE : [] },
  )
  if (done && (value?.commit === null) !== isSame(bytes, leaf.bytes))
    throw new Difference(`${image.entry}: ${value?.commit === null ? 'nothing' : 'something'} was changed`)
  if (done && value?.commit) walk.model.commit(step)
  return `${bytes.length} bytes into ${image.entry}`
}

interface Place {
  readonly file: string
  readonly steps: readonly string[]
  readonly rows: readonly string[]
  readonly gaps: number
}

const archives = ({ model, world }: Walk): readonly Place[] =>
  (world.isResizable ? model.files : []).flatMap(file => {
    const node = model.node(file)
    return node ? archivesOf(node).map(one => ({ file, ...one })) : []
  })

const addRow: Operation = async (walk, choices) => {
  const place = choices.of(archives(walk).filter(({ rows }) => rows.length < 8))
  if (!place) return undefined
  const { file, steps, rows } = place
  await walk.api.outside()
  const path = await walk.api.nextEntry(pathOf(file, steps))
  const id = /!#(\+\d+)$/.exec(path)?.[1]
  if (id === undefined) throw new Difference(`${path} is no path of an added row`)
  const attributes = { name: `n${choices.below(100)}`, type_id: choices.below(2), flag: choices.below(256) }
  const at = choices.below(rows.length + 1)
  const payload =
    attributes.type_id === 1
      ? joined(Uint8Array.of(1, 0, 0, 0), choices.bytes(3), Uint8Array.of(0, 5, 6))
      : choices.bytes(1 + choices.below(6))
  const info = await walk.api.info()
  await commit(
    walk,
    [addEntry(path, info?.revision ?? 0, { ...attributes, row: at }, payload)],
    [{ file, steps, do: 'add', id, place: at, attributes, payload }],
  )
  return `${path} at ${at}, ${payload.length} bytes`
}

interface RowPlace {
  readonly file: string
  readonly steps: readonly string[]
  readonly place: number
  readonly count: number
}

const rowsOf = (walk: Walk): readonly RowPlace[] =>
  archives(walk).flatMap(({ file, steps, rows }) =>
    rows.map((id, place) => ({ file, steps: [...steps, id], place, count: rows.length })),
  )

function rowAt(
  { model }: Walk,
  file: string,
  steps: readonly string[],
): { readonly attributes: Readonly<Record<string, string | number>>; readonly payload: Bytes } {
  let node = model.node(file)
  let attributes: Readonly<Record<string, string | number>> = {}
  for (const id of steps) {
    const row = isArchive(node) ? node.rows.find(one => one.id === id) : undefined
    if (!row) throw new Difference(`no row ${id} in ${file}`)
    node = row.node
    attributes = row.attributes
  }
  return { attributes, payload: node ? write(node) : EMPTY }
}

const removeRow: Operation = async (walk, choices) => {
  const row = choices.of(rowsOf(walk))
  if (!row) return undefined
  const { file, steps } = row
  await walk.api.outside()
  const image = await walk.image(file, pathOf(file, steps))
  await commit(walk, [removeEntry(image)], [{ file, steps, do: 'remove', ...rowAt(walk, file, steps) }])
  return image.entry
}

const changeRow: Operation = async (walk, choices) => {
  const row = choices.of(rowsOf(walk))
  if (!row) return undefined
  const { file, steps, place, count } = row
  await walk.api.outside()
  const image = await walk.image(file, pathOf(file, steps))
  const before = rowAt(walk, file, steps).attributes
  const to = choices.below(2) === 0 ? choices.below(count) : place
  const flag =
    choices.below(2) === 0 || to === place
      ? (Number(before['flag']) + 1 + choices.below(200)) % 256
      : Number(before['flag'])
  const after = { ...before, flag, ...(choices.below(3) === 0 && { name: `m${choices.below(100)}` }) }
  await commit(
    walk,
    [setAttributes(image, { ...after, row: to })],
    [{ file, steps, do: 'attributes', before, after, place: to }],
  )
  return `${image.entry} flag ${flag} from row ${place} to ${to}`
}

const gap: Operation = async (walk, choices) => {
  const place = choices.of(archives(walk).filter(({ gaps }) => gaps > 0))
  if (!place) return undefined
  const { file, steps, gaps } = place
  const number = choices.below(gaps)
  const path = `${pathOf(file, steps)}!gap#${number}`
  await walk.api.outside()
  const image = await walk.image(file, path)
  const splices = spliceBetween(
    image.bytes,
    overwritten(image.bytes, choices.below(image.bytes.length), choices.bytes(1)),
  )
  await commit(walk, [editOf(image, splices)], [{ file, steps, do: 'gap', gap: number, splices }])
  return path
}

export const OWN = ['DATA/own0.pts', 'DATA/own1.pts']

const create: Operation = async (walk, choices) => {
  const file = choices.of(OWN) ?? ''
  if (walk.model.node(file)) return undefined
  const payload = joined(Uint8Array.of(1, 0, 0, 0), choices.bytes(4), Uint8Array.of(1 + choices.below(255), 6))
  const info = await walk.api.info()
  await commit(walk, [addEntry(file, info?.revision ?? 0, {}, payload)], [{ file, steps: [], do: 'create', payload }])
  return file
}

const remove: Operation = async (walk, choices) => {
  const file = choices.of(walk.model.files.filter(one => OWN.includes(one) || choices.below(9) === 0))
  if (file === undefined) return undefined
  const payload = walk.model.bytes(file) ?? EMPTY
  await walk.api.outside()
  const image = await walk.api.read(file)
  const step: Step = [{ file, steps: [], do: 'delete', payload }]
  const isOriginal = walk.model.base(file) !== undefined
  const { done } = await walk.attempt(
    () => walk.api.commit({ label: { code: 'label.edit', params: {} }, edits: [removeEntry(image)] }),
    {
      must: isOriginal || isClosed(walk, step),
      codes: isClosed(walk, step) ? OUTSIDE : isOriginal ? ['entry.is-original'] : [],
    },
  )
  if (done) walk.model.commit(step)
  return file
}

/** Back to the original: a whole file, or an entry of one. */
const revert: Operation = async (walk, choices) => {
  const file = choices.of(walk.model.names.filter(one => walk.model.node(one)))
  if (file === undefined) return undefined
  const { model } = walk
  const [base, before] = [model.base(file), model.bytes(file)]
  const inside = model.node(file)
  const kept = base && readFile(file, base)
  const isCut = model.changesOf(file).some(change => change.isCut)
  const leaf =
    inside && kept && !isCut && isArchive(inside) && choices.below(2) === 0
      ? choices.of(leavesOf(file, inside).filter(one => !one.steps.some(id => id.startsWith('+'))))
      : undefined
  const original = leaf && kept && leavesOf(file, kept).find(one => one.steps.join() === leaf.steps.join())
  if (leaf && (!original || String(original.attributes['type_id']) !== String(leaf.attributes['type_id'])))
    return undefined
  const step: Step =
    leaf && original
      ? leafBack(leaf, original, model.node(file))
      : hasOwnIds(model.node(file))
        ? changesBetween(file, before, base)
        : wholly(file, before, base)
  await walk.api.outside()
  const path = leaf ? pathOf(file, leaf.steps) : file
  const { done, value } = await walk.attempt(() => walk.api.revert(path), {
    must: isClosed(walk, step),
    codes: mayBeClosed(walk, step) || model.isConflict(file) ? OUTSIDE : [],
  })
  if (!done) return `${path} refused`
  if ((value === null) !== (step.length === 0))
    throw new Difference(`${path}: ${value === null ? 'nothing' : 'something'} was taken back`)
  if (step.length > 0) model.commit(step, !leaf)
  return path
}

const wholly = (file: string, removed: Bytes | undefined, inserted: Bytes | undefined): Step =>
  removed && inserted && !isSame(removed, inserted)
    ? [{ file, steps: [], do: 'whole', removed, inserted, isCut: true }]
    : changesBetween(file, removed, inserted)

function leafBack(
  { file, steps, bytes, attributes }: Leaf,
  original: Leaf,
  root: ReturnType<Walk['model']['node']>,
): Step {
  const splices = spliceBetween(bytes, original.bytes)
  const { row: _, ...before } = attributes
  const { row: __, ...after } = original.attributes
  const place =
    archivesOf(root ?? EMPTY)
      .find(one => one.steps.join() === steps.slice(0, -1).join())
      ?.rows.indexOf(steps.at(-1) ?? '') ?? 0
  const isOther = Object.keys(after).some(name => before[name] !== after[name])
  const changes: Change[] = splices.length > 0 ? [{ file, steps, do: 'splice', splices }] : []
  return isOther ? [...changes, { file, steps, do: 'attributes', before, after, place }] : changes
}

/** Entries that no rule decides are read before they are edited. */
const looking =
  (operation: Operation): Operation =>
  async (walk, choices) => {
    if (walk.model.names.some(file => walk.model.mayConflict(file))) await walk.compareOutside()
    return operation(walk, choices)
  }

const ALL: Readonly<Record<string, Operation>> = {
  hex,
  resize,
  both,
  setField,
  setJson,
  records,
  incoming,
  addRow,
  removeRow,
  changeRow,
  gap,
  create,
  remove,
  revert,
}
export const EDITS: Readonly<Record<string, Operation>> = Object.fromEntries(
  Object.entries(ALL).map(([name, operation]) => [name, looking(operation)]),
)
