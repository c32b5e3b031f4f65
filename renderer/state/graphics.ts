let known: string | undefined

/** Name of the WebGL driver; '' where there is none. */
export function graphicsName(): string {
  if (known !== undefined) return known
  const gl = document.createElement('canvas').getContext('webgl2')
  const named = gl?.getExtension('WEBGL_debug_renderer_info')
  const name: unknown = gl && gl.getParameter(named ? named.UNMASKED_RENDERER_WEBGL : gl.RENDERER)
  gl?.getExtension('WEBGL_lose_context')?.loseContext()
  known = typeof name === 'string' ? name : ''
  return known
}
