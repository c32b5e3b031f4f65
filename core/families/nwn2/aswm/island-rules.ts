import type { Report } from '../../../format/report'
import { NO_ISLAND, WALKABLE } from './aswm'
import type { Mesh } from './mesh'
import { fieldPlace, islandPlace, trianglePlace, wayPlace } from './mesh-places'
import { firstLost } from './tile-rules'

/** Fewer triangles than this are a crumb. */
const FEW = 2

/** The island of each triangle (nwn2 4.5, 10.3). */
export function checkMembership(mesh: Mesh, report: Report): void {
  const { triangles, islands, isBaked } = mesh
  if (islands.count > NO_ISLAND) {
    report.error('aswm.island.capacity', { n: islands.count, most: NO_ISLAND }, fieldPlace(mesh, 'island_count'))
  }
  if (!isBaked) return
  for (let triangle = 0; triangle < triangles.count; triangle++) {
    const island = triangles.island[triangle] ?? NO_ISLAND
    const isWalkable = ((triangles.flags[triangle] ?? 0) & WALKABLE) !== 0
    const place = () => trianglePlace(mesh, triangle, 'island')
    if (island !== NO_ISLAND && island >= islands.count)
      report.error('aswm.triangle.island', { triangle, island, n: islands.count }, place())
    else if (isWalkable === (island === NO_ISLAND))
      report.error('aswm.triangle.island-walkable', { triangle, island }, place())
  }
}

/** Records of islands (nwn2 4.10); true where the matrix can be compared with them. */
export function checkIslands(mesh: Mesh, report: Report): boolean {
  const { islands, triangles } = mesh
  const members = new Uint32Array(islands.count)
  for (const island of triangles.island) if (island < islands.count) members[island] = (members[island] ?? 0) + 1
  let isSound = true
  for (let island = 0; island < islands.count; island++) {
    const index = islands.index[island] ?? 0
    const fix = { id: 'nwn2.island', params: { island } }
    if (index !== island)
      report.error('aswm.island.index', { island, index }, { ...islandPlace(mesh, island, 'index'), fix })
    const [n = 0, found = 0] = [islands.triangles_count[island], members[island]]
    if (n !== found)
      report.error('aswm.island.count', { island, n, found }, { ...islandPlace(mesh, island, 'triangles_count'), fix })
    else if (n < FEW) report.info('aswm.island.tiny', { island, n }, islandPlace(mesh, island, 'triangles_count'))
    if (!checkNeighbours(mesh, island, report)) isSound = false
  }
  if (isSound) checkSymmetry(mesh, report)
  checkTiles(mesh, report)
  return isSound
}

const runOf = (starts: Uint32Array, record: number): readonly [from: number, to: number] => [
  starts[record] ?? 0,
  starts[record + 1] ?? 0,
]

/** Neighbours and exits of one island; false where a number is out of range. */
function checkNeighbours(mesh: Mesh, island: number, report: Report): boolean {
  const { islands, triangles } = mesh
  const [from, to] = runOf(islands.adjacent.starts, island)
  const counts = [islands.adjacent, islands.distances, islands.exits].map(({ starts }) => {
    const [first, last] = runOf(starts, island)
    return last - first
  })
  const [n = 0, distances = 0, exits = 0] = counts
  if (n !== distances || n !== exits) {
    const params = { island, n, distances, exits }
    report.error('aswm.island.arrays', params, islandPlace(mesh, island, 'adjacent_count'))
    return false
  }
  if (n === 0) report.info('aswm.island.isolated', { island }, islandPlace(mesh, island, 'adjacent_count'))
  let isSound = true
  for (let k = from; k < to; k++) {
    const adjacent = islands.adjacent.values[k] ?? 0
    if (adjacent >= islands.count || adjacent === island) {
      isSound = false
      const params = { island, adjacent, n: islands.count }
      report.error('aswm.island.adjacent', params, fieldPlace(mesh, `islands/${island}/adjacent/${k - from}`))
    }
    const exit = islands.exits.values[k] ?? 0
    const isExit = exit < triangles.count && triangles.island[exit] === island && touches(mesh, exit, adjacent)
    if (isExit || !isSound) continue
    const params = { island, adjacent, triangle: exit }
    report.error('aswm.island.exit', params, fieldPlace(mesh, `islands/${island}/exits/${k - from}`))
  }
  return isSound
}

