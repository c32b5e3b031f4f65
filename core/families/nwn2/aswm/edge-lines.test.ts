import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { borderClasses, BORDER_LINE, BROKEN_LINE, INNER_LINE, type LinesItem, type SurfaceItem } from '../../../format'
import { apply } from '../../../edit'
import { assign, document, type Bytes, type Value } from '../../../layout'
import { sampleMesh } from '../sample/mesh'
import { ASWM } from './aswm'
import { openMesh } from './mesh'
import { linksOf, walkmeshScene } from './walkmesh-scene'

const WALKABLE_EDGE = 3
const SURFACE_EDGE = 4
const TILE_EDGE = 5

/** Six tiles: wood in the west, stone in the east, and a closed part. */
const baked = sampleMesh(
  {
    width: 3,
    height: 2,
    tileWidth: 9,
    cells: 2,
    heightAt: (x, y) => (x + y) / 10,
    surfaceAt: (x, y) => (x > 10 && x < 13 && y > 5 ? 0 : x < 9 ? 0x40 : 0x20),
  },
  true,
)
const changed = (mesh: Bytes, path: string, value: Value): Bytes =>
  apply(mesh, assign(document(ASWM, mesh), path, value).splices)

function sceneOf(mesh: Bytes): { readonly edges: LinesItem; readonly surface: SurfaceItem } {
  const items = walkmeshScene(openMesh(mesh), 'area.trx!#1', 'TRX')
  const edges = items.find((item): item is LinesItem => item.kind === 'lines' && item.noun === 'edge')
  const surface = items.find((item): item is SurfaceItem => item.kind === 'surface')
  if (!edges || !surface) throw new Error('no edges')
  return { edges, surface }
}
const classesOf = ({ fields }: LinesItem): number[] => [...(fields['edge_class'] ?? [])]
const countOf = (classes: readonly number[], wanted: number): number => classes.filter(one => one === wanted).length

describe('the edges of a walkmesh', () => {
  it('are each one record, with a line between its vertices and one class', () => {
    const { edges } = sceneOf(baked)
    const mesh = openMesh(baked)
    expect([edges.recordCount, edges.array]).toEqual([mesh.edges.count, 'edges'])
    expect([...edges.records]).toEqual(Array.from({ length: mesh.edges.count }, (_, edge) => edge))
    const classes = classesOf(edges)
    const known = [INNER_LINE, BORDER_LINE, BROKEN_LINE, WALKABLE_EDGE, SURFACE_EDGE, TILE_EDGE]
    expect(known.reduce((sum, one) => sum + countOf(classes, one), 0)).toBe(mesh.edges.count)
    for (let edge = 0; edge < mesh.edges.count; edge++) {
      const ends = [mesh.edges.vertex_0[edge] ?? 0, mesh.edges.vertex_1[edge] ?? 0]
      expect([...edges.positions.slice(6 * edge, 6 * edge + 6)]).toEqual(
        ends.flatMap(vertex => [...mesh.vertices.slice(3 * vertex, 3 * vertex + 3)]),
      )
    }
  })

  it('have the class that the neighbours of the triangles give: each side is counted once from each of its triangles', () => {
    const { edges, surface } = sceneOf(baked)
    const links = linksOf(openMesh(baked))
    const { walkable, surface: ground, tile } = surface.fields
    const sides = new Map<number, number>()
    links.forEach((other, side) => {
      const own = Math.floor(side / 3)
      const differs = (column: Uint32Array | undefined): boolean => column?.[own] !== column?.[other]
      const found =
        other < 0
          ? BORDER_LINE
          : differs(walkable)
            ? WALKABLE_EDGE
            : differs(ground)
              ? SURFACE_EDGE
              : differs(tile)
                ? TILE_EDGE
                : INNER_LINE
      sides.set(found, (sides.get(found) ?? 0) + 1)
    })
    const classes = classesOf(edges)
    expect(countOf(classes, BORDER_LINE)).toBe(sides.get(BORDER_LINE))
    for (const one of [INNER_LINE, WALKABLE_EDGE, SURFACE_EDGE, TILE_EDGE]) {
      expect(countOf(classes, one)).toBeGreaterThan(0)
      expect(2 * countOf(classes, one)).toBe(sides.get(one))
    }
    expect(countOf(classes, BROKEN_LINE)).toBe(0)
  })

  it('follow the columns of the triangles: painted ones give the classes of a mesh that is read again', () => {
    const { edges } = sceneOf(baked)
    const painted = changed(changed(baked, 'triangles/0/flags', 0), 'triangles/30/flags', 0x11)
    const again = sceneOf(painted)
    const followed = edges.borders && borderClasses(edges.borders, again.surface.fields)
    expect([...(followed ?? [])]).toEqual(classesOf(again.edges))
    expect(classesOf(again.edges)).not.toEqual(classesOf(edges))
  })

  it('are broken exactly where their triangles do not name them and each other', () => {
    const { count } = openMesh(baked).triangles
    fc.assert(
      fc.property(fc.nat(count - 1), fc.nat(2), fc.constantFrom(1, 0xffff, 0xffffffff), (triangle, slot, by) => {
        const path = (array: string): string => `triangles/${triangle}/${array}/${slot}`
        const own = openMesh(baked).triangles.linked_edges[3 * triangle + slot] ?? 0
        const link = openMesh(baked).triangles.linked_triangles[3 * triangle + slot] ?? 0
        const other = by === 1 ? (own + 1) % openMesh(baked).edges.count : by
        const moved = classesOf(sceneOf(changed(baked, path('linked_edges'), other)).edges)
        expect(moved[own]).toBe(BROKEN_LINE)
        expect(countOf(moved, BROKEN_LINE)).toBe(by === 1 ? 2 : 1)
        const unlinked = classesOf(sceneOf(changed(baked, path('linked_triangles'), link === by ? 0 : by)).edges)
        expect(unlinked.flatMap((one, edge) => (one === BROKEN_LINE ? [edge] : []))).toEqual([own])
      }),
      { seed: 11, numRuns: 30 },
    )
  })

  it('stay within what exists, whatever an edge names', () => {
    const { edges } = openMesh(baked)
    const words = ['vertex_0', 'vertex_1', 'triangle_0', 'triangle_1']
    fc.assert(
      fc.property(fc.nat(edges.count - 1), fc.constantFrom(...words), (edge, word) => {
        const { edges: found, surface } = sceneOf(changed(baked, `edges/${edge}/${word}`, 100_000))
        expect(classesOf(found)[edge]).toBe(BROKEN_LINE)
        expect(found.borders?.sides.every(side => side < surface.recordCount)).toBe(true)
        expect(found.positions.length).toBe(6 * edges.count)
      }),
      { seed: 3, numRuns: 20 },
    )
  })
})
