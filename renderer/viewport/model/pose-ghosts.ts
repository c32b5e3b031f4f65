import type { MeshItem } from '@areal-studio/core/format'
import { project, type Lens } from '../camera/camera'
import { cornersOfPiece, posed } from '../scene/mesh-scene'

/** Another pose of a model, outlined behind it: the one at the first or the second of two blended times, or the stored one of a key that is moved. */
export interface Ghost {
  readonly of: 'first' | 'second' | 'stored'
  readonly pose: Float32Array
}

interface Ghosts {
  readonly item: MeshItem
  readonly pieces: readonly number[]
  readonly pose: Float32Array
  readonly ghosts: readonly Ghost[]
  readonly isLight: boolean
}

/**
 * Triangles of the largest model whose other poses are outlined. Each frame of the camera draws the outlines again: 0.4 s
 * for 4000 triangles drawn by software, 1.3 s for 10,000.
 */
export const MOST_OUTLINED = 3000
const WIDTH = 1.5
/** Numbers of a matrix that differ less are those of the same place. */
const SAME = 1e-4

export const ghostInk = (of: Ghost['of'], isLight: boolean): string =>
  of === 'first' ? (isLight ? '#1a5fcc' : '#659fff') : isLight ? '#535d69' : '#b4c2d4'

/** Pieces whose nodes are elsewhere in another pose. */
const movedPieces = ({ nodes }: MeshItem['pieces'], pieces: readonly number[], a: Float32Array, b: Float32Array) =>
  pieces.filter(piece => {
    const at = 12 * (nodes[piece] ?? 0)
    return a.subarray(at, at + 12).some((value, k) => Math.abs(value - (b[at + k] ?? NaN)) > SAME)
  })

export const trianglesIn = (item: MeshItem, pieces: readonly number[]): number =>
  pieces.reduce((sum, piece) => sum + cornersOfPiece(item, piece).length / 3, 0)

/** Draws the outlines of what is elsewhere in other poses, without what the present pose covers. */
export function drawGhosts(
  context: CanvasRenderingContext2D,
  lens: Lens,
  { item, pieces, pose, ghosts, isLight }: Ghosts,
): void {
  const count = trianglesIn(item, pieces)
  if (ghosts.length === 0 || count === 0 || count > MOST_OUTLINED) return
  const ratio = context.getTransform().a
  const { width, height } = lens.size
  const canvas = new OffscreenCanvas(Math.ceil(width * ratio), Math.ceil(height * ratio))
  const layer = canvas.getContext('2d')
  if (!layer) return
  layer.scale(ratio, ratio)
  layer.lineJoin = 'round'
  layer.lineWidth = 2 * WIDTH
  const present = areaOf(lens, item, pieces, pose)
  for (const ghost of ghosts) {
    const area = areaOf(lens, item, movedPieces(item.pieces, pieces, ghost.pose, pose), ghost.pose)
    layer.globalCompositeOperation = 'source-over'
    layer.clearRect(0, 0, width, height)
    layer.strokeStyle = ghostInk(ghost.of, isLight)
    layer.stroke(area)
    layer.globalCompositeOperation = 'destination-out'
    layer.fill(area)
    layer.fill(present)
    context.globalAlpha = 0.8
    context.drawImage(canvas, 0, 0, width, height)
    context.globalAlpha = 1
  }
}

/** What a model covers on the screen: its triangles, all with the same turn, so that those seen from behind do not cut holes. */
function areaOf(lens: Lens, item: MeshItem, pieces: readonly number[], pose: Float32Array): Path2D {
  const area = new Path2D()
  for (const piece of pieces) {
    const node = item.pieces.nodes[piece] ?? 0
    const seen = Array.from(cornersOfPiece(item, piece), vertex =>
      project(
        lens,
        posed(pose, node, [
          item.positions[3 * vertex] ?? 0,
          item.positions[3 * vertex + 1] ?? 0,
          item.positions[3 * vertex + 2] ?? 0,
        ]),
      ),
    )
    for (let at = 0; at + 2 < seen.length; at += 3) {
      const [a, b, c] = [seen[at], seen[at + 1], seen[at + 2]]
      if (!a || !b || !c) continue
      const isTurned = (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x) < 0
      area.moveTo(a.x, a.y)
      for (const corner of isTurned ? [c, b] : [b, c]) area.lineTo(corner.x, corner.y)
      area.closePath()
    }
  }
  return area
}
