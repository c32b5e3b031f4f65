import type { FoundFile } from '../../search'
import type { JobState } from './jobs'

/** News of a search; the last has another state than `running`. */
export interface Found {
  readonly search: number
  /** Its job: another one where files that failed are searched again. */
  readonly job: number
  readonly state: Exclude<JobState, 'waiting' | 'paused'>
  /** Files searched so far, of `total`. */
  readonly looked: number
  readonly total: number
  readonly count: number
  /** Found since the news before. */
  readonly files: readonly FoundFile[]
  /** Files that could not be read. */
  readonly unread: readonly string[]
  /** More was found than is listed, or was told before the search was stopped. */
  readonly isCut: boolean
}
