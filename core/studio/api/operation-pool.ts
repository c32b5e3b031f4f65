import type { Opened, OperationRun, Outcome } from '../../format'

/** An operation that a thread runs. The thread reads the entry, and others through it, from this process when it needs them. */
export interface OperationOrder extends Pick<OperationRun, 'parameters' | 'records' | 'step'> {
  /** Id of its family. */
  readonly family: string
  /** Id of its format. */
  readonly format: string
  readonly operation: string
  readonly entry: Opened
  /** Throws StudioError `job.cancelled` once the user stopped it; the thread then ends. */
  guard?(): void
}

/** Runs an operation in a thread; undefined where there is none, or it ended early. Throws errors of the operation. */
export type OperationThread = (order: OperationOrder) => Promise<Outcome | undefined>
