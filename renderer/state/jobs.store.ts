import { useIntervalFn } from '@vueuse/core'
import { defineStore } from 'pinia'
import { computed, ref, shallowRef, watch } from 'vue'
import { isUnderWay, type Job } from '@areal-studio/core/studio'
import { useWorkspace } from './workspace.store'

/** A job and how long this window saw it running. */
export interface SeenJob extends Job {
  /** Milliseconds of running until `since`, without its pauses. */
  readonly worked: number
  /** When it started or resumed, in milliseconds since 1970; null while it does not run. */
  readonly since: number | null
  /** Milliseconds of running before its present series of items: it may have several, one after another. */
  readonly before: number
}

/** Milliseconds that a job has run. */
export const workedAt = ({ worked, since }: SeenJob, now: number): number =>
  worked + (since === null ? 0 : Math.max(0, now - since))

/** The same job after an update. */
export function seenAgain(before: SeenJob | undefined, job: Job, now: number): SeenJob {
  const isAtWork = job.state === 'running'
  const worked = before ? workedAt(before, now) : 0
  const isCountedAnew = before !== undefined && (job.total !== before.total || job.done < before.done)
  const earlier = isCountedAnew ? worked : (before?.before ?? 0)
  if (before && isAtWork && before.since !== null)
    return { ...job, worked: before.worked, since: before.since, before: earlier }
  return { ...job, worked, since: isAtWork ? now : null, before: earlier }
}

/** Items per second, and the remaining milliseconds; null while unknown. */
export function paceOf(job: SeenJob, now: number): { readonly speed: number; readonly left: number } | null {
  const worked = workedAt(job, now) - job.before
  if (job.done === 0 || job.total === 0 || worked === 0) return null
  return { speed: (job.done / worked) * 1000, left: (worked / job.done) * (job.total - job.done) }
}

/** From F5 to the end of the game: its jobs are steps of one. Ids of the first and of the last that can belong to it. */
export interface Run {
  readonly first: number
  readonly last: number
}
const STEPS: ReadonlySet<string> = new Set(['job.check', 'job.pack', 'job.plan', 'job.deploy', 'job.game'])

/** One line of the list: a job, or a run with its steps in their order. */
export type JobLine =
  | { readonly key: string; readonly job: SeenJob }
  | { readonly key: string; readonly steps: SeenJob[] }

/** Jobs in their order, those of a run under one line at the place of its first. */
export function jobLines(list: readonly SeenJob[], runs: readonly Run[]): readonly JobLine[] {
  const lines: JobLine[] = []
  const started = new Map<Run, SeenJob[]>()
  for (const job of list) {
    const run = STEPS.has(job.words.code)
      ? runs.find(({ first, last }) => job.id >= first && job.id <= last)
      : undefined
    const steps = run && started.get(run)
    if (steps) steps.push(job)
    else if (run) {
      const begun = [job]
      started.set(run, begun)
      lines.push({ key: `run ${run.first}`, steps: begun })
    } else lines.push({ key: `${job.id}`, job })
  }
  return lines
}

/** State of a run by its steps: failed if one failed, else running if one is running. */
export const stateOfRun = (steps: readonly SeenJob[]): SeenJob['state'] =>
  (steps.find(({ state }) => state === 'failed' || state === 'cancelled') ?? steps.find(isUnderWay) ?? steps.at(-1))
    ?.state ?? 'done'

/** Jobs of the studio with their times; stops, pauses and retries them. */
export const useJobs = defineStore('jobs', () => {
  const workspace = useWorkspace()
  const list = shallowRef<readonly SeenJob[]>([])
  const now = ref(Date.now())
  const clock = useIntervalFn(
    () => {
      now.value = Date.now()
    },
    500,
    { immediate: false },
  )

  watch(
    () => workspace.jobs,
    jobs => {
      now.value = Date.now()
      const known = new Map(list.value.map(job => [job.id, job]))
      list.value = jobs.map(job => seenAgain(known.get(job.id), job, now.value))
      if (jobs.some(isUnderWay)) clock.resume()
      else clock.pause()
    },
    { immediate: true },
  )

  const runs = shallowRef<readonly Run[]>([])

  return {
    list,
    now,
    lines: computed(() => jobLines(list.value, runs.value)),
    /** All steps that begin until the returned function is called are one run. */
    beginRun(): () => void {
      const run = { first: Math.max(0, ...workspace.jobs.map(({ id }) => id)) + 1, last: Infinity }
      runs.value = [...runs.value, run]
      return () => {
        const last = Math.max(0, ...workspace.jobs.map(({ id }) => id))
        runs.value = runs.value.map(other => (other === run ? { ...run, last } : other))
      }
    },
    cancel: (id: number) => workspace.attempt(() => workspace.studio.cancel(id)),
    pause: (id: number, isPaused: boolean) => workspace.attempt(() => workspace.studio.pause(id, isPaused)),
    retryFailed: (id: number) => workspace.attempt(() => workspace.studio.retryFailed(id)),
  }
})
