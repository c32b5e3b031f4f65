import type { Columns, MeshAnimation, PoseSampler } from '../../../format'
import { own } from '../../../layout'
import type { Matrix } from '../model/animation'
import { samplePose } from '../model/model-animation'
import type { DrawnPart } from './assembly'
import { inverse, product } from './matrix'

/** Name of the pose in `Format.samplers`. */
export const UNIT_POSE = 'unit-pose'

/** First node of each part among those of the unit, and behind the last. */
export function firstNodes(parts: readonly DrawnPart[]): Uint32Array {
  const firsts = new Uint32Array(parts.length + 1)
  parts.forEach(({ model }, at) => {
    firsts[at + 1] = (firsts[at] ?? 0) + model.item.nodes.count
  })
  return firsts
}

/** Node of the unit that each part sits on; -1 of the first one. */
export function socketNodes(parts: readonly DrawnPart[], firsts: Uint32Array): Int32Array {
  const places = new Map(parts.map(({ record }, at) => [record, firsts[at] ?? 0]))
  return Int32Array.from(parts, ({ parent, socket }) =>
    parent === undefined ? -1 : (places.get(parent) ?? 0) + socket,
  )
}

/** Tracks of the parts for `sampleUnit`; undefined where nothing moves. */
export function unitAnimation(parts: readonly DrawnPart[]): MeshAnimation | undefined {
  const frames = Math.max(1, ...parts.map(({ model }) => model.item.animation?.frames ?? 1))
  if (frames === 1) return undefined
  const firsts = firstNodes(parts)
  const lengths = Uint32Array.from(parts, ({ model }) => model.item.animation?.frames ?? 1)
  const whole: [string, Columns[string]][] = [
    ['firsts', firsts],
    ['sockets', socketNodes(parts, firsts)],
    ['frames', lengths],
  ]
  const ofParts = parts.flatMap(({ model: { item } }, at) =>
    Object.entries({ ...item.animation?.columns, rest: item.nodes.rest }).map(
      ([name, column]): [string, Columns[string]] => [`${at}/${name}`, column],
    ),
  )
  return { sampler: UNIT_POSE, frames, columns: Object.fromEntries([...whole, ...ofParts]) }
}

/** Tracks of one part. */
function tracksOf({ columns }: MeshAnimation, at: number): MeshAnimation {
  const start = `${at}/`
  return {
    sampler: '',
    frames: own(columns, 'frames')?.[at] ?? 1,
    columns: Object.fromEntries(
      Object.entries(columns).flatMap(([name, column]) =>
        name.startsWith(start) ? [[name.slice(start.length), column] as const] : [],
      ),
    ),
  }
}

/**
 * The pose of a unit: each part at its own time on the node that it sits on, without the turn of its root (parkan 6.13).
 * A part whose track is shorter shows its last key, as it does alone.
 */
export const sampleUnit: PoseSampler = (animation, { isInPlace, ...at }) => {
  const [firsts, sockets] = [own(animation.columns, 'firsts') ?? [], own(animation.columns, 'sockets') ?? []]
  const pose = new Float32Array(12 * (firsts.at(-1) ?? 0))
  sockets.forEach((socket, part) => {
    const tracks = tracksOf(animation, part)
    const rest = own(tracks.columns, 'rest')
    const isWhole = own(tracks.columns, 'times') !== undefined
    const isRoot = socket < 0
    const moved = isWhole
      ? samplePose(tracks, { ...at, ...(isRoot && isInPlace !== undefined && { isInPlace }) })
      : rest
    const place = 12 * (firsts[part] ?? 0)
    if (isRoot) return pose.set(moved ?? [], place)
    const seat = product(matrixAt(pose, socket), inverse(matrixAt(moved ?? [], 0)))
    for (let node = 0; 12 * node < (moved?.length ?? 0); node++)
      pose.set(product(seat, matrixAt(moved ?? [], node)), place + 12 * node)
  })
  return pose
}

const matrixAt = (matrices: ArrayLike<number>, node: number): Matrix =>
  Array.from({ length: 12 }, (_, k) => matrices[12 * node + k] ?? 0)
