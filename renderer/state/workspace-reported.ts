import { computed, shallowRef, watch } from 'vue'
import type { Job, StudioEvents, WorkspaceInfo } from '@areal-studio/core/studio'
import { newsAmong, notify } from './notices'

const GAME_OUTPUT_KEPT = 200_000
const JOBS_KEPT = 50

/** What the studio last reported about the open workspace. */
export function useReported() {
  const info = shallowRef<WorkspaceInfo | null>(null)
  const jobs = shallowRef<readonly Job[]>([])
  const gameOutput = shallowRef('')
  /** Files that wait for a choice between the local and the external version, as notices. */
  const unresolved = computed(() => info.value?.notices.filter(({ code }) => code.startsWith('notice.pristine-')) ?? [])
  /** The file whose question is to be opened. */
  const resolving = shallowRef<string | null>(null)
  /** The last event about files that changed while they have local edits. */
  const outside = shallowRef<StudioEvents['outside']>({ files: [], kind: 'ours' })

  watch(info, (now, before) => {
    if (!now || before?.workspace !== now.workspace) return // those of another workspace are shown when it is opened
    for (const words of newsAmong(now.notices, before.notices)) notify(words, 'warning')
  })

  return {
    ...{ info, jobs, gameOutput, unresolved, resolving, outside },
    resolveFirst(): void {
      resolving.value = String(unresolved.value[0]?.params['file'] ?? '') || null
    },
    takeJob(job: Job): void {
      jobs.value = [...jobs.value.filter(other => other.id !== job.id), job].slice(-JOBS_KEPT)
    },
    takeOutput({ text }: StudioEvents['gameOutput']): void {
      gameOutput.value = (gameOutput.value + text).slice(-GAME_OUTPUT_KEPT)
    },
    /** Another workspace was opened. */
    clear(): void {
      gameOutput.value = ''
      outside.value = { files: [], kind: 'ours' }
    },
  }
}
