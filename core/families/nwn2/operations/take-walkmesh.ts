import { apply, difference } from '../../../edit'
import {
  StudioError,
  type Conversion,
  type Opened,
  type Operation,
  type OperationRun,
  type Outcome,
} from '../../../format'
import { readObj } from '../../../format/obj-read'
import { toText } from '../../../format/text-bytes'
import type { Bytes } from '../../../layout'
import { takenObj } from '../edit/take-obj'
import { finished } from './finished'
import { neededMesh, outcomeOf, walkmeshOf } from './walkmesh-entry'

/** Opens a file of the install, or a row of an archive: `hak/a.hak!cell.trx`. */
async function sourceOf(entry: Opened, file: string): Promise<Opened | undefined> {
  const [path = '', row] = file.split('!')
  const found = await entry.file(path)
  return row === undefined ? found : found?.row(row)
}

/** Triangles of a Wavefront OBJ in place of those of a walkmesh; a baked mesh is baked again. */
async function fromObj(own: Opened, obj: Bytes, given: OperationRun): Promise<Outcome> {
  const { draft, skipped } = takenObj(neededMesh(own), readObj(toText(obj)))
  const notices = skipped > 0 ? [{ code: 'notice.nwn2.faces-skipped', params: { n: skipped } }] : []
  return finished(own, draft, { code: 'label.nwn2.walkmesh-taken', notices }, given)
}

const OBJ = 'obj'

/** Conversions that also take an OBJ of any place, not only of the install: the triangles of a walkmesh are replaced by its triangles. */
export const withTakenObj = (conversions: readonly Conversion[]): readonly Conversion[] =>
  conversions.map(conversion => (conversion.ending === OBJ ? { ...conversion, decode: decodeObj } : conversion))

const decodeObj: NonNullable<Conversion['decode']> = async (entry, file) => {
  const given = { parameters: {}, records: [], step: () => Promise.resolve() }
  const { edits, notices } = await fromObj(entry, file, given)
  return { bytes: apply(entry.bytes, edits[0]?.splices ?? []), notices }
}

/** Replaces a walkmesh by that of another TRX or TRN, or by the triangles of an OBJ; ground and water stay. */
export const TAKE_WALKMESH: Operation = {
  id: 'nwn2.take-walkmesh',
  isHeavy: true,
  parameters: [{ name: 'file', kind: 'text', initial: '' }],
  async run(entry, given) {
    const own = await walkmeshOf(entry)
    const file = String(given.parameters['file'])
    const source = await sourceOf(own, file)
    if (source && /\.obj$/i.test(source.name)) return fromObj(own, source.bytes, given)
    const other = source && (await source.row('ASWM'))
    if (!other) throw new StudioError('nwn2.no-source', { file }, entry.path)
    const mesh = neededMesh(other)
    return outcomeOf(own, difference(own.bytes, other.bytes), {
      code: 'label.nwn2.walkmesh-taken',
      records: [],
      counts: { triangles: mesh.triangles.count },
      notices: [],
    })
  },
}
