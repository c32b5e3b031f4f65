/** A call that took longer blocked the thread for others. */
const SLOW_THRESHOLD_MS = 20
/** Time for which a slow disk is used off the thread before the thread is tried again. */
const SLOW_PERIOD_MS = 1000

/**
 * Chooses where calls to a disk run. On the thread is several times faster if the disk is fast, as it mostly is; a
 * network disk, or one that must first spin up, would block all windows meanwhile.
 */
export class AdaptiveDisk {
  private slowUntil = 0

  /** `sync` runs on the thread, `asynchronous` does the same without blocking it. Throws what they throw. */
  async run<T>(sync: () => T, asynchronous: () => Promise<T>): Promise<T> {
    const begun = performance.now()
    if (begun >= this.slowUntil) return this.timed(begun, sync)
    return asynchronous().finally(() => this.note(begun))
  }

  private timed<T>(begun: number, sync: () => T): T {
    try {
      return sync()
    } finally {
      this.note(begun)
    }
  }

  private note(begun: number): void {
    const now = performance.now()
    if (now - begun > SLOW_THRESHOLD_MS) this.slowUntil = now + SLOW_PERIOD_MS
  }
}
