import type { Opened, Words } from '../../../format'
import { records, textOf } from '../../../format/fields'
import { document, type Node } from '../../../layout'
import { hasType } from '../nres/directory'
import { PROTOTYPE } from '../prototype/prototype'

/** The archive whose rows list the resources of objects: models, controllers, other rows (parkan 9.4). */
export const OBJECTS = 'objects.rlb'
/** Rows of objects.rlb may inherit their model from one another at most this many times (parkan 6.13). */
const HOPS = 3

/** The model and the controller of a row of objects.rlb. */
interface PrototypeModel {
  /** The archive of chunks. */
  readonly model?: Opened
  readonly control?: Opened
  /** Why there is no model. */
  readonly missing?: Words
}

interface Found {
  readonly entry?: Opened
  readonly missing?: Words
}

/** The model that a row of objects.rlb names, itself or the row that it inherits from, and its controller (parkan 6.13). */
export async function prototypeModel(from: Opened, archive: string, name: string): Promise<PrototypeModel> {
  let control: Opened | undefined
  const result = ({ entry, missing }: Found): PrototypeModel => ({
    ...(entry && { model: entry }),
    ...(missing && { missing }),
    ...(control && { control }),
  })
  let next = await rowNamed(from, archive, name)
  for (let hop = 0; hop <= HOPS; hop++) {
    const row = next.entry
    if (!row) return result(next)
    const slots = records(document(PROTOTYPE, row.bytes), 'slots')
    control ??= (await slotOf(from, slots, /\.ctl$/i))?.entry
    const model = (await slotOf(from, slots, /\.msh$/i)) ?? (await slotOf(from, slots, /\.bas$/i, '.msh'))
    if (model) return result(model)
    const parent = slots.find(slot => textOf(slot, 'archive').toLowerCase() === OBJECTS)
    if (!parent) return result({ missing: { code: 'notice.unit.no-model', params: { name } } })
    next = await rowNamed(from, OBJECTS, textOf(parent, 'name'))
  }
  return result(next.entry ? { missing: { code: 'notice.unit.circle', params: { name } } } : next)
}

/** A row of an archive of the install; `missing`: the archive or the row that is not there. */
async function rowNamed(from: Opened, archive: string, name: string): Promise<Found> {
  const listed = await from.archive(archive)
  if (!listed) return { missing: { code: 'notice.unit.no-archive', params: { archive } } }
  const entry = await listed.row(name)
  return entry ? { entry } : { missing: { code: 'notice.unit.no-row', params: { archive, name } } }
}

const stemOf = (name: string): string => name.replace(/\.[^.]*$/, '')

/** The entry that the first slot of such a name refers to, or the one of the same stem with `ending`; undefined without such a slot. */
async function slotOf(from: Opened, slots: readonly Node[], name: RegExp, ending?: string): Promise<Found | undefined> {
  const slot = slots.find(one => name.test(textOf(one, 'name')))
  if (!slot) return undefined
  const named = textOf(slot, 'name')
  return rowNamed(from, textOf(slot, 'archive'), ending === undefined ? named : stemOf(named) + ending)
}

/** The chunk of a model of that type. */
export async function chunkOfModel(model: Opened, type: number): Promise<Opened | undefined> {
  const fits = hasType(type)
  return (await model.entries()).find(({ attributes }) => fits(attributes))
}
