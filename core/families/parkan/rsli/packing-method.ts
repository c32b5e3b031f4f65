import { sameBytes, setAttributes } from '../../../edit'
import { parsePath, StudioError, type Opened, type Operation } from '../../../format'
import { ENCODINGS, METHOD_MASK, libraryOf, unpackRow } from './library'

/** Methods by the words of the parameter (parkan 2.4). */
const METHODS: ReadonlyMap<string, number> = new Map([
  ['stored', 0],
  ...Object.entries(ENCODINGS).flatMap(([method, word]) =>
    word === undefined ? [] : [[word, Number(method)] as const],
  ),
])
const MOST_ROWS = 0x7fff

/**
 * Whether the content of a row is known: it was written here, or its stored bytes can be unpacked. Bytes that cannot be are
 * the content of their row until it is replaced.
 */
function isUnpacked(archive: Opened, { path, bytes }: Opened): boolean {
  const row = libraryOf(archive.base).rows[Number(parsePath(path).steps.at(-1))]
  if (!row || path.includes('+') || (row.flags & METHOD_MASK) === 0) return true
  if (unpackRow(archive.base, row) instanceof Uint8Array) return true
  return !sameBytes(bytes, archive.base.subarray(row.offset, row.offset + row.size))
}

/** Another packing method for one row, by its number; its content stays, and so do the stored bytes of all others (parkan 2.4). */
export const PACKING_METHOD: Operation = {
  id: 'packing-method',
  parameters: [
    { name: 'row', kind: 'number', isWhole: true, least: 0, most: MOST_ROWS - 1, initial: 0 },
    { name: 'method', kind: 'choice', choices: [...METHODS.keys()], initial: 'deflate' },
  ],
  async run(entry, { parameters }) {
    const rows = await entry.entries()
    const [number, method] = [Number(parameters['row']), METHODS.get(String(parameters['method'])) ?? 0]
    const row = rows[number]
    if (!row)
      throw new StudioError('operation.value', {
        parameter: 'row',
        value: String(number),
        possible: `0…${rows.length - 1}`,
      })
    if (!isUnpacked(entry, row)) throw new StudioError('rsli.undecoded', { name: row.name }, row.path)
    const { path, bytes, attributes } = row
    const isSame = attributes['method'] === method
    const edit = setAttributes({ entry: path, revision: 0, bytes, attributes }, { method })
    return {
      label: { code: 'label.packing-method', params: { name: row.name, method: String(parameters['method']) } },
      edits: isSame ? [] : [edit],
      records: [],
      notices: [],
      counts: { rows: isSame ? 0 : 1 },
    }
  },
}
