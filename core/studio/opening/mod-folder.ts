import { isRecord, safeName, StudioError, type ModInfo } from '../../format'
import { fromText } from '../../format/text-bytes'
import { encodeText } from '../../layout'
import type { ModFolderInfo } from '../api/opening'
import type { Workspace } from '../entries/workspace'
import { ABOUT, aboutOf } from '../journal/migrate'

/** The mod that the workspace deploys into; undefined where it deploys into the game's own files. */
export async function chosenMod({ parts: { store } }: Workspace): Promise<ModInfo | undefined> {
  const chosen = (await aboutOf(store))?.['modFolder']
  if (!isRecord(chosen)) return undefined
  const { name, time } = chosen
  return typeof name === 'string' && isModName(name) && typeof time === 'number' ? { name, time } : undefined
}

/** Where deploy writes; null where the family's games have no folders for mods. */
export async function modFolderOf(workspace: Workspace): Promise<ModFolderInfo | null> {
  const { family } = workspace.parts
  if (!family?.modFolder) return null
  return { folder: family.modFolder.folder, name: (await chosenMod(workspace))?.name ?? '' }
}

/**
 * Chooses the mod folder that deploy writes to, '' for the game's own files, and stores it in the description of the
 * workspace. Nothing is deployed. Throws StudioError `mod-folder.none`, `mod-folder.name`, `mod-folder.taken` where the
 * install has a folder of that name, `workspace.read-only`.
 */
export async function chooseModFolder(workspace: Workspace, name: string): Promise<ModFolderInfo> {
  const { family, host, install, store, lock } = workspace.parts
  workspace.guardWritable()
  const folder = family?.modFolder?.folder
  if (!family || folder === undefined) throw new StudioError('mod-folder.none')
  if (name !== '' && !isModName(name)) throw new StudioError('mod-folder.name', { name })
  const before = await chosenMod(workspace)
  if (before?.name === name || (!before && name === '')) return { folder, name }
  const taken = install.names.find(
    file =>
      file.toLowerCase().startsWith(`${folder}/${name}/`.toLowerCase()) && install.record(file)?.pristine !== null,
  )
  if (name !== '' && taken !== undefined) throw new StudioError('mod-folder.taken', { name, file: taken })
  await lock.hold('edit', async () => {
    const { modFolder: _before, ...about } = (await aboutOf(store)) ?? {}
    const next = { ...about, ...(name !== '' && { modFolder: { name, time: host.now() } }) }
    await store.write(ABOUT, fromText(`${JSON.stringify(next, null, 2)}\n`))
  })
  return { folder, name }
}

/** A name that is one part of a path on every system, in letters that loaders read. */
const isModName = (name: string): boolean =>
  name.length <= 64 && name === safeName(name) && encodeText(name, 'ascii') instanceof Uint8Array
