import type { SurfaceItem } from '@areal-studio/core/format'
import type { SceneView } from '../layers/scene-view'
import { BareMesh } from './bare-mesh'

/**
 * Milliseconds of `runs` frames of the whole map and of as many of its triangles as one bare mesh, alternating; each until
 * a pixel can be read. Frames of the bare mesh have nothing laid over the canvas.
 */
export function compareFrames(
  view: SceneView,
  runs: number,
): { readonly full: readonly number[]; readonly bare: readonly number[] } {
  const { scene, surfaces, viewProjection, drawScene, read } = view.parts()
  const bare = new BareMesh(scene, surfaces)
  const layers = scene.meshes.filter(mesh => mesh.name !== 'bare')
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

/** Draws surfaces as one bare mesh, made for this frame, and reads a pixel: the least that opening a map can take. */
export function drawBare(view: SceneView, surfaces: readonly SurfaceItem[]): void {
  const { scene, viewProjection, drawScene, read } = view.parts()
  const layers = scene.meshes.filter(mesh => mesh.isVisible)
  const bare = new BareMesh(scene, surfaces)
  for (const mesh of layers) mesh.isVisible = false
  bare.prepare(viewProjection())
  drawScene()
  read()
  for (const mesh of layers) mesh.isVisible = true
  bare.dispose()
  view.invalidate()
}
