import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  blendNode,
  frameAt,
  interpolate,
  modelPose,
  poseMatrix,
  rotationOrder,
  sampleNode,
  type Animation,
  type Quaternion,
} from './animation'
import { transform } from '../../../format/matrix'
import { NONE } from './model-chunks'
import { writeTracks, type TrackKey } from './tracks'

const r = Math.SQRT1_2
const IDENTITY: Quaternion = [1, 0, 0, 0]
const TURN: Quaternion = [r, 0, 0, r]

/** Tracks as the arrays that a model's chunks hold; every node hangs on the one before. */
function animationOf(tracks: readonly (readonly TrackKey[])[]): Animation {
  const { keys, map, frames, nodes } = writeTracks(tracks)
  return {
    frames,
    positions: Float32Array.from(keys.flatMap(key => [...key.position])),
    times: Float32Array.from(keys, key => key.time),
    rotations: Int16Array.from(keys.flatMap(key => [...key.rotation])),
    map: Uint16Array.from(map),
    parents: Uint16Array.from(nodes, (_, node) => (node === 0 ? NONE : node - 1)),
    mapStarts: Uint16Array.from(nodes, node => node.map_start),
    fallbacks: Uint16Array.from(nodes, node => node.fallback_key),
  }
}

const near = (found: readonly number[], right: readonly number[], digits = 4): void => {
  expect(found.length).toBe(right.length)
  right.forEach((value, at) => expect(found[at], `${found.join(' ')} at ${at}`).toBeCloseTo(value, digits))
}

describe('matrices of rotations', () => {
  it.each<[Quaternion, number[], number[], number[]]>([
    [TURN, [0, -1, 0], [1, 0, 0], [0, 0, 1]],
    [
      [r, r, 0, 0],
      [1, 0, 0],
      [0, 0, -1],
      [0, 1, 0],
    ],
    [
      [r, 0, r, 0],
      [0, 0, 1],
      [0, 1, 0],
      [-1, 0, 0],
    ],
    [
      [0.5, 0.5, 0.5, 0.5],
      [0, 0, 1],
      [1, 0, 0],
      [0, 1, 0],
    ],
  ])('%j turns the axes as the game does', (rotation, x, y, z) => {
    const matrix = poseMatrix({ position: [0, 0, 0], rotation })
    near(transform(matrix, 1, 0, 0), x)
    near(transform(matrix, 0, 1, 0), y)
    near(transform(matrix, 0, 0, 1), z)
  })
  it('have their rows in the order of the notes', () => {
    const rows = poseMatrix({ position: [7, 8, 9], rotation: TURN })
    near(rows, [0, 1, 0, 7, -1, 0, 0, 8, 0, 0, 1, 9])
  })
})

describe('interpolation', () => {
  it.each<[Quaternion, Quaternion, number, number[]]>([
    [IDENTITY, TURN, 0.25, [0.9807853, 0, 0, 0.1950903]],
    [IDENTITY, TURN, 0.5, [0.9238795, 0, 0, 0.3826834]],
    [IDENTITY, [-r, 0, 0, -r], 0.5, [0.9238795, 0, 0, 0.3826834]],
  ])('%j to %j at %d', (from, to, along, right) => near(interpolate(from, to, along), right, 6))
  it('is straight between rotations that are nearly one', () => {
    const to: Quaternion = [0.999999, 0.001, 0, 0]
    expect(interpolate(IDENTITY, to, 0.5)).toEqual([(1 + 0.999999) / 2, 0.0005, 0, 0])
  })
})

describe('a track', () => {
  const TRACK: TrackKey[] = [
    { time: 0, position: [0, 0, 0], rotation: IDENTITY },
    { time: 4, position: [4, 0, 0], rotation: TURN },
    { time: 10, position: [4, 6, 0], rotation: TURN },
  ]
  const animation = animationOf([TRACK])

  it('is written as in the notes', () => {
    expect(animation.frames).toBe(11)
    expect([...animation.map]).toEqual([0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 2])
    expect([...animation.fallbacks]).toEqual([2])
  })
  it('has the frames of the notes', () => {
    const times = [-0.25, 0, 0.5, 1, 1.25, 1.5, 2, 2.5, 3, 3.5]
    expect(times.map(time => frameAt(time) + 0)).toEqual([-1, 0, 0, 0, 1, 1, 2, 2, 2, 3])
  })
  it.each<[number, number[], Quaternion]>([
    [-1, [4, 6, 0], TURN],
    [-0.25, [4, 6, 0], TURN],
    [0, [0, 0, 0], IDENTITY],
    [1, [1, 0, 0], [0.9807853, 0, 0, 0.1950903]],
    [2, [2, 0, 0], [0.9238795, 0, 0, 0.3826834]],
    [3.5, [3.5, 0, 0], [0.7730105, 0, 0, 0.6343933]],
    [4, [4, 0, 0], TURN],
    [7, [4, 3, 0], TURN],
    [10, [4, 6, 0], TURN],
    [10.5, [4, 6, 0], TURN],
    [11, [4, 6, 0], TURN],
  ])('at %d is as in the notes', (time, position, rotation) => {
    const pose = sampleNode(animation, 0, time)
    near(pose.position, position)
    near(pose.rotation, rotation, 4)
  })
  it('shows a key exactly at its time', () => {
    const q = animation.rotations.subarray(4, 8)
    expect(sampleNode(animation, 0, 4).rotation).toEqual(Array.from(q, word => word / 32767))
  })
  it('is left out of a blend where its time is below 0 or its share nothing', () => {
    expect(blendNode(animation, 0, [-1, 4], 0.5)).toEqual(sampleNode(animation, 0, 4))
    expect(blendNode(animation, 0, [4, 7], 0)).toEqual(sampleNode(animation, 0, 4))
    expect(blendNode(animation, 0, [-1, -1], 0.5)).toBeUndefined()
    near(blendNode(animation, 0, [0, 10], 0.5)?.position ?? [], [2, 3, 0])
  })
})

