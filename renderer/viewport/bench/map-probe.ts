import { nextTick, watch, type Ref } from 'vue'
import type { EntryPath } from '@areal-studio/core/edit'
import type { Rgb } from '../../palette/palette'
import type { Probe } from '../../state/edit-probe'
import { project, type Lens, type Vec } from '../camera/camera'
import type { MapPicker, Picked } from '../geometry/map-picker'
import { anchorOf, hasSubject, mapSceneOf, type MapScene } from '../scene/map-scene'
import type { Scenes } from '../scene/use-scenes'
import type { SceneView } from '../layers/scene-view'
import { drawCalls } from './draw-calls'
import type { BareItems } from './frames'

interface Sources {
  readonly canvas: Ref<HTMLElement | undefined>
  readonly scene: Ref<SceneView | undefined>
  readonly picker: Ref<MapPicker | undefined>
  lens(): Lens
  isHidden(record: number): boolean
  /** Place of a placed record, while keys and frames select such records. */
  placed(record: number): Vec | undefined
  pick(x: number, y: number): Picked | undefined
  frame(records: readonly number[]): void
  colour(value: number): Rgb
  setSolid(isSolid: boolean): void
  /** Brings the records' colours up to date now. */
  refresh(): void
  select(entry: EntryPath): void
  readonly findScene: Scenes['find']
}

/** What is drawn of a map at first: the ground with its regions, or with its objects. */
function bareItems({ terrain, regions, placed }: MapScene): BareItems {
  const surfaces = hasSubject(placed) ? [terrain] : [terrain, regions]
  return {
    surfaces: surfaces.filter(item => item !== undefined),
    instances: placed.filter(item => item.kind === 'instances'),
  }
}

/** The map's part of the probe. Places are CSS pixels of the page. */
export function mapProbe(sources: Sources): Probe {
  const corner = (): { x: number; y: number } => {
    const box = sources.canvas.value?.getBoundingClientRect()
    return { x: box?.left ?? 0, y: box?.top ?? 0 }
  }
  return {
    project(record) {
      const item = sources.picker.value?.map.regions
      const onGround = sources.placed(record)
      const anchor = onGround ?? (item && !sources.isHidden(record) ? anchorOf(item, record) : undefined)
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
    async openMap(entry) {
      const start = performance.now()
      const isThere = (): boolean => {
        const { regions, placed = [] } = sources.picker.value?.map ?? {}
        return [regions, ...placed].some(item => item?.entry === entry)
      }
      sources.select(entry)
      if (!isThere())
        await new Promise<void>(done => {
          watch(isThere, () => done(), { once: true })
        })
      await nextTick()
      // A frame is a task of its own, as it is where the browser requests it.
      await new Promise(done => setTimeout(done))
      sources.scene.value?.finish()
      return performance.now() - start
    },
    async openBare(entry) {
      const { drawBare } = await import('./frames')
      const start = performance.now()
      const map = mapSceneOf((await sources.findScene(entry))?.items ?? [])
      const view = sources.scene.value
      if (view && map) drawBare(view, bareItems(map))
      return performance.now() - start
    },
    async compareFrames(runs) {
      const { compareFrames } = await import('./frames')
      const view = sources.scene.value
      const map = sources.picker.value?.map
      return view && map ? compareFrames(view, bareItems(map), runs) : { full: [], bare: [] }
    },
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
        milliseconds: drawn - start,
        pickMilliseconds: picked - drawn,
        overlayMilliseconds: performance.now() - picked,
        drawCalls: scene ? drawCalls(scene) : 0,
      }
    },
  }
}
