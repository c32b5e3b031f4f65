/** A checker in colours that no ground has, with the name of what is missing. */
export function missingPaint(name: string, size: number): Uint8Array {
  const canvas = document.createElement('canvas')
  canvas.width = canvas.height = size
  const context = canvas.getContext('2d')
  if (!context) return new Uint8Array(4 * size * size).fill(255)
  const square = size / 4
  for (let y = 0; y < 4; y++) {
    for (let x = 0; x < 4; x++) {
      context.fillStyle = (x + y) % 2 === 0 ? '#d400d4' : '#1a001a'
      context.fillRect(x * square, y * square, square, square)
    }
  }
  context.font = `600 ${size / 8}px sans-serif`
  const width = Math.min(size * 0.96, context.measureText(name).width + size / 16)
  context.fillStyle = '#000000'
  context.fillRect((size - width) / 2, size * 0.4, width, size * 0.2)
  context.fillStyle = '#ffffff'
  context.textAlign = 'center'
  context.textBaseline = 'middle'
  context.fillText(name, size / 2, size / 2, size * 0.92)
  return new Uint8Array(context.getImageData(0, 0, size, size).data)
}
