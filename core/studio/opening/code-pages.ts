import type { EntryPath } from '../../edit'
import { filePath, StudioError } from '../../format'
import { fromText } from '../../format/text-bytes'
import type { CodePage } from '../../layout'
import type { ArchivePage } from '../api/opening'
import type { View } from '../entries/view'
import type { Workspace } from '../entries/workspace'
import { chosenPages, foundPage } from '../install/code-pages'
import { ABOUT, aboutOf } from '../journal/migrate'

/** The code page of the texts in an archive; null where its format has no choice. Throws StudioError `entry.missing`. */
export async function codePageOf(workspace: Workspace, archive: EntryPath): Promise<ArchivePage | null> {
  const view = await workspace.need(workspace.canonical(archive))
  return view.archive && view.format?.encoding ? pageOf(workspace, view) : null
}

function pageOf(workspace: Workspace, view: View): ArchivePage {
  const { families, install } = workspace.parts
  const { format } = view
  const family = families.find(({ formats }) => formats.some(one => one === format))
  const found = format && foundPage(format, view.base)
  const automatic = found ?? family?.encoding ?? 'cp1252'
  const chosen = install.codePages.get(view.path.toLowerCase())
  return { archive: view.path, page: chosen ?? automatic, automatic, isFound: !!found, isChosen: !!chosen }
}

/**
 * Chooses the code page of the texts in an archive, '' for the automatic one, and writes it into the description of the
 * workspace. No byte changes. Throws StudioError `entry.missing`, `page.none`, `workspace.read-only`.
 */
export async function chooseCodePage(
  workspace: Workspace,
  archive: EntryPath,
  page: CodePage | '',
): Promise<ArchivePage> {
  const { install, store, lock } = workspace.parts
  workspace.guardWritable()
  const view = await workspace.need(workspace.canonical(archive))
  if (!view.archive || !view.format?.encoding) throw new StudioError('page.none', { entry: view.path }, view.path)
  const key = view.path.toLowerCase()
  await lock.hold('edit', async () => {
    const { codePages: _before, ...about } = (await aboutOf(store)) ?? {}
    const pages = new Map(chosenPages({ codePages: _before ?? {} }))
    if (page === '') pages.delete(key)
    else pages.set(key, page)
    const next = { ...about, ...(pages.size > 0 && { codePages: Object.fromEntries(pages) }) }
    await store.write(ABOUT, fromText(`${JSON.stringify(next, null, 2)}\n`))
    install.codePages = pages
  })
  workspace.onOutside([filePath(view.path)], 'ours')
  return pageOf(workspace, view)
}
