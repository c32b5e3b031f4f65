import { IDENTITY, isDrawable, multiplyInto, type Matrix } from '../../../format/matrix'
import { NONE } from './model-chunks'

/**
 * Tracks of a model as typed arrays (parkan 6.9): the keys of all nodes, for each node where its words of the map begin and
 * its last key, and the map that names a key for each frame.
 */
export interface Animation {
  /** `attr2` of chunk 19; 1 in a still model. */
  readonly frames: number
  /** x, y, z of each key, in units of the model. */
  readonly positions: Float32Array
  /** Frame of each key. */
  readonly times: Float32Array
  /** Four words of each key in stored order, 32767 is 1. */
  readonly rotations: Int16Array
  readonly map: Uint16Array
  readonly parents: Uint16Array
  readonly mapStarts: Uint16Array
  readonly fallbacks: Uint16Array
}

/** Which of the four words of a rotation is w. */
export type RotationOrder = 'w-first' | 'w-last'

/** A place and a rotation (w, x, y, z) relative to the parent. */
interface Pose {
  readonly position: readonly [x: number, y: number, z: number]
  readonly rotation: Quaternion
}
export type Quaternion = readonly [w: number, x: number, y: number, z: number]

const ONE = 32767

/** Keys that are the identity under either reading; the larger number tells the order, none or as many: w first (parkan 6.9). */
export function rotationOrder(rotations: Int16Array): { order: RotationOrder; first: number; last: number } {
  let first = 0
  let last = 0
  for (let at = 0; at + 3 < rotations.length; at += 4) {
    const [a = 0, b = 0, c = 0, d = 0] = rotations.subarray(at, at + 4)
    if (b !== 0 || c !== 0) continue
    if (Math.abs(a) === ONE && d === 0) first++
    if (Math.abs(d) === ONE && a === 0) last++
  }
  return { order: last > first ? 'w-last' : 'w-first', first, last }
}

/** Rotation of a key; not made a unit one again. */
function rotationOf({ rotations }: Animation, key: number, order: RotationOrder): Quaternion {
  const word = (k: number): number => (rotations[4 * key + k] ?? 0) / ONE
  return order === 'w-first' ? [word(0), word(1), word(2), word(3)] : [word(3), word(0), word(1), word(2)]
}

function keyPose(animation: Animation, key: number, order: RotationOrder): Pose {
  const at = (axis: number): number => animation.positions[3 * key + axis] ?? 0
  return { position: [at(0), at(1), at(2)], rotation: rotationOf(animation, key, order) }
}

/** The frame of a time: t - 0.5 in single precision, rounded half to even as the game's processor does (parkan 6.10). */
export function frameAt(time: number): number {
  const shifted = Math.fround(Math.fround(time) - 0.5)
  const below = Math.floor(shifted)
  const part = shifted - below
  if (part !== 0.5) return part < 0.5 ? below : below + 1
  return below % 2 === 0 ? below : below + 1
}

/** The key left of a time, or the fallback itself where the node shows its last key (parkan 6.10). */
function leftKey({ frames, map, mapStarts, fallbacks }: Animation, node: number, time: number): number {
  const fallback = fallbacks[node] ?? 0
  const start = mapStarts[node] ?? NONE
  const frame = frameAt(time)
  if (frame < 0 || frame >= frames || start === NONE) return fallback
  return Math.min(map[start + frame] ?? fallback, fallback)
}

/**
 * Pose of one node at a time in frames (parkan 6.10). Outside the frames it is the last key of the track; a rest pose is
 * therefore t = 0. Numbers that lead nowhere, which the game does not check, show the fallback or zeros.
 */
export function sampleNode(animation: Animation, node: number, time: number, order: RotationOrder = 'w-first'): Pose {
  const t = Math.fround(time)
  const { times, fallbacks } = animation
  const left = leftKey(animation, node, t)
  if (left === fallbacks[node] || left + 1 >= times.length) return keyPose(animation, left, order)
  const [from, to] = [times[left] ?? 0, times[left + 1] ?? 0]
  const start = keyPose(animation, left, order)
  if (t === from) return start
  const end = keyPose(animation, left + 1, order)
  if (t === to) return end
  const along = (t - from) / (to - from)
  const between = (axis: 0 | 1 | 2): number =>
    start.position[axis] + along * (end.position[axis] - start.position[axis])
  return {
    position: [between(0), between(1), between(2)],
    rotation: interpolate(start.rotation, end.rotation, along),
  }
}

