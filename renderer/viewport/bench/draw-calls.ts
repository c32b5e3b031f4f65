import type { SceneView } from '../layers/scene-view'

/** Draw calls of a frame that is drawn now, counted where WebGL receives them. */
export function drawCalls(view: SceneView): number {
  const gl = view.canvas.getContext('webgl2')
  if (!gl) return 0
  let count = 0
  const names = ['drawElements', 'drawArrays', 'drawElementsInstanced', 'drawArraysInstanced'] as const
  for (const name of names) {
    const draw: unknown = gl[name]
    if (typeof draw !== 'function') continue
    Object.defineProperty(gl, name, {
      configurable: true,
      value: (...given: unknown[]) => {
        count++
        Reflect.apply(draw, gl, given)
      },
    })
  }
  view.renderNow()
  for (const name of names) Reflect.deleteProperty(gl, name)
  return count
}
