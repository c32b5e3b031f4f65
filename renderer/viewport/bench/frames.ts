import type { Matrix } from '@babylonjs/core/Maths/math.vector'
import type { Scene } from '@babylonjs/core/scene'
import type { InstancesItem, SurfaceItem } from '@areal-studio/core/format'
import type { SceneView } from '../layers/scene-view'
import { BareInstances } from './bare-instances'
import { BARE, BareMesh } from './bare-mesh'

/** What is drawn for comparison: surfaces as one mesh, models of placed records as thin instances. */
export interface BareItems {
  readonly surfaces: readonly SurfaceItem[]
  readonly instances: readonly InstancesItem[]
}

function bareScene(scene: Scene, { surfaces, instances }: BareItems) {
  const parts = [
    ...(surfaces.length > 0 ? [new BareMesh(scene, surfaces)] : []),
    ...instances.map(item => new BareInstances(scene, item)),
  ]
  return {
    show: (isShown: boolean): void => {
      for (const part of parts) part.show(isShown)
    },
    prepare: (viewProjection: Matrix): void => {
      for (const part of parts) part.prepare(viewProjection)
    },
    dispose: (): void => {
      for (const part of parts) part.dispose()
    },
  }
}

/**
 * Milliseconds of `runs` frames of the whole map and of its bare items, alternating; each until a pixel can be read. Bare
 * frames have nothing laid over the canvas.
 */
export function compareFrames(
  view: SceneView,
  items: BareItems,
  runs: number,
): { readonly full: readonly number[]; readonly bare: readonly number[] } {
  const { scene, viewProjection, drawScene, read } = view.parts()
  const bare = bareScene(scene, items)
  const layers = scene.meshes.filter(mesh => mesh.name !== BARE)
  const found = { full: [] as number[], bare: [] as number[] }
  for (let run = 0; run < 2 * runs; run++) {
    const isBare = run % 2 === 1
    bare.show(isBare)
    for (const mesh of layers) mesh.isVisible = !isBare
    const start = performance.now()
    bare.prepare(viewProjection())
    if (isBare) drawScene()
    else view.renderNow()
    read()
    found[isBare ? 'bare' : 'full'].push(performance.now() - start)
  }
  for (const mesh of layers) mesh.isVisible = true
  bare.dispose()
  return found
}

/** Draws bare items, made for this frame, and reads a pixel: the least that opening a map can take. */
export function drawBare(view: SceneView, items: BareItems): void {
  const { scene, viewProjection, drawScene, read } = view.parts()
  const layers = scene.meshes.filter(mesh => mesh.isVisible)
  const bare = bareScene(scene, items)
  for (const mesh of layers) mesh.isVisible = false
  bare.prepare(viewProjection())
  drawScene()
  read()
  for (const mesh of layers) mesh.isVisible = true
  bare.dispose()
  view.invalidate()
}
