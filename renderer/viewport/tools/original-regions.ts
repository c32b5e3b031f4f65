import { sameBytes, type EntryPath } from '@areal-studio/core/edit'
import type { SurfaceItem } from '@areal-studio/core/format'
import type { useWorkspace } from '../../state/workspace.store'
import { mapSceneOf } from '../scene/map-scene'
import { openedOf } from '../../state/entry-reader'
import type { OriginalRegions } from './tool-scene'

type Workspace = Pick<ReturnType<typeof useWorkspace>, 'load' | 'studio' | 'replica'>

/** The regions as they were before any edit, read once for each map; undefined where nothing of them has changed. */
export function originalRegions(
  workspace: Workspace,
  item: () => SurfaceItem | undefined,
): () => Promise<OriginalRegions | undefined> {
  /** `pristine`: of the replica; another function where the original was read again. */
  let known:
    | { readonly entry: EntryPath; readonly pristine: unknown; readonly found: Promise<OriginalRegions | undefined> }
    | undefined

  async function read(entry: EntryPath): Promise<OriginalRegions | undefined> {
    const replica = workspace.replica(entry)
    const format = replica?.format
    if (!replica || !format?.regions || !format.scene) return undefined
    const { info, bytes } = await workspace.studio.read(entry, { of: 'pristine' })
    const opened = openedOf(workspace, { ...replica, image: { ...replica.image, info, bytes } })
    const regions = mapSceneOf(await format.scene(opened))?.regions
    return regions && { tools: await format.regions(opened), item: regions }
  }

  return async () => {
    const entry = item()?.entry
    const replica = entry === undefined ? undefined : workspace.replica(entry)
    if (entry === undefined || !replica) return undefined
    try {
      if (sameBytes(await replica.pristine(), replica.image.bytes)) return undefined
      if (known?.entry !== entry || known.pristine !== replica.pristine)
        known = { entry, pristine: replica.pristine, found: read(entry) }
      return await known.found
    } catch {
      // A region map that was added, or was damaged before it was edited, has nothing to compare with.
      return undefined
    }
  }
}
