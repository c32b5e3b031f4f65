import { useResizeObserver } from '@vueuse/core'
import { onBeforeUnmount, shallowRef, watch, type Ref } from 'vue'
import { useSettings } from '../../state/settings.store'
import { HOME, lensOf, type Lens, type Size, type View } from '../camera/camera'
import { LOOKS, type Theme } from '../scene/map-theme'
import type { MapOptions } from './frame'
import type { SceneView } from './scene-view'

/**
 * waiting: the renderer is being loaded; missing: no WebGL 2; lost: the graphics context was lost, and the browser restores
 * it; stuck: it was not restored.
 */
export type Drawing = 'waiting' | 'ready' | 'missing' | 'lost' | 'stuck'

/** Milliseconds in which a browser restores a lost context, if it does. */
const RESTORED_IN = 5000

interface Sources {
  readonly canvas: Ref<HTMLCanvasElement | undefined>
  readonly overlay: Ref<HTMLCanvasElement | undefined>
  readonly isVisible: Readonly<Ref<boolean>>
  readonly theme: Readonly<Ref<Theme>>
  readonly options: Readonly<Ref<MapOptions>>
  /** Draws what is laid over the scene, in CSS pixels. */
  draw(context: CanvasRenderingContext2D, lens: Lens): void
  /** After each frame: for what is placed over the map. */
  placed(lens: Lens): void
}

/** Follows the loss of the context of a drawing, and its return within some seconds. */
function restoringOf(drawing: Ref<Drawing>) {
  let wait: ReturnType<typeof setTimeout> | undefined
  const stop = (): void => clearTimeout(wait)
  function changed(isLost: boolean): void {
    stop()
    drawing.value = isLost ? 'lost' : 'ready'
    if (isLost) wait = setTimeout(() => (drawing.value = 'stuck'), RESTORED_IN)
  }
  return { changed, stop }
}

/** The drawing on its canvases: created when first visible, sized with its pane, paused while hidden. */
export function useSceneView(sources: Sources) {
  const drawing = shallowRef<Drawing>('waiting')
  const scene = shallowRef<SceneView>()
  const view = shallowRef<View>(HOME)
  const size = shallowRef<Size>({ width: 1, height: 1 })
  let isGone = false
  let isMaking = false
  let overlayWait = 0
  const restoring = restoringOf(drawing)

  async function make(): Promise<void> {
    const canvas = sources.canvas.value
    if (isMaking || !canvas) return
    isMaking = true
    const { SceneView: Made } = await import('./scene-view')
    if (isGone) return
    try {
      const made = new Made(
        canvas,
        LOOKS[sources.theme.value],
        sources.options.value,
        lens => laid(lens),
        isLost => restoring.changed(isLost),
      )
      made.setView(view.value)
      made.resize(size.value)
      made.setHidden(!sources.isVisible.value)
      scene.value = made
      drawing.value = 'ready'
    } catch {
      drawing.value = 'missing'
    }
  }

  /** What is laid over the map, in step with it. */
  function laid(lens: Lens): void {
    const canvas = sources.overlay.value
    const context = canvas?.getContext('2d')
    if (!canvas || !context) return
    const ratio = Math.min(2, window.devicePixelRatio || 1)
    const [width, height] = [Math.round(lens.size.width * ratio), Math.round(lens.size.height * ratio)]
    if (canvas.width !== width || canvas.height !== height) {
      canvas.width = width
      canvas.height = height
    }
    context.setTransform(ratio, 0, 0, ratio, 0, 0)
    sources.draw(context, lens)
    sources.placed(lens)
  }

  /** Draws only what is laid over the map: the frame being pulled, marks. */
  function refreshOverlay(): void {
    if (overlayWait || !sources.isVisible.value) return
    overlayWait = requestAnimationFrame(() => {
      overlayWait = 0
      if (!isGone) laid(lensOf(view.value, size.value))
    })
  }

  function setView(next: View): void {
    view.value = next
    scene.value?.setView(next)
    if (!scene.value) refreshOverlay()
  }

  useResizeObserver(sources.canvas, entries => {
    const box = entries[0]?.contentRect
    if (!box || box.width < 1 || box.height < 1) return
    size.value = { width: box.width, height: box.height }
    scene.value?.resize(size.value)
  })
  watch(
    [sources.isVisible, sources.canvas],
    ([visible]) => {
      if (visible && !scene.value) void make()
      scene.value?.setHidden(!visible)
    },
    { immediate: true, flush: 'post' },
  )
  watch(sources.theme, theme => scene.value?.setLook(LOOKS[theme]))
  watch(sources.options, options => scene.value?.setOptions(options))
  const settings = useSettings()
  watch(() => settings.gizmo, refreshOverlay)
  watch(
    () => settings.pointer.isRollFree,
    isFree => {
      if (!isFree) setView({ ...view.value, roll: 0 })
    },
  )
  onBeforeUnmount(() => {
    isGone = true
    cancelAnimationFrame(overlayWait)
    restoring.stop()
    scene.value?.dispose()
  })

  return { drawing, scene, view, size, setView, refreshOverlay, lens: (): Lens => lensOf(view.value, size.value) }
}
