import type { Words } from '../../format'

/** waiting: for other jobs that write; paused: by the user. */
export type JobState = 'waiting' | 'running' | 'paused' | 'done' | 'failed' | 'cancelled'

/** File or entry of a job, and why it was skipped or failed. */
export interface JobItem {
  readonly name: string
  readonly reason: Words
}

/** Results of the items of a job; those in neither list are done. */
export interface JobReport {
  /** At most `ITEMS_TOLD` of jobs; the count includes all. */
  readonly skipped: readonly JobItem[]
  readonly skippedCount: number
  readonly failed: readonly JobItem[]
  readonly failedCount: number
  /** Whether `retryFailed` can repeat the failed items. */
  readonly canRetry: boolean
}

/** A job with its progress, as windows list it. */
export interface Job {
  readonly id: number
  /** `job.prove`, `job.check`, `job.pack`, `job.plan`, `job.deploy`, `job.edit`. */
  readonly words: Words
  readonly done: number
  readonly total: number
  readonly state: JobState
  readonly canPause: boolean
  /** File or entry in progress, while the job runs. */
  readonly item?: string
  /** Once it has ended. */
  readonly report?: JobReport
}
