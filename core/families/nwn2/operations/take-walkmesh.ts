import { difference } from '../../../edit'
import { StudioError, type Opened, type Operation } from '../../../format'
import { neededMesh, outcomeOf, walkmeshOf } from './walkmesh-entry'

/** Opens a file of the install, or a row of an archive: `hak/a.hak!cell.trx`. */
async function sourceOf(entry: Opened, file: string): Promise<Opened | undefined> {
  const [path = '', row] = file.split('!')
  const found = await entry.file(path)
  return row === undefined ? found : found?.row(row)
}

/** Replaces a walkmesh by that of another TRX or TRN; ground and water stay. */
export const TAKE_WALKMESH: Operation = {
  id: 'nwn2.take-walkmesh',
  isHeavy: true,
  parameters: [{ name: 'file', kind: 'text', initial: '' }],
  async run(entry, { parameters }) {
    const own = await walkmeshOf(entry)
    const file = String(parameters['file'])
    const source = await sourceOf(own, file)
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
