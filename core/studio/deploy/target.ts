import { StudioError, type ModFolder, type ModInfo, type ModFile } from '../../format'
import type { Bytes } from '../../layout'
import { overlayPath } from '../changes/changes'
import type { Seen, Workspace } from '../entries/workspace'
import { backupPath, keepCopy } from '../install/copies'
import { chosenMod } from '../opening/mod-folder'
import { changedImages, packable, presentHash, type Packable } from '../pack/pack'

/** Where deploy writes. */
export interface DeployTarget {
  /** The files that a deploy writes now. Throws StudioError `mod-folder.…` for a change that a mod cannot make. */
  files(seen?: Seen): Promise<Packable>
  /** Their content, after a pack. It is stored in the workspace too: an interrupted deploy is finished from there. */
  images(files: readonly string[]): Promise<ReadonlyMap<string, Bytes>>
  /** Whether a file has the planned content of its present entries. */
  isPresent(file: string, hash: string | undefined): Promise<boolean>
  /** Whether files are made from the packed ones; else they are these. */
  readonly isMod: boolean
}

/** The target that the user chose: the game's own files, or a mod folder. */
export async function targetOf(workspace: Workspace): Promise<DeployTarget> {
  const mod = await chosenMod(workspace)
  const { modFolder } = workspace.parts.family ?? {}
  return mod && modFolder ? modTarget(workspace, modFolder, mod) : ownFiles(workspace)
}

const ownFiles = (workspace: Workspace): DeployTarget => ({
  isMod: false,
  files: seen => packable(workspace, seen),
  isPresent: async (file, hash) => (await presentHash(workspace, file)) === hash,
  images: async files => {
    const { store } = workspace.parts
    const images = new Map<string, Bytes>()
    for (const file of files) {
      if (!(await store.stat(overlayPath(file)))) continue
      images.set(file, await store.read(overlayPath(file)))
      await store.settle(overlayPath(file)) // an interrupted deploy is finished from here
    }
    return images
  },
})

function modTarget(workspace: Workspace, folder: ModFolder, mod: ModInfo): DeployTarget {
  const made = async (seen?: Seen): Promise<ReadonlyMap<string, Bytes>> =>
    new Map((await modFiles(workspace, folder, mod, seen)).map(({ path, bytes }) => [path, bytes]))
  return {
    isMod: true,
    files: async seen => {
      const files = await made(seen)
      return new Map([...files].map(([path, bytes]) => [path, { hash: workspace.hash(bytes), size: bytes.length }]))
    },
    // The images are made from the present entries, and compared with the plan before anything is written.
    isPresent: () => Promise.resolve(true),
    images: async files => {
      const { store, host } = workspace.parts
      const images = await made()
      for (const file of files) {
        const bytes = images.get(file)
        if (bytes) await store.settle(backupPath(await keepCopy(store, bytes, host.hash)))
      }
      return images
    },
  }
}

/** The files of the mod's folder, by their paths in the install. Throws StudioError `deploy.foreign`, `mod-folder.…`. */
async function modFiles(
  workspace: Workspace,
  folder: ModFolder,
  mod: ModInfo,
  seen?: Seen,
): Promise<readonly ModFile[]> {
  const [conflict] = workspace.conflicts
  if (conflict !== undefined) throw new StudioError('deploy.foreign', { n: workspace.conflicts.size, file: conflict })
  const files: ModFile[] = []
  for await (const change of changedImages(workspace, seen)) {
    const file = folder.fileOf(change)
    if (file) files.push(file)
  }
  if (files.length === 0) return []
  const manifest = folder.manifest(
    mod,
    files.map(({ path }) => path),
  )
  return [...files, manifest].map(file => ({ ...file, path: `${folder.folder}/${mod.name}/${file.path}` }))
}
