let software: boolean | undefined

/** Whether the processor draws in place of a graphics card: then four samples for each pixel are not worth their time. */
export function isSoftware(): boolean {
  if (software !== undefined) return software
  const gl = document.createElement('canvas').getContext('webgl2')
  const named = gl?.getExtension('WEBGL_debug_renderer_info')
  const name: unknown = gl && gl.getParameter(named ? named.UNMASKED_RENDERER_WEBGL : gl.RENDERER)
  gl?.getExtension('WEBGL_lose_context')?.loseContext()
  software = typeof name === 'string' && /swiftshader|llvmpipe|softpipe|software|basic render/i.test(name)
  return software
}
