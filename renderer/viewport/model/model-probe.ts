import type { Ref } from 'vue'
import type { Probe } from '../../state/edit-probe'
import { project, type Lens, type Vec } from '../camera/camera'
import type { MeshHit } from '../geometry/mesh-picker'
import type { SceneView } from '../layers/scene-view'
import { posed } from '../scene/mesh-scene'
import type { ModelView } from './use-model-view'

interface Sources {
  readonly canvas: Ref<HTMLElement | undefined>
  readonly scene: Ref<SceneView | undefined>
  readonly view: ModelView
  lens(): Lens
  pick(x: number, y: number): MeshHit | undefined
}

/** The part of the probe for models. Places are CSS pixels of the page. */
export function modelProbe({ canvas, scene, view, lens, pick }: Sources): Pick<Probe, 'model'> {
  const corner = (): { x: number; y: number } => {
    const box = canvas.value?.getBoundingClientRect()
    return { x: box?.left ?? 0, y: box?.top ?? 0 }
  }
  const at = (node: number, place: Vec): { x: number; y: number } | null => {
    const seen = project(lens(), posed(view.pose.value, node, place))
    const { x, y } = corner()
    return seen ? { x: x + seen.x, y: y + seen.y } : null
  }
  return {
    model: {
      project: at,
      pixel(x, y) {
        const from = corner()
        return scene.value?.pixel(x - from.x, y - from.y) ?? [0, 0, 0]
      },
      pick(x, y) {
        const from = corner()
        const hit = pick(x - from.x, y - from.y)
        return hit ? { node: hit.node, record: hit.record } : null
      },
      goTo: view.playback.goTo,
      time: () => view.playback.time.value,
      entry: () => view.item.value.nodes.entry,
      frameTimes(count) {
        const { last, goTo } = view.playback
        return Array.from({ length: count }, (_, n) => {
          const start = performance.now()
          goTo(((n + 0.3) * 1.7) % Math.max(1, last.value))
          scene.value?.renderNow()
          return performance.now() - start
        })
      },
    },
  }
}
