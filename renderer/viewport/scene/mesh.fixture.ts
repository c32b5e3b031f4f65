import type { MeshItem } from '@areal-studio/core/format'

/** A matrix that moves only. */
export const moved = (x: number, y: number, z: number): readonly number[] => [1, 0, 0, x, 0, 1, 0, y, 0, 0, 1, z]

/**
 * A root that draws nothing; a body of one triangle, near; an arm of one triangle near and another far, which lies above
 * the body. Two states of two levels; only the whole state draws.
 */
export function meshItem(): MeshItem {
  const triangle = [0, 0, 0, 1, 0, 0, 0, 1, 0]
  const rest = [moved(0, 0, 0), moved(10, 0, 0), moved(10, 0, 5)].flat()
  return {
    kind: 'mesh',
    id: 'model',
    layer: 'meshes',
    noun: 'batch',
    entry: 'a!#1',
    array: 'batches',
    positions: Float32Array.from([...triangle, ...triangle, ...triangle]),
    sources: Uint32Array.of(0, 1, 2, 0, 1, 2, 0, 1, 2),
    indices: Uint32Array.of(0, 1, 2, 3, 4, 5, 6, 7, 8),
    records: Uint32Array.of(0, 2, 1),
    recordCount: 3,
    fields: { material: Uint32Array.of(0, 1, 1) },
    pieces: {
      entry: 'a!#2',
      array: 'slots',
      noun: 'slot',
      count: 3,
      starts: Uint32Array.of(0, 1, 2, 3),
      nodes: Uint32Array.of(1, 2, 2),
      records: Uint32Array.of(4, 5, 6),
    },
    nodes: {
      entry: 'a!#0',
      array: 'nodes',
      noun: 'node',
      count: 3,
      names: ['root', 'body', 'arm'],
      parents: Int32Array.of(-1, 0, 1),
      rest: Float32Array.from(rest),
    },
    switches: [
      { id: 'state', title: '', values: ['', ''] },
      { id: 'level', title: '', values: ['', ''] },
    ],
    drawn: Int32Array.of(-1, -1, -1, -1, 0, -1, -1, -1, 1, 2, -1, -1),
    animation: {
      sampler: 'pose',
      frames: 11,
      columns: {},
      keys: {
        entry: 'a!#3',
        array: 'keys',
        noun: 'key',
        starts: Uint32Array.of(0, 1, 2),
        ends: Uint32Array.of(1, 2, 6),
        times: Float32Array.of(0, 0, 0, 1, 2, 10),
      },
    },
    notes: [],
  }
}
