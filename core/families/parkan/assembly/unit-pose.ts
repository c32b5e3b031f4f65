import type { Columns, MeshAnimation, PoseSampler, PoseTime } from '../../../format'
import { own } from '../../../layout'
import { drawable, inverse, product, type Matrix } from '../../../format/matrix'
import { samplePose } from '../model/model-animation'
import type { DrawnPart } from './assembly'

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

/** Tracks for `sampleUnit`, those of each model once; undefined where nothing moves. */
export function unitAnimation(parts: readonly DrawnPart[]): MeshAnimation | undefined {
  const items = [...new Set(parts.map(({ model }) => model.item))]
  const numbers = new Map(items.map((item, model) => [item, model]))
  const lengths = Uint32Array.from(items, item => item.animation?.frames ?? 1)
  const frames = lengths.reduce((most, length) => Math.max(most, length), 1)
  if (frames === 1) return undefined
  const firsts = firstNodes(parts)
  const whole: [string, Columns[string]][] = [
    ['firsts', firsts],
    ['sockets', socketNodes(parts, firsts)],
    ['models', Uint32Array.from(parts, ({ model }) => numbers.get(model.item) ?? 0)],
    ['frames', lengths],
  ]
  const ofModels = items.flatMap((item, model) =>
    Object.entries({ ...item.animation?.columns, rest: item.nodes.rest }).map(
      ([name, column]): [string, Columns[string]] => [`${model}/${name}`, column],
    ),
  )
  return { sampler: UNIT_POSE, frames, columns: Object.fromEntries([...whole, ...ofModels]) }
}

/** Pose of each model at a time in its own space. */
function modelPoses({ columns }: MeshAnimation, at: PoseTime): readonly ArrayLike<number>[] {
  const ofModels = Array.from(own(columns, 'frames') ?? [], frames => ({
    frames,
    columns: {} as Record<string, Columns[string]>,
  }))
  for (const [name, column] of Object.entries(columns)) {
    const [model, field = ''] = name.split('/')
    const found = ofModels[Number(model)]
    if (found && field !== '') found.columns[field] = column
  }
  return ofModels.map(({ frames, columns: tracks }) =>
    own(tracks, 'times') ? samplePose({ sampler: '', frames, columns: tracks }, at) : (own(tracks, 'rest') ?? []),
  )
}

/**
 * The pose of a unit: each part at its own time on the node that it sits on, without the turn of its root (parkan 6.13).
 * A part whose track is shorter shows its last key, as it does alone.
 */
export const sampleUnit: PoseSampler = (animation, at) => {
  const { columns } = animation
  const [firsts, sockets, models] = ['firsts', 'sockets', 'models'].map(name => own(columns, name) ?? [])
  const pose = new Float32Array(12 * (firsts?.at(-1) ?? 0))
  const poses = modelPoses(animation, at)
  sockets?.forEach((socket, part) => {
    const moved = poses[models?.[part] ?? 0] ?? []
    const place = 12 * (firsts?.[part] ?? 0)
    if (socket < 0) return pose.set(moved, place)
    const below = matrixAt(pose, socket)
    const seat = drawable(product(below, inverse(matrixAt(moved, 0))), below)
    for (let node = 0; 12 * node < moved.length; node++)
      pose.set(drawable(product(seat, matrixAt(moved, node)), seat), place + 12 * node)
  })
  return pose
}

const matrixAt = (matrices: ArrayLike<number>, node: number): Matrix =>
  Array.from({ length: 12 }, (_, k) => matrices[12 * node + k] ?? 0)
