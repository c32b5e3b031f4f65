/** The map as it is seen, with what is laid over it, as a file of the browser's downloads. */
export function savePicture(layers: readonly (HTMLCanvasElement | undefined)[], name: string): void {
  const [first] = layers
  if (!first) return
  const canvas = document.createElement('canvas')
  canvas.width = first.width
  canvas.height = first.height
  const context = canvas.getContext('2d')
  for (const layer of layers) if (layer) context?.drawImage(layer, 0, 0, canvas.width, canvas.height)
  canvas.toBlob(blob => {
    if (!blob) return
    const link = document.createElement('a')
    link.href = URL.createObjectURL(blob)
    link.download = `${name.replaceAll(/[^\p{L}\p{N}_-]+/gu, '-')}.png`
    link.click()
    window.setTimeout(() => URL.revokeObjectURL(link.href), 1000)
  }, 'image/png')
}
