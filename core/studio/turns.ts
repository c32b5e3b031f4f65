/** A queue of writing calls, which run one after another in the order of the calls. Reading calls run beside them. */
export class Turns {
  private queue: Promise<unknown> = Promise.resolve()
  private waiting = 0

  /** Whether no writing call is running or waiting. */
  get isIdle(): boolean {
    return this.waiting === 0
  }

  /** Runs after all earlier calls, whether they succeeded or not. Rejects as `run` does. */
  take<T>(run: () => Promise<T>): Promise<T> {
    this.waiting++
    const turn = this.queue.then(run, run).finally(() => {
      this.waiting--
    })
    this.queue = turn.catch(() => undefined)
    return turn
  }
}
