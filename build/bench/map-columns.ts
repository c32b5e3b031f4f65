import { column, columns, document, ragged, type Bytes } from '@areal-studio/core/layout'
import { arealMap, landChunk, openArchive } from '@areal-studio/core/families/parkan'

/** Files of one map. */
export interface MapFiles {
  readonly msh: Bytes
  readonly map: Bytes
}

/** Everything of a map that the viewport draws, picks and counts, one typed array each. */
export interface MapColumns {
  readonly class_id: Uint32Array
  readonly logic_flag: Uint32Array
  readonly anchor: Float32Array
  readonly vertexStarts: Uint32Array
  readonly vertices: Float32Array
  readonly linkStarts: Uint32Array
  readonly links: Int32Array
  readonly cellStarts: Uint32Array
  readonly cells: Uint16Array
  readonly positions: Float32Array
  readonly normals: readonly [nx: Int8Array, ny: Int8Array, nz: Int8Array]
  readonly flags: Uint32Array
  readonly material_low: Uint8Array
  readonly corners: readonly [i0: Uint16Array, i1: Uint16Array, i2: Uint16Array]
  readonly slotStarts: Uint16Array
  readonly slotCounts: Uint16Array
}

/** By the layouts, as the window does it. */
export function decodeByLayouts({ msh, map }: MapFiles): MapColumns {
  const [row] = openArchive(map).rows
  const areals = document(
    arealMap(Number(row?.attributes['attr1'] ?? 0)),
    map.subarray(row?.offset, (row?.offset ?? 0) + (row?.size ?? 0)),
  )
  const { class_id, logic_flag, anchor } = columns(areals, 'areals', {
    class_id: 'u32',
    logic_flag: 'u32',
    anchor: 'f32',
  })
  const vertices = ragged(areals, 'areals', 'vertices', 'f32')
  const links = ragged(areals, 'areals', 'links', { area_ref: 'i32' })
  const cells = ragged(areals, 'cells', '', 'u16')
  const rows = new Map(openArchive(msh).rows.map(present => [present.attributes['type_id'], present]))
  const chunk = (type: number) => {
    const found = rows.get(type)
    const layout = found && landChunk(type, Number(found.attributes['attr1']))
    if (!layout) throw new Error(`no chunk ${type}`)
    return document(layout, msh.subarray(found.offset, found.offset + found.size))
  }
  const faces = columns(chunk(21), 'faces', { flags: 'u32', material_low: 'u8', i0: 'u16', i1: 'u16', i2: 'u16' })
  const normals = columns(chunk(4), 'normals', { nx: 'i8', ny: 'i8', nz: 'i8' })
  const slots = columns(chunk(2), 'slots', { tri_start: 'u16', tri_count: 'u16' })
  return {
    class_id,
    logic_flag,
    anchor,
    vertexStarts: vertices.starts,
    vertices: vertices.values,
    linkStarts: links.starts,
    links: links.values.area_ref,
    cellStarts: cells.starts,
    cells: cells.values,
    positions: column(chunk(3), 'positions', '', 'f32'),
    normals: [normals.nx, normals.ny, normals.nz],
    flags: faces.flags,
    material_low: faces.material_low,
    corners: [faces.i0, faces.i1, faces.i2],
    slotStarts: slots.tri_start,
    slotCounts: slots.tri_count,
  }
}

/** Written by hand, for these arrays and nothing else. */
export function decodeByLoop({ msh, map }: MapFiles): MapColumns {
  return { ...arealsByLoop(map), ...terrainByLoop(msh) }
}

type ArealColumns = Pick<
  MapColumns,
  'class_id' | 'logic_flag' | 'anchor' | 'vertexStarts' | 'vertices' | 'linkStarts' | 'links' | 'cellStarts' | 'cells'
>

