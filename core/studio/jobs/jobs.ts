import { StudioError, type Words } from '../../format'
import { LayoutError } from '../../layout'
import type { Work } from '../../patch'
import type { Emit } from '../api/events'
import type { Job, JobItem, JobState } from '../api/jobs'
import type { Host } from '../api/host'

/** Milliseconds of long work between two pauses, in which other work of the process runs and progress is sent. */
export const TURN = 8
/** Most skipped items, and most failed ones, that are named; the rest is only counted. */
export const ITEMS_TOLD = 200
/** Ended jobs whose failed items can be retried. */
const ENDED_KEPT = 50

/** Options of a job. */
export interface JobOptions {
  /** Stops work in other threads; without it the job stops at its next step. */
  readonly stop?: () => void
  /** Whether the job can be paused by the user, because nothing waits for it. */
  readonly canPause?: boolean
  /** Repeats these items, as another job. */
  readonly retry?: ((items: readonly string[]) => Promise<unknown>) | undefined
}

/** Whether a job has not ended yet. */
export const isUnderWay = ({ state }: Pick<Job, 'state'>): boolean =>
  state === 'running' || state === 'paused' || state === 'waiting'

/** An error as words, to be shown beside what failed. */
export const reasonOf = (error: StudioError | LayoutError): Words => ({
  code: `refusal.${error.code}`,
  params: error.params,
})

/** Reported items, and their number. */
class Items {
  readonly told: JobItem[] = []
  count = 0

  add(name: string, reason: Words): void {
    if (++this.count <= ITEMS_TOLD) this.told.push({ name, reason })
  }
}

/** Runs work outside a job, with pauses for other work. */
export async function inPieces<T>(host: Host, work: Work<T>): Promise<T> {
  let rested = host.now()
  for (;;) {
    const step = work.next()
    if (step.done === true) return step.value
    if (host.now() - rested <= TURN) continue
    await host.pause()
    rested = host.now()
  }
}

/** A running job. Its work reports the current item and the failed ones. */
export class JobRun {
  private state: JobState = 'waiting'
  private done = 0
  private total = 0
  private item: string | undefined
  private isStopped = false
  private options: JobOptions = {}
  private readonly skipped = new Items()
  private readonly failed = new Items()
  private readonly again: string[] = []
  /** Steps with a failure. */
  private readonly missed = new Map<string, number>()
  private gate: { readonly opened: Promise<void>; readonly open: () => void } | undefined
  private rested: number

  constructor(
    readonly id: number,
    readonly code: string,
    private readonly host: Host,
    private readonly emit: Emit,
  ) {
    this.rested = host.now()
  }

  get isEnded(): boolean {
    return !isUnderWay({ state: this.state })
  }

  get hasFailed(): boolean {
    return this.options.retry !== undefined && this.again.length > 0
  }

  /** Throws `job.cancelled` where it was removed from the queue. */
  start(total: number, options: JobOptions): this {
    this.guard()
    this.total = total
    this.options = options
    this.say('running')
    return this
  }

  wait(): this {
    this.say('waiting')
    return this
  }

  /**
   * To be awaited before each item: lets other work run and waits while paused. Throws StudioError `job.cancelled` once
   * it was stopped.
   */
  async step(item?: string): Promise<void> {
    if (this.item !== undefined) this.done++
    this.item = item ?? ''
    await this.turn()
  }

  /** Does the work of one item, with pauses for other work. Throws StudioError `job.cancelled` once it was stopped. */
  async work<T>(work: Work<T>): Promise<T> {
    for (;;) {
      const step = work.next()
      if (step.done === true) return step.value
      await this.turn()
    }
  }

  private async turn(): Promise<void> {
    if (this.host.now() - this.rested > TURN) {
      this.say(this.state)
      await this.host.pause()
      this.rested = this.host.now()
    }
    await this.resumed()
    this.guard()
  }

  /** Sets the number of items, where it is known only after the start, or differs between parts. */
  counted(total: number): void {
    this.total = total
    this.done = 0
    this.item = undefined
  }

  /** Throws StudioError `job.cancelled` once it was stopped. */
  guard(): void {
    if (this.isStopped) throw new StudioError('job.cancelled')
  }

  /** Sets the progress, where items run in parallel. */
  reached(done: number, item: string): void {
    this.done = done
    this.item = item
    if (!this.isEnded) this.say(this.state)
  }

  /**
   * Sets the progress of work that cannot wait at each item; sent at intervals. Throws StudioError `job.cancelled` once
   * it was stopped.
   */
  passed(done: number, item: string): void {
    this.guard()
    this.told(done, item)
  }

  /** Sets the progress of work that must be finished, even if it was stopped. */
  told(done: number, item: string): void {
    if (this.host.now() - this.rested <= TURN) return
    this.rested = this.host.now()
    this.reached(done, item)
  }

  /** Sets the current item of work after the counted items; the count stays. */
  readonly reportItem = (item: string): void => this.told(this.done, item)

  /** Resolves once the job is not paused. */
  async resumed(): Promise<void> {
    await this.gate?.opened
  }

