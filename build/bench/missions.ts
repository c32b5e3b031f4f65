import type { JSHandle, Page } from '@playwright/test'
import { median, type Figures, type Measured } from './figures'
import { comparedFrames, REST, type MapProbe } from './frames'
import type { BenchInstall } from './install'
import { largeMissions, type LargeMissions, type Pair } from './large-missions'
import { inWindow, installChecked } from './window'

const NAMES = [
  'instances_frame_vs_bare',
  'instances_frame_ms',
  'instances_pick_ms',
  'instances_draw_calls',
  'mission_open_vs_map',
  'mission_open_ms',
  'mission_task_ms',
  'mission_bare_task_ms',
  'mission_task_vs_limit',
] as const
/** Milliseconds of a task that nobody notices. */
const SHORT_TASK = 50
const NOTICED = 1.5

/**
 * Missions of 885 and of 3,000 objects with 40 models each, in the window: opened from the host, each beside a map alone;
 * the longest task of the window's thread meanwhile; and frames, beside bare thin instances of the same models.
 */
export function measureMissions(install: BenchInstall): Promise<Measured> {
  const missions = largeMissions(install.temp)
  return inWindow({ ...install, root: missions.root }, NAMES, { width: 1440, height: 900 }, page =>
    measurePage(page, missions),
  )
}

async function measurePage(page: Page, { retail, many }: LargeMissions): Promise<Figures> {
  await page.getByTestId('legend-row').first().waitFor({ timeout: 60_000 })
  const probe = await page.evaluateHandle<MapProbe>('globalThis.arealProbe')
  await installChecked(page)
  const [warm, ...others] = many
  // Once for the shaders.
  await openings(page, probe, warm ? [warm] : [])
  const opened = await openings(page, probe, retail)
  const loaded = await openings(page, probe, others)
  const frames = await framesOf(page, probe, others.at(-1)?.mission ?? '')
  const task = Math.min(...loaded.map(({ mission }) => mission.task))
  const bareTask = Math.min(...loaded.map(({ bare }) => bare.task))
  return {
    ...frames,
    mission_open_vs_map: median(opened.map(one => one.mission.time)) / median(opened.map(one => one.map.time)),
    mission_open_ms: median(opened.map(one => one.mission.time)),
    mission_task_ms: task,
    mission_bare_task_ms: bareTask,
    mission_task_vs_limit: task / Math.max(SHORT_TASK, NOTICED * bareTask),
  }
}

async function framesOf(page: Page, probe: JSHandle<MapProbe>, mission: string): Promise<Figures> {
  await probe.evaluate((one, entry) => one.openMap(entry), mission)
  await page.waitForTimeout(REST)
  const { frame_vs_bare, frame_ms, draw_calls, pick_ms } = await comparedFrames(probe)
  return {
    instances_frame_vs_bare: frame_vs_bare,
    instances_frame_ms: frame_ms,
    instances_pick_ms: pick_ms,
    instances_draw_calls: draw_calls,
  }
}

/** Milliseconds until it was drawn, and of the longest task of the window's thread until then; 0 for none that is long. */
interface Opened {
  readonly time: number
  readonly task: number
}

/** A mission and a map, which were not opened before, and the items of the mission drawn as bare meshes. */
async function openings(page: Page, probe: JSHandle<MapProbe>, pairs: readonly Pair[]) {
  const found: { readonly mission: Opened; readonly map: Opened; readonly bare: Opened }[] = []
  for (const { mission, map } of pairs) {
    const opened = async (work: 'openMap' | 'openBare', entry: string): Promise<Opened> => {
      await page.waitForTimeout(REST)
      return probe.evaluate(openedInPage, { work, entry, rest: REST / 5 })
    }
    found.push({
      mission: await opened('openMap', mission),
      map: await opened('openMap', map),
      bare: await opened('openBare', mission),
    })
  }
  return found
}

interface Plan {
  readonly work: 'openMap' | 'openBare'
  readonly entry: string
  /** Milliseconds in which what follows the drawing ends. */
  readonly rest: number
}

/** Runs in the window. */
async function openedInPage(probe: MapProbe, { work, entry, rest }: Plan): Promise<Opened> {
  let task = 0
  const take = (entries: PerformanceEntryList): void => {
    for (const { duration } of entries) task = Math.max(task, duration)
  }
  const observer = new PerformanceObserver(list => take(list.getEntries()))
  observer.observe({ type: 'longtask' })
  const time = await probe[work](entry)
  await new Promise(done => setTimeout(done, rest))
  take(observer.takeRecords())
  observer.disconnect()
  return { time, task }
}
