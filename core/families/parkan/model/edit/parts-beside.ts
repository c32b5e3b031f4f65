import { apply, compose, difference, editFrom, type Edit } from '../../../../edit'
import { filePath, parentPath, StudioError, type Opened } from '../../../../format'
import {
  assignAll,
  document,
  locate,
  namingFields,
  ruleOf,
  spliceRecords,
  type AnyLayout,
  type Assigned,
  type Document,
} from '../../../../layout'
import { CONTROL } from '../../control/control'
import { BASE, CONTROL_POINTS, DAMAGE } from '../../parts/parts'
import { isRenumbered, recordsEdits, type Arrangement } from './arrangement'
import type { Model } from './model-edit'
import type { Arrangements } from './renumber'

/** Entries of the name of a model that name its nodes and triangles, by their endings (parkan 9.5, 9.6). */
const NAMING: Readonly<Record<string, AnyLayout>> = { cpt: CONTROL_POINTS, ctl: CONTROL, bas: BASE }

const fieldsIn = namingFields(['model-node', 'model-triangle'])

/** The archive of a chunk, as an entry among the others beside it. */
async function archiveOf(chunk: Opened): Promise<Opened | undefined> {
  const { path, container } = chunk
  const archive = parentPath(path)
  const outer = archive === undefined ? undefined : parentPath(archive)
  if (!container || archive === undefined || outer === undefined || outer !== filePath(archive)) return undefined
  const found = (await (await chunk.file(outer))?.entries())?.find(row => row.path === archive)
  // Of two rows of one name the entries beside belong to the first.
  return (await found?.beside(found.name))?.path === archive ? found : undefined
}

/**
 * What entries beside a model need after its nodes or triangles have other numbers: a record of damage for each node, and
 * their own numbers of nodes and triangles. None where the model is no row of an archive. Throws StudioError
 * `model.edit-named` where one of them names what is removed.
 */
export async function editsBeside(model: Model, { nodes, triangles }: Arrangements): Promise<readonly Edit[]> {
  if (!nodes && !(triangles && isRenumbered(triangles))) return []
  const archive = await archiveOf(model.entry)
  if (!archive) return []
  const beside = (ending: string) => archive.beside(archive.name.replace(/\.[^.]*$/, '') + `.${ending}`)
  const edits: Edit[] = []
  for (const [ending, layout] of Object.entries(NAMING)) {
    const entry = await beside(ending)
    const opened = entry && document(layout, entry.bytes)
    if (entry && opened?.isWhole) for (const edit of renamed(entry, opened, { nodes, triangles })) edits.push(edit)
  }
  const damage = nodes && (await beside('ndp'))
  return damage ? [...edits, ...damageEdits(damage, nodes, model.nodes.count)] : edits
}

function renamed(
  entry: Opened,
  opened: Document,
  { nodes, triangles }: { readonly nodes: Arrangement | undefined; readonly triangles: Arrangement | undefined },
): readonly Edit[] {
  const changes: Assigned[] = []
  for (const field of fieldsIn(opened)) {
    const order = ruleOf(field.meta) === 'model-node' ? nodes : triangles
    const number = Number(field.value)
    if (!order || number < 0 || number >= order.at.length - 1) continue
    if (!order.isKept(number))
      throw new StudioError('model.edit-named', { name: entry.name, field: field.path }, entry.path)
    if (order.at[number] !== number) changes.push({ path: field.path, value: order.at[number] ?? 0 })
  }
  if (changes.length === 0) return []
  const image = { entry: entry.path, revision: 0, bytes: entry.bytes, attributes: entry.attributes }
  return [editFrom(image, assignAll(opened, changes))]
}

/** A record of damage for each node; none where there was not one for each before. */
function damageEdits(entry: Opened, order: Arrangement, count: number): readonly Edit[] {
  const opened = document(DAMAGE, entry.bytes)
  const array = locate(opened, 'nodes')
  if (!opened.isWhole || array?.childCount !== count) return []
  const bytesOf = (source: number): Uint8Array => {
    const node = array.child(source)
    return entry.bytes.subarray(node.offset, node.offset + node.size)
  }
  const image = { entry: entry.path, revision: 0, bytes: entry.bytes, attributes: entry.attributes }
  const edits = recordsEdits('nodes', order, bytesOf)
  const structure = edits.length > 0 ? spliceRecords(opened, edits) : { splices: [] }
  const bytes = apply(entry.bytes, structure.splices)
  const placed = bytes.slice()
  const stride = array.childCount > 0 ? array.child(0).size : 0
  order.from.forEach((source, place) => placed.set(bytesOf(source), array.offset + stride * place))
  const edit = editFrom(image, { ...structure, splices: compose(structure.splices, difference(bytes, placed)) })
  return edit.splices.length > 0 ? [edit] : []
}
