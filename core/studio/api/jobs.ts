import type { Words } from '../../format'

/** waiting: behind others that write; paused: by the user. */
export type JobState = 'waiting' | 'running' | 'paused' | 'done' | 'failed' | 'cancelled'

/** File or entry of a job, and why it was left out or could not be done. */
export interface JobItem {
  readonly name: string
  readonly reason: Words
}

/** What came of the items of a job; those that are in neither list are done. */
export interface JobReport {
  /** At most `ITEMS_TOLD` of jobs; the count is of all. */
  readonly skipped: readonly JobItem[]
  readonly skippedCount: number
  readonly failed: readonly JobItem[]
  readonly failedCount: number
  /** `retryFailed` does those that failed again. */
  readonly canRetry: boolean
}

export interface Job {
  readonly id: number
  /** `job.prove`, `job.check`, `job.pack`, `job.plan`, `job.deploy`, `job.edit`. */
  readonly words: Words
  readonly done: number
  readonly total: number
  readonly state: JobState
  readonly canPause: boolean
  /** The file or entry that it is at; while it is under way. */
  readonly item?: string
  /** Once it has ended. */
  readonly report?: JobReport
}