  /** Reports an item that was skipped intentionally. */
  skip(item: string, reason: Words): void {
    this.skipped.add(item, reason)
  }

  /**
   * Reports a failed item; the others continue. `step`: the step that contains the item; `steps`: how many counted steps it
   * stands for.
   */
  fail(item: string, reason: Words, step = `${this.failed.count}`, steps = 1): void {
    this.failed.add(item, reason)
    this.missed.set(step, steps)
    this.again.push(item)
  }

  /** Ends the job; an error that ended it is attributed to the current item. */
  end(state: 'done' | 'failed' | 'cancelled', error?: unknown): void {
    if (this.isEnded) return
    if (state === 'done') this.done = this.total - [...this.missed.values()].reduce((sum, steps) => sum + steps, 0)
    if (state === 'failed' && this.failed.count === 0 && (error instanceof StudioError || error instanceof LayoutError))
      this.failed.add(this.item ?? '', reasonOf(error))
    this.say(state)
  }

  /** Ends the job with what its work threw. */
  ended(error: unknown): void {
    this.end(this.isStopped ? 'cancelled' : 'failed', error)
  }

  stop(): void {
    this.isStopped = true
    this.options.stop?.()
    if (this.state === 'waiting') this.end('cancelled')
    this.gate?.open()
  }

  pause(isPaused: boolean): void {
    if (this.options.canPause !== true || this.isEnded || isPaused === (this.state === 'paused')) return
    if (isPaused) this.gate = shutGate()
    else this.gate?.open()
    if (!isPaused) this.gate = undefined
    this.say(isPaused ? 'paused' : 'running')
  }

  /** Failed items of a retry are not retried again. */
  forgetRetry(): void {
    this.options = { ...this.options, retry: undefined }
  }

  /** Works once: items that fail again belong to the new job. */
  async retry(): Promise<void> {
    if (!this.isEnded || !this.hasFailed) return
    const items = this.again.splice(0)
    this.say(this.state)
    await this.options.retry?.(items)
  }

  private say(state: JobState): void {
    this.state = state
    const { id, code, done, total, item, skipped, failed } = this
    this.emit('job', {
      id,
      words: { code, params: { n: total } },
      done,
      total,
      state,
      canPause: this.options.canPause === true,
      ...(item !== undefined && item !== '' && !this.isEnded && { item }),
      ...(this.isEnded && {
        report: {
          skipped: skipped.told,
          skippedCount: skipped.count,
          failed: failed.told,
          failedCount: failed.count,
          canRetry: this.hasFailed,
        },
      }),
    })
  }
}

function shutGate(): { readonly opened: Promise<void>; readonly open: () => void } {
  let open = (): void => {}
  const opened = new Promise<void>(resolve => {
    open = resolve
  })
  return { opened, open }
}

/** All jobs of a studio, of all workspaces: their numbers are never used twice. */
export class Jobs {
  private readonly known = new Map<number, JobRun>()
  /** Of the waiting jobs the first one. */
  private queued: JobRun | undefined
  private last = 0

  constructor(
    private readonly host: Host,
    private readonly emit: Emit,
  ) {}

  begin(code: string, total: number, options: JobOptions = {}): JobRun {
    const isQueued = this.queued?.code === code
    const job = isQueued && this.queued ? this.queued : this.make(code)
    if (isQueued) this.queued = undefined
    return job.start(total, options)
  }

  /** Runs long work with progress for all windows. An error ends it; `job.cancelled` where it was stopped. */
  async run<T>(code: string, total: number, run: (job: JobRun) => Promise<T>, options?: JobOptions): Promise<T> {
    const job = this.begin(code, total, options)
    try {
      const result = await run(job)
      job.end('done')
      return result
    } catch (error) {
      job.ended(error)
      throw error
    }
  }

  /**
   * Lists a job that waits for earlier ones. The returned function runs it when they have ended; throws `job.cancelled`
   * where it was stopped before.
   */
  queue<T>(code: string, run: () => Promise<T>): () => Promise<T> {
    const job = this.make(code).wait()
    return async () => {
      job.guard()
      this.queued = job
      try {
        const result = await run()
        job.end('done') // where there was nothing to do
        return result
      } catch (error) {
        job.ended(error)
        throw error
      } finally {
        this.queued = undefined
      }
    }
  }

  stop(id: number): void {
    this.known.get(id)?.stop()
  }

  pause(id: number, isPaused: boolean): void {
    this.known.get(id)?.pause(isPaused)
  }

  /** Repeats the failed items of a job; does nothing for an unknown job or one without failures. */
  async retry(id: number): Promise<void> {
    await this.known.get(id)?.retry()
  }

  /** To be called when another workspace is opened: failures in the previous one cannot be retried. */
  forgetFailed(): void {
    for (const job of this.known.values()) job.forgetRetry()
  }

  private make(code: string): JobRun {
    for (const [id, job] of this.known) {
      if (job.isEnded && (this.known.size > ENDED_KEPT || !job.hasFailed)) this.known.delete(id)
    }
    const job = new JobRun(++this.last, code, this.host, this.emit)
    this.known.set(job.id, job)
    return job
  }
}
