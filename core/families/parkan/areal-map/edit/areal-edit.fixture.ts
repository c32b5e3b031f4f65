import type { Opened, Outcome, SpacePoint } from '../../../../format'
import { document, type Bytes } from '../../../../layout'
import { openArchive } from '../../nres/nres'
import { reportOn } from '../../../../format/report'
import { sampleInstall } from '../../sample/sample'
import { arealMap } from '../areal-map'
import { checkAreals, checkCells } from '../areal-rules'
import { arealTable, openAreals } from '../areal-table'

/** A map as a plain reader of the format sees it: no code of the tools under test. */
export interface MapImage {
  readonly bytes: Bytes
  readonly count: number
  readonly opened: Opened
  readonly areals: readonly PlainAreal[]
  readonly cells: readonly (readonly number[])[]
  /** Cells along each side. */
  readonly across: number
  readonly cellsAt: number
  ring(areal: number): readonly SpacePoint[]
  anchor(areal: number): SpacePoint
}

export interface PlainAreal {
  readonly head: string
  readonly anchor: SpacePoint
  readonly area: number
  readonly normal: SpacePoint
  readonly ring: readonly SpacePoint[]
  readonly links: readonly (readonly [area: number, edge: number])[]
  /** Everything but anchor, area, normal, counts, corners and links, as hex. */
  readonly rest: string
}

const hex = (bytes: Bytes): string => Array.from(bytes, byte => byte.toString(16).padStart(2, '0')).join('')

export function mapOf(bytes: Bytes, count: number): MapImage {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const vec = (at: number): SpacePoint => [
    view.getFloat32(at, true),
    view.getFloat32(at + 4, true),
    view.getFloat32(at + 8, true),
  ]
  const areals: PlainAreal[] = []
  let at = 0
  for (let areal = 0; areal < count; areal++) {
    const start = at
    const corners = view.getUint32(start + 48, true)
    at += 56
    const ring = Array.from({ length: corners }, (_, v) => vec(at + 12 * v))
    at += 12 * corners
    const links = Array.from(
      { length: corners },
      (_, e) => [view.getInt32(at + 8 * e, true), view.getInt32(at + 8 * e + 4, true)] as const,
    )
    at += 8 * corners
    areals.push({
      head: hex(bytes.subarray(start, start + 16)),
      anchor: vec(start),
      area: view.getFloat32(start + 16, true),
      normal: vec(start + 20),
      ring,
      links,
      rest:
        hex(bytes.subarray(start + 12, start + 16)) +
        hex(bytes.subarray(start + 32, start + 48)) +
        hex(bytes.subarray(start + 52, start + 56)),
    })
  }
  const [x, y] = [view.getUint32(at, true), view.getUint32(at + 4, true)]
  const cellsAt = at
  at += 8
  const cells: number[][] = []
  for (let cell = 0; cell < x * y; cell++) {
    const hits = view.getUint16(at, true)
    cells.push(Array.from({ length: hits }, (_, k) => view.getUint16(at + 2 + 2 * k, true)))
    at += 2 + 2 * hits
  }
  if (at !== bytes.length) throw new Error(`${bytes.length - at} bytes left over`)
  return {
    bytes,
    count,
    areals,
    cells,
    across: x,
    cellsAt,
    opened: openedMap(bytes, count),
    ring: areal => areals[areal]?.ring ?? [],
    anchor: areal => areals[areal]?.anchor ?? [0, 0, 0],
  }
}

/** The chunk of a Land.map alone. */
export function openedMap(bytes: Bytes, count: number): Opened {
  return {
    path: 'Land.map!#0',
    name: 'ArealMapGeometry',
    size: bytes.length,
    bytes,
    base: bytes,
    head: bytes.subarray(0, 16),
    attributes: { name: 'ArealMapGeometry', type_id: 12, attr1: count, attr2: 0, attr3: 0, row: 0 },
    container: { path: 'Land.map', name: 'Land.map', format: 'parkan.nres' },
    sibling: async () => undefined,
    entries: async () => [],
    beside: async () => undefined,
    file: async () => undefined,
    row: async () => undefined,
    folderNames: async () => [],
    fileNames: async () => [],
    archive: async () => undefined,
  }
}

export function mapFile(file: Bytes): MapImage {
  const row = openArchive(file).rows[0]
  if (!row) throw new Error('no areals')
  return mapOf(file.slice(row.offset, row.offset + row.size), Number(row.attributes['attr1']))
}

/** A map of the sample install: irregular areals on hills. */
export function sampleMap(areals = 40, tiles: 2 | 16 = 2): MapImage {
  const file = sampleInstall({ seed: 9, maps: [{ name: 'T', seed: 9, tiles, areals }] }).find(({ path }) =>
    path.endsWith('Land.map'),
  )
  if (!file) throw new Error('no map')
  return mapFile(file.bytes)
}