/** Rotation between two, on the shorter way; not made a unit one again (parkan 6.10). */
export function interpolate(from: Quaternion, to: Quaternion, along: number): Quaternion {
  let dot = from[0] * to[0] + from[1] * to[1] + from[2] * to[2] + from[3] * to[3]
  const sign = dot < 0 ? -1 : 1
  dot = Math.abs(dot)
  let [first, second] = [1 - along, along]
  if (1 - dot > 9.9999997e-6) {
    const angle = Math.acos(dot)
    second = Math.sin(along * angle) / Math.sin(angle)
    first = Math.cos(along * angle) - second * dot
  }
  second *= sign
  const part = (k: 0 | 1 | 2 | 3): number => first * from[k] + second * to[k]
  return [part(0), part(1), part(2), part(3)]
}

/** Pose at two times blended: each is left out where its time is below 0 or its share 0; undefined where both are (parkan 6.10). */
export function blendNode(
  animation: Animation,
  node: number,
  [first, second]: readonly [first: number, second: number],
  share: number,
  order: RotationOrder = 'w-first',
): Pose | undefined {
  const a = share < 1 && first >= 0 ? sampleNode(animation, node, first, order) : undefined
  const b = share > 0 && second >= 0 ? sampleNode(animation, node, second, order) : undefined
  if (!a || !b) return a ?? b
  const distance = (sign: number): number =>
    a.rotation.reduce((sum, part, k) => sum + (part + sign * (b.rotation[k] ?? 0)) ** 2, 0)
  const [w, x, y, z] = b.rotation
  const turned: Quaternion = distance(1) < distance(-1) ? [-w, -x, -y, -z] : b.rotation
  const between = (axis: 0 | 1 | 2): number => a.position[axis] + share * (b.position[axis] - a.position[axis])
  return {
    position: [between(0), between(1), between(2)],
    rotation: interpolate(a.rotation, turned, share),
  }
}

/** Matrix of a pose. By the game's convention its turn is that of the conjugate: (r,0,0,r) sends X to -Y. */
export function poseMatrix({ position: [px, py, pz], rotation: [w, x, y, z] }: Pose): Matrix {
  return [
    1 - 2 * (y * y + z * z),
    2 * (x * y + w * z),
    2 * (x * z - w * y),
    px,
    2 * (x * y - w * z),
    1 - 2 * (x * x + z * z),
    2 * (y * z + w * x),
    py,
    2 * (x * z + w * y),
    2 * (y * z - w * x),
    1 - 2 * (x * x + y * y),
    pz,
  ]
}

/** What a pose of all nodes is computed with. */
interface PoseOptions {
  readonly order?: RotationOrder
  /** Leaves out the root's own translation, as the game does while it plays. */
  readonly isInPlace?: boolean
  /** A second time, and its share (parkan 6.10). */
  readonly second?: number
  readonly share?: number
}

/**
 * World matrices of all nodes at a time, 12 numbers each: `global = global(parent) * local`, in one pass, because a parent
 * is before its children; a node with another parent is a root. One whose keys are not finite or too large has the pose of its parent.
 */
export function modelPose(
  animation: Animation,
  time: number,
  { order = 'w-first', isInPlace = false, second, share = 0 }: PoseOptions = {},
): Float64Array {
  const count = animation.parents.length
  const matrices = new Float64Array(12 * count)
  for (let node = 0; node < count; node++) {
    const parent = animation.parents[node] ?? NONE
    const pose =
      (second === undefined ? undefined : blendNode(animation, node, [time, second], share, order)) ??
      sampleNode(animation, node, time, order)
    const isRoot = parent === NONE
    const found = poseMatrix(isRoot && isInPlace ? { ...pose, position: [0, 0, 0] } : pose)
    const local = isDrawable(found) ? found : IDENTITY
    if (parent < node) {
      multiplyInto(matrices, 12 * parent, local, 12 * node)
      if (!isDrawable(matrices.subarray(12 * node, 12 * node + 12)))
        matrices.copyWithin(12 * node, 12 * parent, 12 * parent + 12)
    } else matrices.set(local, 12 * node)
  }
  return matrices
}
