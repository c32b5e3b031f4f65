import type { Attributes, Edit } from '../../../edit'
import { StudioError, type Opened, type Params } from '../../../format'
import { recordSplice } from '../../../layout'
import { ArchiveHeader } from './directory'

/** Edits of header and directory rows for a fix; the studio fills in the revision. */
export async function repairArchive(entry: Opened, id: string, params: Params): Promise<readonly Edit[]> {
  if (id === 'nres.header-total') return [totalEdit(entry)]
  const rows = await entry.entries()
  if (id === 'nres.sort-order') {
    return rows
      .filter(row => 'sort_index' in row.attributes)
      .map(row => {
        const { sort_index: _, ...after } = row.attributes
        return attributeEdit(row, after)
      })
  }
  const row = rows.find(other => other.attributes['row'] === params['row'])
  const name = params['name']
  const value = params['value']
  if (
    id !== 'nres.attribute' ||
    !row ||
    typeof name !== 'string' ||
    !Object.hasOwn(row.attributes, name) ||
    value === undefined
  )
    throw new StudioError('repair.unknown', { id })
  return [attributeEdit(row, { ...row.attributes, [name]: value })]
}

const attributeEdit = (row: Opened, after: Attributes): Edit => ({
  entry: row.path,
  base: 0,
  splices: [],
  attributes: { before: row.attributes, after },
})

/** The archive as a whole, with the right size in its header: no row owns those bytes. The journal keeps the four of them. */
function totalEdit({ path, bytes }: Opened): Edit {
  const { offset, inserted: size } = recordSplice(bytes, 0, ArchiveHeader, { total_size: bytes.length })
  const inserted = bytes.slice()
  inserted.set(size, offset)
  return { entry: path, base: 0, splices: [{ offset: 0, removed: bytes, inserted }] }
}
