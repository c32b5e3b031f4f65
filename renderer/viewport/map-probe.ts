import type { Ref } from 'vue'
import type { Rgb } from '../palette/palette'
import type { Probe } from '../workspace/probe'
import { project, type Lens } from './camera'
import type { MapPicker, Picked } from './map-picker'
import { anchorOf } from './map-scene'
import type { SceneView } from './scene-view'

interface Sources {
  readonly canvas: Ref<HTMLElement | undefined>
  readonly scene: Ref<SceneView | undefined>
  readonly picker: Ref<MapPicker | undefined>
  lens(): Lens
  isHidden(record: number): boolean
  pick(x: number, y: number): Picked | undefined
  frame(records: readonly number[]): void
  colour(value: number): Rgb
  setSolid(isSolid: boolean): void
  /** Brings the records' colours up to date now. */
  refresh(): void
}

/** What tests and the bench may ask of the map. Places are CSS pixels of the page. */
export function mapProbe(sources: Sources): Probe {
  const corner = (): { x: number; y: number } => {
    const box = sources.canvas.value?.getBoundingClientRect()
    return { x: box?.left ?? 0, y: box?.top ?? 0 }
  }
  return {
    project(record) {
      const item = sources.picker.value?.map.areals
      const anchor = item && !sources.isHidden(record) ? anchorOf(item, record) : undefined
      const lens = sources.lens()
      const at = anchor && project(lens, anchor)
      if (!at || at.x < 0 || at.y < 0 || at.x >= lens.size.width || at.y >= lens.size.height) return null
      const { x, y } = corner()
      return { x: x + at.x, y: y + at.y }
    },
    pixel(x, y) {
      const from = corner()
      sources.refresh()
      return sources.scene.value?.pixel(x - from.x, y - from.y) ?? [0, 0, 0]
    },
    classColour: sources.colour,
    pick(x, y) {
      const from = corner()
      return sources.pick(x - from.x, y - from.y)?.record ?? null
    },
    frame: sources.frame,
    setSolid: sources.setSolid,
    compareFrames: runs => sources.scene.value?.compare(runs) ?? { full: [], bare: [] },
    draw() {
      const scene = sources.scene.value
      const { size } = sources.lens()
      const start = performance.now()
      scene?.pixel(0, 0)
      const drawn = performance.now()
      sources.pick(size.width / 2, size.height / 2)
      const picked = performance.now()
      sources.refresh()
      return {
        milliseconds: drawn - start, pickMilliseconds: picked - drawn, overlayMilliseconds: performance.now() - picked, drawCalls: scene?.drawCalls() ?? 0,
      }
    },
  }
}
