import { onScopeDispose, type Ref } from 'vue'
import { addCommands } from '../../commands/commands'
import { offerProbe } from '../../state/edit-probe'
import { GIZMO_SIZES, useSettings } from '../../state/settings.store'
import { mapProbe } from '../bench/map-probe'
import type { SceneView } from '../layers/scene-view'
import { savePicture } from '../overlay/map-picture'
import type { useHiding } from '../tools/use-hiding'
import { viewCommands } from './view-commands'

type Commands = Parameters<typeof viewCommands>[0]

interface Sources extends Omit<Commands, 'hide' | 'isolate' | 'showAll' | 'resizeGizmo' | 'picture'> {
  readonly scene: Readonly<Ref<SceneView | undefined>>
  readonly canvases: () => readonly (HTMLCanvasElement | undefined)[]
  /** What commands hide and show. */
  hiding(): ReturnType<typeof useHiding>
  /** Name of a saved picture. */
  pictureName(): string
  readonly probe: Parameters<typeof mapProbe>[0]
}

/** Commands of the map and its part of the probe, while the map is there. */
export function useMapCommands({ scene, canvases, hiding, pictureName, probe, ...commands }: Sources): void {
  const settings = useSettings()
  const removeCommands = addCommands(
    viewCommands({
      ...commands,
      hide: () => hiding().hideSelected(),
      isolate: () => hiding().isolateSelected(),
      showAll: () => hiding().showAll(),
      resizeGizmo: step => {
        const size = settings.gizmo + step * GIZMO_SIZES.step
        settings.gizmo = Math.min(GIZMO_SIZES.most, Math.max(GIZMO_SIZES.least, size))
      },
      picture: () => {
        scene.value?.renderNow()
        savePicture([...canvases()], pictureName())
      },
    }),
  )
  const removeProbe = offerProbe(mapProbe(probe))
  onScopeDispose(() => {
    removeCommands()
    removeProbe()
  })
}
