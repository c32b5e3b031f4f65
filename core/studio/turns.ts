/** Runs what writes one after another, in the order of the calls. What reads runs beside it. */
export class Turns {
  private queue: Promise<unknown> = Promise.resolve()
  private waiting = 0

  /** Whether nothing that writes is running or waiting. */
  get isIdle(): boolean {
    return this.waiting === 0
  }

  /** Runs after all that was given before, whether that succeeded or not. Rejects as `run` does. */
  take<T>(run: () => Promise<T>): Promise<T> {
    this.waiting++
    const turn = this.queue.then(run, run).finally(() => {
      this.waiting--
    })
    this.queue = turn.catch(() => undefined)
    return turn
  }
}
