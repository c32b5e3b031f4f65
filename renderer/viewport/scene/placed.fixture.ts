import type { InstancesItem, LinesItem, PointsItem } from '@areal-studio/core/format'
import { meshItem, moved } from './mesh.fixture'

const common = { entry: 'm!', noun: 'object', fields: {}, colouring: [], title: 'ui.map-layers.objects' } as const

/**
 * Three objects: one of two parts at (10, 20, 0), the second of which is 5 above the first; one at (-30, 0, 2), turned by
 * 90°; one whose model is missing, at (100, 100, 0).
 */
export const objects = (): InstancesItem => ({
  ...common,
  kind: 'instances',
  isSubject: true,
  id: 'objects',
  layer: 'objects',
  array: 'objects',
  recordCount: 3,
  models: [meshItem()],
  variants: Uint16Array.of(0),
  positions: Float32Array.of(10, 20, 0, -30, 0, 2, 100, 100, 0),
  turns: Float32Array.of(0, Math.PI / 2, 0),
  which: Int32Array.of(0, 0, 0, -1),
  locals: Float32Array.from([moved(0, 0, 0), moved(0, 0, 5), moved(0, 0, 0), moved(0, 0, 0)].flat()),
  records: Uint32Array.of(0, 0, 1, 2),
  placing: { position: ['position/x', 'position/y', 'position/z'], turn: 'turn' },
  missing: [{ record: 2, words: { code: 'mission.link', params: {} } }],
})

/** A path of three points and a closed one of three, which is the second record. */
export const paths = (isClosed = false): LinesItem => ({
  ...common,
  kind: 'lines',
  id: 'paths',
  layer: 'lines',
  array: 'paths',
  recordCount: 2,
  positions: Float32Array.of(0, 0, 0, 50, 0, 0, 50, 50, 0, -50, -50, 0, -20, -50, 0, -20, -20, 0),
  starts: Uint32Array.of(0, 3, 6),
  records: Uint32Array.of(0, 1),
  isClosed,
})

/** Two points, which lie on the ground. */
export const places = (): PointsItem => ({
  ...common,
  kind: 'points',
  id: 'places',
  layer: 'points',
  array: 'places',
  recordCount: 2,
  positions: Float32Array.of(-60, 60, 0, 60, -60, 0),
  radii: [Float32Array.of(8, 20)],
  placing: { position: ['x', 'y'] },
})

/** The same objects with a scale: the first is twice as large, the second has none of its own. */
export const scaledObjects = (): InstancesItem => {
  const item = objects()
  return {
    ...item,
    placing: {
      position: ['position/x', 'position/y', 'position/z'],
      turn: 'turn',
      scale: ['scale/x', 'scale/y', 'scale/z'],
    },
    locals: item.locals.map((value, at) => (at < 24 ? 2 * value : value)),
    scales: Float32Array.of(2, 2, 2, NaN, NaN, NaN, 1, 1, 1),
    unscaled: { code: 'notice.mission.unscaled', params: {} },
  }
}
