import { useIntervalFn } from '@vueuse/core'
import { defineStore } from 'pinia'
import { ref, shallowRef, watch } from 'vue'
import type { Job } from '@areal-studio/core/workspace'
import { useWorkspace } from './workspace.store'

/** A job and when this window saw it begin and end, in milliseconds since 1970. */
export interface SeenJob extends Job {
  readonly begun: number
  readonly ended?: number
}

/** Jobs of the studio with their times, and the way to stop one. */
export const useJobs = defineStore('jobs', () => {
  const workspace = useWorkspace()
  const list = shallowRef<readonly SeenJob[]>([])
  const now = ref(Date.now())
  const clock = useIntervalFn(() => { now.value = Date.now() }, 500, { immediate: false })

  watch(() => workspace.jobs, jobs => {
    now.value = Date.now()
    const known = new Map(list.value.map(job => [job.id, job]))
    list.value = jobs.map(job => {
      const before = known.get(job.id)
      const ended = before?.ended ?? (job.state === 'running' ? undefined : now.value)
      return { ...job, begun: before?.begun ?? now.value, ...(ended !== undefined && { ended }) }
    })
    if (jobs.some(job => job.state === 'running')) clock.resume()
    else clock.pause()
  }, { immediate: true })

  return { list, now, cancel: (id: number) => workspace.attempt(() => workspace.studio.cancel(id)) }
})