/** What is wrong with a map after an operation, given a right one before. */
export function brokenMapLaws(before: MapImage, after: MapImage, outcome: Outcome): string[] {
  const broken: string[] = []
  if (!document(arealMap(after.count), after.bytes).isWhole) broken.push('not whole')
  after.areals.forEach((areal, number) => {
    broken.push(...brokenLinks(after, areal, number), ...brokenShape(areal, number))
  })
  broken.push(...brokenCells(after), ...strangers(before, after, outcome), ...errorsOf(after))
  return broken
}

function brokenLinks(map: MapImage, areal: PlainAreal, number: number): string[] {
  return areal.links.flatMap(([area, edge], at) => {
    if (area === -1 && edge === -1) return []
    const back = map.areals[area]?.links[edge]
    return back?.[0] === number && back[1] === at ? [] : [`link ${number}/${at} to ${area}/${edge}`]
  })
}

/** Area and normal by fans of triangles, another way than the tools go. */
function brokenShape({ ring, area, normal }: PlainAreal, number: number): string[] {
  const [o = [0, 0, 0]] = ring
  const sum = [0, 0, 0]
  for (let v = 1; v + 1 < ring.length; v++) {
    const [a = o, b = o] = [ring[v], ring[v + 1]]
    const [ux, uy, uz, wx, wy, wz] = [a[0] - o[0], a[1] - o[1], a[2] - o[2], b[0] - o[0], b[1] - o[1], b[2] - o[2]]
    sum[0] = (sum[0] ?? 0) + uy * wz - uz * wy
    sum[1] = (sum[1] ?? 0) + uz * wx - ux * wz
    sum[2] = (sum[2] ?? 0) + ux * wy - uy * wx
  }
  const length = Math.hypot(...sum)
  const broken: string[] = []
  if (Math.abs(area - length / 2) > 1e-3 * Math.max(1, length / 2))
    broken.push(`area of ${number}: ${area}, not ${length / 2}`)
  const up = (sum[2] ?? 0) < 0 ? -length : length
  const away = Math.hypot(...normal.map((value, axis) => value - (sum[axis] ?? 0) / up))
  if (length > 1 && away > 1e-3) broken.push(`normal of ${number}`)
  if (Math.abs(Math.hypot(...normal) - 1) > 1e-3) broken.push(`normal length of ${number}`)
  return broken
}

type Flat = readonly (readonly [number, number])[]

/** Common ground of a polygon and a rectangle, by cutting it down side by side (even-odd areas cancel only for outlines that cross). */
function clipped(ring: Flat, x0: number, y0: number, x1: number, y1: number): Flat {
  const cut = (points: Flat, depth: (p: readonly [number, number]) => number): Flat =>
    points.flatMap((a, at) => {
      const b = points[(at + 1) % points.length] ?? a
      const [da, db] = [depth(a), depth(b)]
      const cross = (): readonly [number, number] => [
        a[0] + (da / (da - db)) * (b[0] - a[0]),
        a[1] + (da / (da - db)) * (b[1] - a[1]),
      ]
      return [...(da >= 0 ? [a] : []), ...(da * db < 0 ? [cross()] : [])]
    })
  return cut(
    cut(
      cut(
        cut(ring, p => p[0] - x0),
        p => x1 - p[0],
      ),
      p => p[1] - y0,
    ),
    p => y1 - p[1],
  )
}

const areaOf = (ring: Flat): number =>
  Math.abs(
    ring.reduce((sum, [x, y], at) => {
      const [nx, ny] = ring[(at + 1) % ring.length] ?? [x, y]
      return sum + x * ny - nx * y
    }, 0),
  ) / 2

