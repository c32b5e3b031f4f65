import type { Text } from '@areal-studio/core/messages'
import { isUnderWay, type Job, type Studio } from '@areal-studio/core/studio'
import type { CommandIo } from './io'

/** Jobs without progress: the game has the terminal while it runs. */
const SILENT = ['job.game']

/**
 * Prints the progress of jobs on the terminal, and cancels the running one where the user interrupts it: a deploy then
 * restores what it wrote.
 */
export function followJobs({ listen, api }: Studio, io: CommandIo, say: Text['say']): void {
  const jobs = new Map<number, Job>()
  listen('job', job => {
    if (isUnderWay(job)) jobs.set(job.id, job)
    else jobs.delete(job.id)
    const shown = [...jobs.values()].findLast(({ words }) => !SILENT.includes(words.code))
    io.progress?.(shown ? lineOf(shown, say) : '')
  })
  io.interrupted?.(() => {
    for (const id of jobs.keys()) void api.cancel(id)
    return jobs.size > 0
  })
}

function lineOf({ words, done, total, item }: Job, say: Text['say']): string {
  const count = total > 0 ? say('ui.jobs.of', { done, total }) : ''
  return [say(words.code, words.params), count, item ?? ''].filter(part => part !== '').join(' · ')
}
