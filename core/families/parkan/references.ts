import type { Opened } from '../../format'
import type { Node } from '../../layout'
import { placeOf, textOf } from '../../format/fields'
import type { Report } from '../../format/report'

/**
 * Checks that the archive and row that a record names are there (parkan 8.4). A reference without both texts names
 * nothing; an archive that is not in the install is not missed.
 */
export async function checkReference(
  entry: Opened,
  record: Node,
  { path, code }: { readonly path: string; readonly code: string },
  report: Report,
): Promise<void> {
  const archive = textOf(record, `${path}archive`)
  const name = textOf(record, `${path}name`)
  if (archive === '' || name === '') return
  const listed = await entry.archive(archive)
  if (!listed || (await listed.row(name))) return
  const place = placeOf(record, path === '' ? 'name' : path.slice(0, -1))
  report.warning(code, { record: record.path, archive, name }, place)
}