const touches = ({ triangles }: Mesh, triangle: number, island: number): boolean =>
  [0, 1, 2].some(slot => triangles.island[triangles.linked_triangles[triangle * 3 + slot] ?? 0xffffffff] === island)

function checkSymmetry(mesh: Mesh, report: Report): void {
  const { adjacent, count } = mesh.islands
  const pairs = new Set<number>()
  for (let island = 0; island < count; island++) {
    const [from, to] = runOf(adjacent.starts, island)
    for (let k = from; k < to; k++) pairs.add(island * count + (adjacent.values[k] ?? 0))
  }
  for (const pair of pairs) {
    const [island, other] = [Math.floor(pair / count), pair % count]
    if (!pairs.has(other * count + island))
      report.warning('aswm.island.symmetry', { island, other }, islandPlace(mesh, island, 'adjacent_count'))
  }
}

/** An island lies within one tile. */
function checkTiles(mesh: Mesh, report: Report): void {
  const { tiles, triangles, islands } = mesh
  const tileOf = new Int32Array(islands.count).fill(-1)
  const told = new Set<number>()
  for (let tile = 0; tile < tiles.count; tile++) {
    const from = tiles.triangles_offset[tile] ?? 0
    const to = Math.min(from + (tiles.triangles_count[tile] ?? 0), triangles.count)
    for (let triangle = from; triangle < to; triangle++) {
      const island = triangles.island[triangle] ?? NO_ISLAND
      if (island >= islands.count) continue
      const other = tileOf[island] ?? -1
      if (other < 0) tileOf[island] = tile
      else if (other !== tile && !told.has(island)) {
        told.add(island)
        report.warning('aswm.island.tile', { island, tile, other }, trianglePlace(mesh, triangle, 'island'))
      }
    }
  }
}

/** Ways between islands: in range, they arrive, and weigh what their first step is long (nwn2 4.11). */
export function checkMatrix(mesh: Mesh, report: Report): void {
  const { islands, matrix } = mesh
  const count = islands.count
  let isSound = true
  for (let way = 0; way < matrix.next.length; way++) {
    const next = matrix.next[way] ?? NO_ISLAND
    if (next === NO_ISLAND || next < count) continue
    isSound = false
    report.error('aswm.matrix.next', { ...pairOf(way, count), next, n: count }, wayPlace(mesh, way, 'next'))
  }
  if (!isSound) return
  const lost = firstLost(count, (from, to) => {
    const next = matrix.next[from * count + to] ?? NO_ISLAND
    return next === NO_ISLAND ? undefined : next
  })
  if (lost) report.error('aswm.matrix.walk', { ...lost }, wayPlace(mesh, lost.from * count + lost.to, 'next'))
  for (let from = 0; from < count; from++) checkWeights(mesh, from, report)
}

const pairOf = (way: number, count: number) => ({ from: Math.floor(way / count), to: way % count })

function checkWeights(mesh: Mesh, from: number, report: Report): void {
  const { islands, matrix } = mesh
  const count = islands.count
  const [first, last] = runOf(islands.adjacent.starts, from)
  for (let way = from * count; way < (from + 1) * count; way++) {
    const next = matrix.next[way] ?? NO_ISLAND
    if (next === NO_ISLAND) continue
    let at = first
    while (at < last && islands.adjacent.values[at] !== next) at++
    const distance = at < last ? islands.distances.values[at] : undefined
    const place = wayPlace(mesh, way, 'weight')
    if (distance === undefined) report.error('aswm.matrix.next', { ...pairOf(way, count), next, n: count }, place)
    else if (!Object.is(matrix.weight[way], distance)) {
      const fix = { id: 'nwn2.weight', params: { way } }
      report.warning('aswm.matrix.weight', { ...pairOf(way, count), next }, { ...place, fix })
    }
  }
}
