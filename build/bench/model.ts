import type { MeshItem } from '@areal-studio/core/format'
import { formatOf, shelf } from '../../core/families/parkan/opened.fixture'
import { modelOf, walls, type Part } from '../../core/families/parkan/sample/models'
import { best, bestOf, type Measured } from './figures'

/** The most nodes that a model of the game has, keys of each, and frames between two keys (parkan 6.13). */
const NODES = 38
const KEYS = 9
const STEP = 6
const FRAMES = 200
const RUNS = 5

/** An animated model of 38 nodes: what the window's thread computes for each frame, and the scene as a whole. */
export async function measureModel(): Promise<Measured> {
  const all = shelf({ 'large.msh': modelOf(Array.from({ length: NODES }, (_, node) => partOf(node))) })
  const row = all.rows(all.open('large.msh')).find(({ attributes }) => attributes['type_id'] === 1)
  const format = row && formatOf(row)
  const read = async (): Promise<MeshItem> => {
    const item = row && (await format?.scene?.(row))?.find(one => one.kind === 'mesh')
    return item ?? Promise.reject(new Error('no scene of the model'))
  }
  const { animation } = await read()
  const sampler = animation && format?.samplers?.[animation.sampler]
  if (!sampler) throw new Error('no animation')
  const posing = best(RUNS, () => {
    for (let frame = 0; frame < FRAMES; frame++) sampler(animation, { time: (frame * 0.37) % animation.frames })
  })
  const blending = best(RUNS, () => {
    for (let frame = 0; frame < FRAMES; frame++)
      sampler(animation, { time: (frame * 0.37) % animation.frames, second: 3.5, share: 0.4 })
  })
  return {
    figures: {
      model_pose_ms: posing / FRAMES,
      model_blend_ms: blending / FRAMES,
      model_scene_ms: await bestOf(RUNS, read),
    },
  }
}

/** A box that turns and rises on the one before. */
const partOf = (node: number): Part => ({
  name: `node_${node}`,
  ...(node > 0 && { parent: node - 1 }),
  drawn: { 0: walls(1, 1, 2), 1: walls(1, 1, 2) },
  track: Array.from({ length: KEYS }, (_, key) => {
    const angle = (key * Math.PI) / KEYS
    return { time: STEP * key, position: [0, 0, 2 + key / 10], rotation: [Math.cos(angle), 0, 0, Math.sin(angle)] }
  }),
})