function arealsByLoop(map: Bytes): ArealColumns {
  const view = new DataView(map.buffer, map.byteOffset, map.byteLength)
  const directory = view.getUint32(12, true) - 64 * view.getUint32(8, true)
  const count = view.getUint32(directory + 4, true)
  const end = view.getUint32(directory + 56, true) + view.getUint32(directory + 12, true)
  const class_id = new Uint32Array(count)
  const logic_flag = new Uint32Array(count)
  const anchor = new Float32Array(count * 3)
  const vertexStarts = new Uint32Array(count + 1)
  const linkStarts = new Uint32Array(count + 1)
  const places = new Uint32Array(count)
  let at = view.getUint32(directory + 56, true)
  for (let areal = 0; areal < count; areal++) {
    places[areal] = at
    anchor[areal * 3] = view.getFloat32(at, true)
    anchor[areal * 3 + 1] = view.getFloat32(at + 4, true)
    anchor[areal * 3 + 2] = view.getFloat32(at + 8, true)
    logic_flag[areal] = view.getUint32(at + 32, true)
    class_id[areal] = view.getUint32(at + 40, true)
    const corners = view.getUint32(at + 48, true)
    const links = corners + 3 * view.getUint32(at + 52, true)
    vertexStarts[areal + 1] = (vertexStarts[areal] ?? 0) + corners
    linkStarts[areal + 1] = (linkStarts[areal] ?? 0) + links
    at += 56 + corners * 12 + links * 8
    for (let block = view.getUint32((places[areal] ?? 0) + 52, true); block > 0; block--)
      at += 4 * (3 * view.getUint32(at, true) + 1)
  }
  const vertices = new Float32Array((vertexStarts[count] ?? 0) * 3)
  const links = new Int32Array(linkStarts[count] ?? 0)
  for (let areal = 0, toVertex = 0, toLink = 0; areal < count; areal++) {
    let from = (places[areal] ?? 0) + 56
    const lastVertex = (vertexStarts[areal + 1] ?? 0) * 3
    for (; toVertex < lastVertex; toVertex++, from += 4) vertices[toVertex] = view.getFloat32(from, true)
    const lastLink = linkStarts[areal + 1] ?? 0
    for (; toLink < lastLink; toLink++, from += 8) links[toLink] = view.getInt32(from, true)
  }
  return { class_id, logic_flag, anchor, vertexStarts, vertices, linkStarts, links, ...cellsByLoop(view, at, end) }
}

function cellsByLoop(view: DataView, start: number, end: number): Pick<MapColumns, 'cellStarts' | 'cells'> {
  const count = view.getUint32(start, true) * view.getUint32(start + 4, true)
  const cellStarts = new Uint32Array(count + 1)
  const cells = new Uint16Array((end - start - 8) / 2 - count)
  let at = start + 8
  let to = 0
  for (let cell = 0; cell < count; cell++) {
    const hits = view.getUint16(at, true)
    at += 2
    for (let hit = 0; hit < hits; hit++, at += 2) cells[to++] = view.getUint16(at, true)
    cellStarts[cell + 1] = to
  }
  return { cellStarts, cells }
}

type TerrainColumns = Omit<MapColumns, keyof ArealColumns>

function terrainByLoop(msh: Bytes): TerrainColumns {
  const view = new DataView(msh.buffer, msh.byteOffset, msh.byteLength)
  const places = new Map<number, number>()
  const counts = new Map<number, number>()
  const directory = view.getUint32(12, true) - 64 * view.getUint32(8, true)
  for (let row = directory; row < msh.length; row += 64) {
    places.set(view.getUint32(row, true), view.getUint32(row + 56, true))
    counts.set(view.getUint32(row, true), view.getUint32(row + 4, true))
  }
  const vertexCount = counts.get(3) ?? 0
  const positions = new Float32Array(vertexCount * 3)
  for (let number = 0, at = places.get(3) ?? 0; number < positions.length; number++, at += 4)
    positions[number] = view.getFloat32(at, true)
  const normals = [new Int8Array(vertexCount), new Int8Array(vertexCount), new Int8Array(vertexCount)] as const
  for (let vertex = 0, at = places.get(4) ?? 0; vertex < vertexCount; vertex++, at += 4) {
    normals[0][vertex] = view.getInt8(at)
    normals[1][vertex] = view.getInt8(at + 1)
    normals[2][vertex] = view.getInt8(at + 2)
  }
  const faceCount = counts.get(21) ?? 0
  const flags = new Uint32Array(faceCount)
  const material_low = new Uint8Array(faceCount)
  const corners = [new Uint16Array(faceCount), new Uint16Array(faceCount), new Uint16Array(faceCount)] as const
  for (let face = 0, at = places.get(21) ?? 0; face < faceCount; face++, at += 28) {
    flags[face] = view.getUint32(at, true)
    material_low[face] = view.getUint8(at + 4)
    corners[0][face] = view.getUint16(at + 8, true)
    corners[1][face] = view.getUint16(at + 10, true)
    corners[2][face] = view.getUint16(at + 12, true)
  }
  const slotCount = counts.get(2) ?? 0
  const slotStarts = new Uint16Array(slotCount)
  const slotCounts = new Uint16Array(slotCount)
  for (let slot = 0, at = (places.get(2) ?? 0) + 0x8c; slot < slotCount; slot++, at += 68) {
    slotStarts[slot] = view.getUint16(at, true)
    slotCounts[slot] = view.getUint16(at + 2, true)
  }
  return { positions, normals, flags, material_low, corners, slotStarts, slotCounts }
}

/** Every array of a map by name; those of several parts with their part. */
export function arraysOf(decoded: MapColumns): [name: string, array: ArrayLike<number>][] {
  return Object.entries(decoded).flatMap(([name, value]: [string, ArrayLike<number> | readonly ArrayLike<number>[]]) =>
    Array.isArray(value)
      ? value.map((part: ArrayLike<number>, at): [string, ArrayLike<number>] => [`${name}/${at}`, part])
      : [[name, value as ArrayLike<number>]],
  )
}
