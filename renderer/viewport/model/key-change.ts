import type { KeyPlacing, MeshAnimation, MeshItem } from '@areal-studio/core/format'
import { own } from '@areal-studio/core/layout'
import type { Vec } from '../camera/camera'
import type { Axis } from '../tools/tool'

/** A key that can be moved and turned, with its node. */
export interface PlacedKey {
  readonly key: number
  readonly node: number
  readonly animation: MeshAnimation
  readonly placing: KeyPlacing
}

/** A movement of a key along the axes of the world, or its turn around one of them in radians. */
export interface KeyMove {
  readonly by: Vec
  readonly turn?: { readonly axis: Axis; readonly angle: number }
}

type Quaternion = readonly [w: number, x: number, y: number, z: number]

const NONE: Vec = [0, 0, 0]
export const isNoMove = ({ by, turn }: KeyMove): boolean => by.every(way => way === 0) && (turn?.angle ?? 0) === 0

/** The selected key, or the key of the selected node at a time; undefined where keys of the item cannot be changed. */
export function keyAt(
  { animation, nodes }: MeshItem,
  { node, key }: { readonly node?: number; readonly key?: number },
  time: number,
): PlacedKey | undefined {
  const keys = animation?.keys
  if (!animation || !keys?.placing || node === undefined || node >= nodes.count) return undefined
  const [start, end] = [keys.starts[node] ?? 0, keys.ends[node] ?? 0]
  const isShown = (one: number): boolean => end - start === 1 || keys.times[one] === time
  const found =
    key !== undefined && key >= start && key < end
      ? key
      : Array.from({ length: Math.max(0, end - start) }, (_, at) => start + at).find(isShown)
  return found !== undefined && isShown(found) ? { key: found, node, animation, placing: keys.placing } : undefined
}

/** Rows of the space of a node: those of its parent, in the world. */
function spaceOf({ nodes }: MeshItem, pose: Float32Array, node: number): readonly Vec[] {
  const parent = nodes.parents[node] ?? -1
  if (parent < 0)
    return [
      [1, 0, 0],
      [0, 1, 0],
      [0, 0, 1],
    ]
  const at = 12 * parent
  return [0, 4, 8].map((row): Vec => [pose[at + row] ?? 0, pose[at + row + 1] ?? 0, pose[at + row + 2] ?? 0])
}

/** A direction of the world in a space: a change that moves a point of the space by it. */
function intoSpace([a, b, c]: readonly Vec[], [x, y, z]: Vec): Vec {
  if (!a || !b || !c) return NONE
  const cross = (p: Vec, q: Vec): Vec => [
    p[1] * q[2] - p[2] * q[1],
    p[2] * q[0] - p[0] * q[2],
    p[0] * q[1] - p[1] * q[0],
  ]
  const [bc, ca, ab] = [cross(b, c), cross(c, a), cross(a, b)]
  const whole = a[0] * bc[0] + a[1] * bc[1] + a[2] * bc[2]
  const found = [0, 1, 2].map(k => ((bc[k] ?? 0) * x + (ca[k] ?? 0) * y + (ab[k] ?? 0) * z) / whole)
  return found.every(Number.isFinite) ? [found[0] ?? 0, found[1] ?? 0, found[2] ?? 0] : NONE
}

const product = ([a, b, c, d]: Quaternion, [w, x, y, z]: Quaternion): Quaternion => [
  a * w - b * x - c * y - d * z,
  a * x + b * w + c * z - d * y,
  a * y - b * z + c * w + d * x,
  a * z + b * y - c * x + d * w,
]
const conjugate = ([w, x, y, z]: Quaternion): Quaternion => [w, -x, -y, -z]

function turnAround([x, y, z]: Vec, angle: number): Quaternion {
  const length = Math.hypot(x, y, z)
  if (!(length > 0)) return [1, 0, 0, 0]
  const sin = Math.sin(angle / 2) / length
  return [Math.cos(angle / 2), x * sin, y * sin, z * sin]
}

const AXIS: Readonly<Record<Axis, Vec>> = { x: [1, 0, 0], y: [0, 1, 0], z: [0, 0, 1] }

/** The stored numbers of a key. */
interface KeyNumbers {
  readonly position: readonly number[]
  readonly rotation: readonly number[]
}

function numbersOf({ animation: { columns }, placing, key }: PlacedKey): KeyNumbers {
  const [positions, rotations] = [own(columns, placing.positions), own(columns, placing.rotations)]
  return {
    position: [0, 1, 2].map(k => positions?.[3 * key + k] ?? 0),
    rotation: [0, 1, 2, 3].map(k => rotations?.[4 * key + k] ?? 0),
  }
}

/** The numbers of a key after a movement in the world, as they are stored: the parent stays where it is. */
export function movedKey(one: PlacedKey, item: MeshItem, pose: Float32Array, { by, turn }: KeyMove): KeyNumbers {
  const { position, rotation } = numbersOf(one)
  const space = spaceOf(item, pose, one.node)
  const moved = intoSpace(space, by)
  const { order, unit, isConjugate } = one.placing
  if (!turn) return { position: position.map((value, k) => Math.fround(value + (moved[k] ?? 0))), rotation }
  const part = (k: 0 | 1 | 2 | 3): number => rotation[order[k]] ?? 0
  const before: Quaternion = [part(0), part(1), part(2), part(3)]
  const by4 = turnAround(intoSpace(space, AXIS[turn.axis]), turn.angle)
  const after = isConjugate ? product(before, conjugate(by4)) : product(by4, before)
  const turned = [...rotation]
  order.forEach((place, k) => {
    turned[place] = Math.max(-unit, Math.min(unit, Math.round(after[k] ?? 0)))
  })
  return { position, rotation: turned }
}

/** The animation with other numbers of a key. */
export function withKey({ animation, placing, key }: PlacedKey, { position, rotation }: KeyNumbers): MeshAnimation {
  const changed = (name: string, values: readonly number[]) => {
    const copy = own(animation.columns, name)?.slice()
    copy?.set(values, values.length * key)
    return copy ? { [name]: copy } : {}
  }
  return {
    ...animation,
    columns: { ...animation.columns, ...changed(placing.positions, position), ...changed(placing.rotations, rotation) },
  }
}

/** Fields of a key that change, with their values. */
export function keyAssignments(one: PlacedKey, after: KeyNumbers): { readonly path: string; readonly value: number }[] {
  const before = numbersOf(one)
  const { placing, key } = one
  const array = one.animation.keys?.array ?? ''
  const changes = (fields: readonly string[], from: readonly number[], to: readonly number[]) =>
    fields.flatMap((field, k) => (from[k] === to[k] ? [] : [{ path: `${array}/${key}/${field}`, value: to[k] ?? 0 }]))
  return [
    ...changes(placing.position, before.position, after.position),
    ...changes(placing.rotation, before.rotation, after.rotation),
  ]
}
