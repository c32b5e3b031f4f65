import type { EntryPath } from '../../edit'
import { conversionFrom, StudioError, type Pictures } from '../../format'
import type { PicturesOptions } from '../api/pictures'
import { openedOf } from '../entries/entries'
import { largeFile } from '../entries/large-file'
import type { Session } from '../entries/session'
import { workIn } from '../import-export/work-in'

/** The pictures of an entry; null where its format has none or it does not exist. Throws errors of the given file. */
export async function pictures(
  { workspace }: Session,
  entry: EntryPath,
  { file }: PicturesOptions = {},
): Promise<Pictures | null> {
  const path = workspace.canonical(entry)
  if (await largeFile(workspace, path)) return null
  const view = await workspace.view(path, 'present')
  const format = view?.isReadable ? view.format : undefined
  if (!view || !format?.pictures) return null
  const opened = openedOf(workspace, view, 'present')
  if (!file) return format.pictures(opened.bytes, opened)
  const decode = conversionFrom(format, file.name, view.info)?.decode
  if (!decode) throw new StudioError('picture.other', {}, path)
  return format.pictures((await decode(opened, file.bytes, workIn(workspace), file)).bytes, opened)
}
