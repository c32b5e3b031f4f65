import type { FoundFile } from '../../search'
import type { JobState } from './jobs'

/** Progress of a search; the last one has another state than `running`. */
export interface Found {
  readonly search: number
  /** Its job; another one where failed files are searched again. */
  readonly job: number
  readonly state: Exclude<JobState, 'waiting' | 'paused'>
  /** Files searched so far, of `total`. */
  readonly looked: number
  readonly total: number
  readonly count: number
  /** Files found since the previous event. */
  readonly files: readonly FoundFile[]
  /** Files that could not be read. */
  readonly unread: readonly string[]
  /** More was found than is listed, or than was sent before the search was stopped. */
  readonly isCut: boolean
}
