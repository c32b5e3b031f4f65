import { computed } from 'vue'
import type { SurfaceItem } from '@areal-studio/core/format'
import { useSelection } from '../../state/selection.store'
import { useWorkspace } from '../../state/workspace.store'
import { pathOfRecord, recordOfPath } from '../scene/map-scene'
import { combined, type Mode } from '../scene/select-mode'
import type { GroundScene } from './ground-scene'
import { originalRegions } from './original-regions'
import { madeTools } from './tool-cache'
import { assignValues, runOperation } from './tool-edits'
import type { ToolScene } from './tool-scene'

/** What the map gives to its tools; the rest is done here, with the workspace. */
export type GivenScene = Omit<ToolScene, 'assign' | 'regions' | 'operate' | 'preview' | 'original'>

/** What tools see of the map and do with its entries, and the selected faces of the ground. */
export function useGroundScene(given: GivenScene) {
  const workspace = useWorkspace()
  const selection = useSelection()
  const terrain = (): SurfaceItem | undefined => given.picker()?.map.terrain
  const regions = madeTools(workspace, given.item, format => format.regions)
  const ground = madeTools(workspace, terrain, format => format.ground)

  const selectedFaces = computed<readonly number[]>(() => {
    const item = terrain()
    if (!item || selection.entry !== item.entry) return []
    return [...new Set(selection.paths.flatMap(path => recordOfPath(path, item.array) ?? []))].filter(
      face => face < item.recordCount,
    )
  })
  function selectFaces(faces: readonly number[], mode: Mode): void {
    const item = terrain()
    if (!item) return
    const paths = combined(selectedFaces.value, faces, mode).map(face => pathOfRecord(item, face))
    selection.select({ entry: item.entry, paths }, 'viewport')
  }

  const scene: GroundScene = {
    ...given,
    regions: regions.get,
    operate: work => runOperation(workspace, given.item(), regions.get, work),
    original: originalRegions(workspace, given.item),
    async preview(work) {
      const tools = await regions.get()
      return tools && workspace.attempt(() => Promise.resolve().then(() => work(tools)))
    },
    assign: async groups => {
      const item = given.item()
      return item !== undefined && assignValues(workspace, item, given.field(), groups)
    },
    terrain,
    ground: ground.get,
    readyGround: ground.ready,
    faces: () => selectedFaces.value,
    selectFaces,
    operateGround: work => runOperation(workspace, terrain(), ground.get, work),
  }
  return { scene, regions, ground, selectedFaces }
}