describe('the order of a rotation', () => {
  it('is told by the identity keys', () => {
    expect(rotationOrder(Int16Array.of(32767, 0, 0, 0, 1, 2, 3, 4))).toEqual({ order: 'w-first', first: 1, last: 0 })
    expect(rotationOrder(Int16Array.of(0, 0, 0, -32767))).toEqual({ order: 'w-last', first: 0, last: 1 })
    expect(rotationOrder(new Int16Array(0)).order).toBe('w-first')
  })
  it('decides what a key turns', () => {
    const still = { ...animationOf([[{ time: 0, position: [0, 0, 0], rotation: IDENTITY }]]) }
    const last = { ...still, rotations: Int16Array.of(0, 0, 0, 32767) }
    expect(sampleNode(last, 0, 0, 'w-last').rotation).toEqual([1, 0, 0, 0])
  })
})

const POSITION = fc.tuple(
  fc.integer({ min: -9, max: 9 }),
  fc.integer({ min: -9, max: 9 }),
  fc.integer({ min: -9, max: 9 }),
)
const TRACKS = fc.array(
  fc
    .tuple(fc.uniqueArray(fc.integer({ min: 1, max: 20 }), { maxLength: 6 }), fc.infiniteStream(POSITION))
    .map(([times, positions]) =>
      [0, ...times.toSorted((a, b) => a - b)].map(
        (time): TrackKey => ({ time, position: positions.next().value ?? [0, 0, 0], rotation: IDENTITY }),
      ),
    ),
  { minLength: 1, maxLength: 5 },
)

describe('written tracks', () => {
  it('show at every frame the segment that a search through the keys finds', () => {
    fc.assert(
      fc.property(TRACKS, fc.integer({ min: 0, max: 20 }), fc.integer({ min: 0, max: 3 }), (tracks, frame, quarter) => {
        const animation = animationOf(tracks)
        const time = frame + quarter / 4
        tracks.forEach((track, node) => {
          const shown = frameAt(time)
          const last = track.at(-1)
          const from = shown >= animation.frames ? last : track.findLast(key => key.time <= shown)
          const to = track.find(key => key.time > (from?.time ?? 0))
          const along = from && to ? (time - from.time) / (to.time - from.time) : 0
          const right = [0, 1, 2].map(axis => {
            const [a = 0, b = 0] = [from?.position[axis], (to ?? from)?.position[axis]]
            return a + along * (b - a)
          })
          near(sampleNode(animation, node, time).position, right)
        })
      }),
      { seed: 610 },
    )
  })
  it('have a map for every node of two keys or more, in the order of the nodes', () => {
    fc.assert(
      fc.property(TRACKS, tracks => {
        const { map, nodes, frames, keys } = writeTracks(tracks)
        expect(map.length).toBe(frames * tracks.filter(track => track.length > 1).length)
        expect(nodes.map(node => node.map_start === NONE)).toEqual(tracks.map(track => track.length === 1))
        expect(nodes.at(-1)?.fallback_key).toBe(keys.length - 1)
      }),
      { seed: 611 },
    )
  })
  it('are refused where times do not rise from 0', () => {
    const key = (time: number): TrackKey => ({ time, position: [0, 0, 0], rotation: IDENTITY })
    for (const track of [[], [key(1)], [key(0), key(0)], [key(0), key(1.5)]])
      expect(() => writeTracks([track])).toThrow(RangeError)
  })
  it('end a pose in one pass from parent to child', () => {
    const bar: TrackKey[] = [{ time: 0, position: [1, 0, 0], rotation: TURN }]
    const matrices = modelPose(animationOf([bar, bar]), 0)
    near(transform(Array.from(matrices.subarray(12, 24)), 1, 0, 0), [0, -1, 0], 3)
    const inPlace = modelPose(animationOf([bar, bar]), 0, { isInPlace: true })
    near(transform(Array.from(inPlace.subarray(12, 24)), 1, 0, 0), [-1, -1, 0], 3)
  })
})
