import type { KeyPlacing, MeshAnimation, Opened, PoseSampler } from '../../../format'
import { document, locate, own, type Bytes } from '../../../layout'
import { hasType } from '../nres/directory'
import { modelPose, rotationOrder, type Animation, type RotationOrder } from './animation'
import { modelKind, NONE } from './model-chunks'
import { mapWords, modelKeys, tracksOf, type ModelNodes } from './model-table'

/** Bytes of a chunk of the same model; undefined where it has none. */
export const chunk = async (entry: Opened, type: number): Promise<Bytes | undefined> =>
  hasType(type)(entry.attributes) ? entry.bytes : (await entry.sibling(hasType(type)))?.bytes

/** Tracks of a model, and how its rotations are stored. */
export interface ModelAnimation extends Animation {
  readonly order: RotationOrder
}

/** Tracks of a model from its chunks; undefined where it has no keys. */
export async function animationOf(entry: Opened, nodes: ModelNodes): Promise<ModelAnimation | undefined> {
  const keys = modelKeys(await chunk(entry, 8))
  if (!keys) return undefined
  const map = await entry.sibling(hasType(19))
  const frames = Number(map?.attributes['attr2'] ?? 0)
  return {
    ...tracksOf({ nodes, keys, map: map ? mapWords(map.bytes) : new Uint16Array(0), frames }),
    order: rotationOrder(keys.of.rotation).order,
  }
}

/** First key of each node, and behind its last: its map names them, and its fallback is the last (parkan 6.9, 6.11). */
export function trackKeys({ map, mapStarts, fallbacks, frames, times }: Animation) {
  const starts = new Uint32Array(mapStarts.length)
  const ends = new Uint32Array(mapStarts.length)
  mapStarts.forEach((start, node) => {
    const last = Math.min(fallbacks[node] ?? 0, times.length - 1)
    let first = Math.max(0, last)
    if (start !== NONE) for (const word of map.subarray(start, start + frames)) first = Math.min(first, word)
    starts[node] = first
    ends[node] = last + 1
  })
  return { starts, ends }
}

/** How keys store place and turn (parkan 6.9, 6.10): the four words are named in the order in which models of the game have them. */
export const keyPlacing = (order: RotationOrder): KeyPlacing => ({
  position: ['position/x', 'position/y', 'position/z'],
  positions: 'positions',
  rotation: ['rotation/w', 'rotation/x', 'rotation/y', 'rotation/z'],
  rotations: 'rotations',
  order: order === 'w-last' ? [3, 0, 1, 2] : [0, 1, 2, 3],
  unit: 0x7fff,
  isConjugate: true,
})

/** Names of the nodes (chunk 9), `node 3` where there is none. */
export function nodeNames(bytes: Bytes | undefined, count: number): readonly string[] {
  const kind = modelKind(9)
  const opened = bytes && kind && document(kind.layout(kind.recordsIn(bytes.length)), bytes)
  return Array.from({ length: count }, (_, node) => {
    const name = opened && locate(opened, `node_names/${node}`)?.value
    const plain = typeof name === 'object' && name !== null && 'text' in name ? name.text : name
    return typeof plain === 'string' && plain !== '' ? plain : `node ${node}`
  })
}

/** Name of the pose in `Format.samplers`. */
export const POSE = 'pose'

/** Columns of an animation for a scene; `poseSampler` reads them. */
export function animationColumns({
  order,
  frames,
  ...columns
}: ModelAnimation): Pick<MeshAnimation, 'columns' | 'frames'> {
  return { frames: Math.max(1, frames), columns: { ...columns, isWLast: Uint8Array.of(order === 'w-last' ? 1 : 0) } }
}

function tracksIn({ columns, frames }: MeshAnimation): ModelAnimation {
  const floats = (name: string): Float32Array => {
    const found = own(columns, name)
    return found instanceof Float32Array ? found : new Float32Array(0)
  }
  const words = (name: string): Uint16Array => {
    const found = own(columns, name)
    return found instanceof Uint16Array ? found : new Uint16Array(0)
  }
  const rotations = own(columns, 'rotations')
  return {
    frames,
    positions: floats('positions'),
    times: floats('times'),
    rotations: rotations instanceof Int16Array ? rotations : new Int16Array(0),
    map: words('map'),
    parents: words('parents'),
    mapStarts: words('mapStarts'),
    fallbacks: words('fallbacks'),
    order: own(columns, 'isWLast')?.[0] === 1 ? 'w-last' : 'w-first',
  }
}

/** The pose of a model (parkan 6.10). */
export const samplePose: PoseSampler = (animation, { time, second, share, isInPlace }) => {
  const tracks = tracksIn(animation)
  return Float32Array.from(
    modelPose(tracks, time, {
      order: tracks.order,
      ...(isInPlace !== undefined && { isInPlace }),
      ...(second !== undefined && { second }),
      ...(share !== undefined && { share }),
    }),
  )
}
