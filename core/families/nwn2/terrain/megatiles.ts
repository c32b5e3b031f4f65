import type { EntryPath, Opened } from '../../../format'
import { plainText } from '../../../format/fields'
import { column, columns, document, locate, type Document } from '../../../layout'
import { TRRN, WATR } from './terrain'

/** Textures of a megatile. */
export const TEXTURE_COUNT = 6

/** Vertices and triangles of a packet as far as its bytes go, without triangles that cannot be drawn. */
interface Surface {
  readonly entry: EntryPath
  readonly name: string
  /** xyz per vertex, metres. */
  readonly positions: Float32Array
  /** Vertex numbers, three per triangle. */
  readonly indices: Uint32Array
}

/** A megatile of ground (nwn2 6.2). */
export interface Megatile extends Surface {
  /** Names of its textures; '' for none. */
  readonly textures: readonly string[]
  /** Red, green and blue of each texture. */
  readonly tints: Float32Array
  readonly normals: Float32Array
  /** Texture coordinates and places on the maps of shares, two per vertex. */
  readonly uvs: Float32Array
  readonly weights: Float32Array
  /** Blue, green, red and an unused byte per vertex. */
  readonly shades: Uint8Array
}

/** A megatile of water (nwn2 6.3). */
export interface WaterTile extends Surface {
  /** Red, green and blue from 0 to 1. */
  readonly colour: readonly number[]
}

/** The packets of one type beside a packet, in directory order. */
export const packetsBeside = async (entry: Opened, type: 'TRRN' | 'WATR'): Promise<readonly Opened[]> =>
  (await entry.entries()).filter(({ name }) => name === type)

/** Names of the textures of a megatile; '' for those that are cut. */
export const texturesOf = (opened: Document): readonly string[] =>
  Array.from({ length: TEXTURE_COUNT }, (_, k) => {
    const name = locate(opened, `textures/${k}/name`)
    return name?.isWhole ? plainText(name.value) : ''
  })

/** Whether a packet reaches an array; whole records of one that is cut can be read. */
const hasArray = (opened: Document, array: string): boolean => locate(opened, array)?.kind === 'array'

const CORNERS = { v0: 'u16', v1: 'u16', v2: 'u16' } as const
const NO_CORNERS = { v0: new Uint16Array(), v1: new Uint16Array(), v2: new Uint16Array() }

export function megatileOf(packet: Opened): Megatile {
  const opened = document(TRRN, packet.bytes)
  const floats = (field: string): Float32Array =>
    hasArray(opened, 'vertices') ? column(opened, 'vertices', field, 'f32') : new Float32Array()
  return {
    ...surfaceOf(packet, opened, () => true),
    textures: texturesOf(opened),
    tints: hasArray(opened, 'tints') ? column(opened, 'tints', 'rgb', 'f32') : new Float32Array(),
    normals: floats('normal'),
    uvs: floats('uv'),
    weights: floats('weights'),
    shades: hasArray(opened, 'vertices') ? column(opened, 'vertices', 'tint', 'u8') : new Uint8Array(),
  }
}

/** Only triangles with the flag 0 are water; a flag that is cut counts as 0. */
export function waterOf(packet: Opened): WaterTile {
  const opened = document(WATR, packet.bytes)
  const flags = hasArray(opened, 'triangle_flags') ? column(opened, 'triangle_flags', '', 'u32') : []
  const colour = locate(opened, 'colour')
  const parts: unknown = colour?.isWhole ? colour.value : []
  return {
    ...surfaceOf(packet, opened, triangle => (flags[triangle] ?? 0) === 0),
    colour: Array.isArray(parts) ? parts.map(Number) : [],
  }
}

function surfaceOf({ path, name }: Opened, opened: Document, isDrawn: (triangle: number) => boolean): Surface {
  const positions = hasArray(opened, 'vertices') ? column(opened, 'vertices', 'position', 'f32') : new Float32Array()
  const { v0, v1, v2 } = hasArray(opened, 'triangles') ? columns(opened, 'triangles', CORNERS) : NO_CORNERS
  const isPlace = (vertex: number): boolean =>
    [0, 1, 2].every(axis => Number.isFinite(positions[3 * vertex + axis] ?? NaN))
  const indices = new Uint32Array(3 * v0.length)
  let used = 0
  for (let triangle = 0; triangle < v0.length; triangle++) {
    const [a, b, c] = [v0[triangle] ?? 0, v1[triangle] ?? 0, v2[triangle] ?? 0]
    if (!isDrawn(triangle) || !isPlace(a) || !isPlace(b) || !isPlace(c)) continue
    indices[used] = a
    indices[used + 1] = b
    indices[used + 2] = c
    used += 3
  }
  const title = locate(opened, 'name')
  return {
    entry: path,
    name: title?.isWhole ? plainText(title.value) : name,
    positions,
    indices: indices.subarray(0, used),
  }
}