const isSimple = (ring: readonly SpacePoint[]): boolean => {
  const turn = (a: SpacePoint, b: SpacePoint, c: SpacePoint): number =>
    (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
  return ring.every((a, e) =>
    ring.every((c, f) => {
      if (f <= e + 1 || (e === 0 && f === ring.length - 1)) return true
      const [b = a, d = c] = [ring[(e + 1) % ring.length], ring[(f + 1) % ring.length]]
      return !(turn(a, b, c) * turn(a, b, d) <= 0 && turn(c, d, a) * turn(c, d, b) <= 0)
    }),
  )
}

/** How much ground an areal shares with each cell near it. */
function shares({ areals }: Pick<MapImage, 'areals'>, across: number): readonly ReadonlyMap<number, number>[] {
  const all = areals.flatMap(areal => areal.ring)
  const [minX, maxX] = [Math.min(...all.map(p => p[0])), Math.max(...all.map(p => p[0]))]
  const [minY, maxY] = [Math.min(...all.map(p => p[1])), Math.max(...all.map(p => p[1]))]
  const [stepX, stepY] = [(maxX - minX) / across, (maxY - minY) / across]
  return areals.map(({ ring }) => {
    const flat = ring.map(([x, y]) => [x, y] as const)
    const span = (axis: 0 | 1, min: number, step: number): readonly [number, number] => {
      const values = flat.map(p => p[axis])
      return [
        Math.max(0, Math.floor((Math.min(...values) - min) / step) - 1),
        Math.min(across - 1, Math.floor((Math.max(...values) - min) / step) + 1),
      ]
    }
    const [fromX, toX] = span(0, minX, stepX)
    const [fromY, toY] = span(1, minY, stepY)
    const found = new Map<number, number>()
    for (let x = fromX; x <= toX; x++) {
      for (let y = fromY; y <= toY; y++) {
        const common = areaOf(
          clipped(flat, minX + x * stepX, minY + y * stepY, minX + (x + 1) * stepX, minY + (y + 1) * stepY),
        )
        found.set(x * across + y, common / (stepX * stepY))
      }
    }
    return found
  })
}

/** Lists against common ground; slivers of rounding are left to either side. */
function brokenCells(map: MapImage): string[] {
  const listed = map.cells.map(list => new Set(list))
  const broken: string[] = map.cells.flatMap((list, cell) =>
    list.length === listed[cell]?.size ? [] : [`cell ${cell} names one twice`],
  )
  shares(map, map.across).forEach((common, number) => {
    if (!isSimple(map.ring(number))) return
    listed.forEach((list, cell) => {
      const share = common.get(cell) ?? 0
      if (share > 1e-6 && !list.has(number)) broken.push(`cell ${cell} lacks ${number}`)
      if (share === 0 && list.has(number)) broken.push(`cell ${cell} has ${number}`)
    })
  })
  return broken
}

/** The same map with a coarser grid, for speed. */
export function coarse(map: MapImage, across = 20): MapImage {
  const cells: number[][] = Array.from({ length: across * across }, () => [])
  shares(map, across).forEach((common, number) =>
    common.forEach((share, cell) => {
      if (share > 0) cells[cell]?.push(number)
    }),
  )
  const words = cells.flatMap(list => [list.length, ...list])
  const bytes = new Uint8Array(map.cellsAt + 8 + 2 * words.length)
  bytes.set(map.bytes.subarray(0, map.cellsAt))
  const view = new DataView(bytes.buffer)
  view.setUint32(map.cellsAt, across, true)
  view.setUint32(map.cellsAt + 4, across, true)
  words.forEach((word, k) => view.setUint16(map.cellsAt + 8 + 2 * k, word, true))
  return mapOf(bytes, map.count)
}

/** What an operation touched that it had no business with: all that depends on nothing it changed must be as it was. */
function strangers(before: MapImage, after: MapImage, { edits, label, notices }: Outcome): string[] {
  const moves = (edits[0]?.moves ?? []).filter(move => move.array === 'areals')
  let numbers: (number | undefined)[] = before.areals.map((_, at) => at)
  for (const { at, removed, inserted } of moves) {
    numbers = numbers.map(n => (n === undefined || n < at ? n : n < at + removed ? undefined : n + inserted - removed))
  }
  const isSameRing = new Set<number>()
  const broken = before.areals.flatMap((areal, old) => {
    const now = after.areals[numbers[old] ?? -1]
    if (!now) return []
    const found: string[] = []
    if (now.rest !== areal.rest && label.code !== 'label.areals-set') found.push(`fields of ${old}`)
    if (JSON.stringify(areal.anchor) !== JSON.stringify(now.anchor) && label.code !== 'label.areal-anchors')
      found.push(`anchor of ${old}`)
    if (JSON.stringify(areal.ring) !== JSON.stringify(now.ring)) return found
    isSameRing.add(old)
    if (areal.area !== now.area || areal.normal.some((value, axis) => value !== now.normal[axis]))
      found.push(`measures of ${old}`)
    return found
  })
  if (notices.some(notice => notice.code === 'areal.cells-rebuilt') || label.code === 'label.areal-cells') return broken
  const kept = new Set([...isSameRing].map(old => numbers[old]))
  before.cells.forEach((list, cell) => {
    const expected = list
      .filter(id => isSameRing.has(id))
      .map(id => numbers[id])
      .filter(id => id !== undefined)
    if (expected.join() !== after.cells[cell]?.filter(id => kept.has(id)).join())
      broken.push(`cell ${cell}: order or number of others`)
  })
  return broken
}

/** Errors that the rules find in a map. */
export function errorsOf(map: MapImage): readonly string[] {
  const report = reportOn(map.opened)
  const table = arealTable(openAreals(map.bytes, map.count))
  checkAreals(table, report)
  checkCells(table, report)
  return report
    .problems()
    .filter(problem => problem.severity === 'error')
    .map(problem => `${problem.code} ${problem.path ?? ''}`)
}
