import { join } from 'node:path'
import type { Page } from '@playwright/test'
import type { MeshItem } from '@areal-studio/core/format'
import { formatOf, shelf } from '../../core/families/parkan/opened.fixture'
import { modelOf, walls, type Part } from '../../core/families/parkan/sample/models'
import { best, bestOf, median, type Figures, type Measured } from './figures'
import { writeFiles, type BenchInstall } from './install'
import { inWindow } from './window'

/** The most nodes that a model of the game has, keys of each, and frames between two keys (parkan 6.13). */
const NODES = 38
const KEYS = 9
const STEP = 6
const FRAMES = 200
const RUNS = 5
const NAMES = ['model_window_pose_ms', 'model_window_frame_ms'] as const
const FILE = 'large.msh'

/**
 * An animated model of 38 nodes: what is computed for each frame, and the scene as a whole; and in the window what a frame
 * of the animation takes of its thread, from the new time until every pane has it and the pose is on its way to WebGL, and
 * with the draw calls.
 */
export async function measureModel(install: BenchInstall): Promise<Measured> {
  const bytes = modelOf(Array.from({ length: NODES }, (_, node) => partOf(node)))
  const all = shelf({ [FILE]: bytes })
  const row = all.rows(all.open(FILE)).find(({ attributes }) => attributes['type_id'] === 1)
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
  const root = join(install.temp, 'Model')
  writeFiles(root, [
    { path: 'iron_3d.exe', bytes: Uint8Array.of(0x4d, 0x5a) },
    { path: FILE, bytes },
  ])
  const shown = await inWindow({ ...install, root }, NAMES, { width: 1440, height: 900 }, page => measurePage(page))
  return {
    ...shown,
    figures: {
      ...shown.figures,
      model_pose_ms: posing / FRAMES,
      model_blend_ms: blending / FRAMES,
      model_scene_ms: await bestOf(RUNS, read),
    },
  }
}

async function measurePage(page: Page): Promise<Figures> {
  await page.getByRole('treeitem', { name: FILE }).first().click()
  await page.waitForFunction(() => window.arealProbe?.model !== undefined, undefined, { timeout: 60_000 })
  await page.waitForTimeout(1500)
  const series: { readonly pose: number; readonly frame: number }[] = []
  for (let run = 0; run < RUNS; run++) series.push(await page.evaluate(posedInPage, FRAMES))
  return {
    model_window_pose_ms: Math.min(...series.map(({ pose }) => pose)),
    model_window_frame_ms: median(series.map(({ frame }) => frame)),
  }
}

/** Runs in the window. Milliseconds of a frame. */
async function posedInPage(count: number): Promise<{ readonly pose: number; readonly frame: number }> {
  const model = window.arealProbe?.model
  if (!model) throw new Error('no model is shown')
  let pose = 0
  for (let frame = 0; frame < count; frame++) {
    const start = performance.now()
    model.goTo((frame * 0.37) % 40)
    // Behind what the new time has put in the queue of this task.
    await Promise.resolve()
    pose += performance.now() - start
    // The frame that this requests is drawn before the next time.
    await new Promise(done => requestAnimationFrame(done))
  }
  return { pose: pose / count, frame: model.frameTimes(count).reduce((sum, one) => sum + one, 0) / count }
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
