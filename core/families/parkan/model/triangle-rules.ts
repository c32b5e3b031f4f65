import type { Report } from '../../../format/report'
import { NONE } from './model-chunks'
import type { ModelTriangles } from './model-table'
import { placeIn } from './place'

/** Links of chunk 7 exist and lead back over the edge that the selectors name (parkan 6.5). */
export function checkTriangles(triangles: ModelTriangles, report: Report): void {
  const link = (triangle: number, edge: number): number =>
    (edge === 0 ? triangles.of.n0 : edge === 1 ? triangles.of.n1 : triangles.of.n2)[triangle] ?? NONE
  const selector = (triangle: number, edge: number): number =>
    ((triangles.of.edge_class[triangle] ?? 0) >> (2 * edge)) & 3
  for (let triangle = 0; triangle < triangles.count; triangle++) {
    for (const edge of [0, 1, 2]) {
      const other = link(triangle, edge)
      if (other !== NONE && other >= triangles.count) {
        const place = placeIn(triangles.document, `triangles/${triangle}/n${edge}`)
        report.error('model.triangle-link', { triangle, other, count: triangles.count }, place)
        continue
      }
      const back = selector(triangle, edge)
      const isRight =
        other === NONE ? back === 3 : back !== 3 && link(other, back) === triangle && selector(other, back) === edge
      if (isRight) continue
      const place = placeIn(triangles.document, `triangles/${triangle}/edge_class`)
      report.warning('model.triangle-edge', { triangle, edge }, place)
    }
  }
}
