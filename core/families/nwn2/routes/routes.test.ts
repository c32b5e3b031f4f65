import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { apply } from '../../../edit'
import { assignAll, document, locate, type Bytes } from '../../../layout'
import { ASWM, NO_NODE } from '../aswm/aswm'
import { openMesh } from '../aswm/mesh'
import { shelf } from '../opened.fixture'
import { describeReference, fixture } from '../reference.fixture'
import { sampleMesh } from '../sample/mesh'
import { routeTools } from './route-tools'

/** Three by two tiles with a wall in the middle that leaves a door at its end. */
const MESH = sampleMesh(
  {
    width: 3,
    height: 2,
    tileWidth: 9,
    cells: 3,
    heightAt: () => 0,
    surfaceAt: (x, y) => (x > 12 && x < 15 && y < 15 ? 0 : 0x20),
  },
  true,
)
const COUNT = openMesh(MESH).triangles.count
const toolsOf = (mesh: Bytes) => routeTools(openMesh(mesh))
const bytesAt = (path: string, at: number, byte: number): Bytes => {
  const copy = MESH.slice()
  copy[(locate(document(ASWM, MESH), path)?.offset ?? 0) + at] = byte
  return copy
}
const walkable = [...Array(COUNT).keys()].filter(
  triangle => ((openMesh(MESH).triangles.flags[triangle] ?? 0) & 1) !== 0,
)

describe('ways over a walkmesh', () => {
  it('follow links over walkable triangles, by both sources, and the shortest is never longer', () => {
    const tools = toolsOf(MESH)
    const { linked_triangles } = openMesh(MESH).triangles
    fc.assert(
      fc.property(fc.constantFrom(...walkable), fc.constantFrom(...walkable), (from, to) => {
        const { routes, differences } = tools.compareRoutes(from, to)
        const [geometry, tables] = routes
        for (const { route, points } of routes) {
          expect([route.records[0], route.records.at(-1)]).toEqual([from, to])
          expect(points.length).toBe(route.records.length * 2 - 1)
          route.records.slice(1).forEach((record, k) => {
            const own = route.records[k] ?? 0
            expect([...linked_triangles.subarray(own * 3, own * 3 + 3)]).toContain(record)
            expect(route.edges[k]).toBeGreaterThanOrEqual(0)
          })
        }
        expect(geometry?.route.cost).toBeLessThanOrEqual((tables?.route.cost ?? 0) * 1.0001)
        expect(differences.every(({ code }) => code === 'nwn2.route-longer')).toBe(true)
      }),
      { numRuns: 60 },
    )
    expect(tools.unreachable(0)).toEqual({ byGeometry: [], byTables: [] })
  })

  it('differ where one byte of a table is wrong, and name where', () => {
    const table = openMesh(MESH).tiles.ntl_length[0] ?? 0
    const broken = toolsOf(bytesAt('tiles/0/nodes', table - 1, NO_NODE))
    const goal = openMesh(MESH).tiles.node_to_local[table - 1] ?? 0
    const { routes, differences } = broken.compareRoutes(0, goal)
    expect(routes.map(({ source, route }) => [source, route.obstacle])).toEqual([
      ['geometry', undefined],
      ['tables', 'lost'],
    ])
    expect(differences.map(({ code }) => code)).toEqual(['nwn2.route-missing'])
    expect(broken.unreachable(0).byTables).toContain(goal)
    expect(broken.unreachable(0).byGeometry).toEqual([])
    expect(toolsOf(bytesAt('tiles/0/nodes', table - 1, 0)).compareRoutes(0, goal).routes[1]?.route.obstacle).toBe(
      'lost',
    )
  })

  it('are those before the edit where tables are stale: closed triangles, and opened ones without a table', () => {
    const way = toolsOf(MESH).route(0, COUNT - 1).records
    const wall = way[Math.floor(way.length / 2)] ?? 0
    const flags = (triangle: number, value: number): Bytes =>
      apply(MESH, assignAll(document(ASWM, MESH), [{ path: `triangles/${triangle}/flags`, value }]).splices)
    const tables = toolsOf(MESH).compareRoutes(0, wall).routes[1]?.route.records
    const closed = toolsOf(flags(wall, 4)).compareRoutes(0, wall)
    expect(closed.routes.map(({ route }) => route.obstacle)).toEqual(['closed', undefined])
    expect(closed.routes[1]?.route.records).toEqual(tables)
    expect(closed.differences).toMatchObject([{ code: 'nwn2.route-closed', records: [wall] }])
    const blocked = [...Array(COUNT).keys()].find(triangle => !walkable.includes(triangle)) ?? 0
    const opened = toolsOf(flags(blocked, 0x25))
    expect(opened.compareRoutes(0, blocked).routes[1]?.route).toMatchObject({
      obstacle: 'no-table',
      blockers: [blocked],
    })
    expect(opened.unreachable(0).byTables).toEqual([blocked])
  })

  it('are refused for a triangle that does not exist', () => {
    for (const triangle of [-1, COUNT, 0.5, Number.NaN])
      expect(() => toolsOf(MESH).route(0, triangle)).toThrow(expect.objectContaining({ code: 'aswm.no-triangle' }))
  })
})

describeReference('ways over the reference files', () => {
  const meshOf = (file: string): Bytes => {
    const all = shelf({ [file]: fixture(`nwn2-small/user/modules/Harbour/${file}`) })
    return all.all(all.open(file)).find(({ name }) => name === 'ASWM')?.bytes ?? new Uint8Array(0)
  }

  it.each(['old_hall.trx', 'cell.TRX', 'nook.trx'])('%s: tables reach all that the triangles reach', file => {
    const mesh = openMesh(meshOf(file))
    const tools = routeTools(mesh)
    const open = mesh.triangles.flags.findIndex(flags => (flags & 1) !== 0)
    const { byGeometry, byTables } = tools.unreachable(open)
    expect(byTables).toEqual([])
    for (const triangle of byGeometry.slice(0, 20))
      expect(tools.compareRoutes(open, triangle).routes.map(({ route }) => route.records)).toEqual([[], []])
  })

  it('keep storeys over each other apart', () => {
    const mesh = openMesh(meshOf('old_hall.trx'))
    const tools = routeTools(mesh)
    const { centre_x, centre_y, flags } = mesh.triangles
    const open = [...flags.keys()].filter(triangle => ((flags[triangle] ?? 0) & 1) !== 0)
    const places = new Map<string, number>()
    let pairs = 0
    for (const triangle of open) {
      const place = `${centre_x[triangle]} ${centre_y[triangle]}`
      const below = places.get(place)
      places.set(place, triangle)
      if (below === undefined) continue
      pairs++
      for (const { route } of tools.compareRoutes(below, triangle).routes)
        expect(route.records.length === 0 || route.records.length > 4).toBe(true)
    }
    expect(pairs).toBeGreaterThan(0)
  })
})
