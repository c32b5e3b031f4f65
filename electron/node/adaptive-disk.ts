/** A call that took longer blocked the thread for others, in milliseconds. */
const LATE = 20
/** Milliseconds for which a slow disk is used off the thread before the thread is tried again. */
const SLOW_FOR = 1000

/**
 * Chooses where calls to a disk run. On the thread is several times faster if the disk is fast, as it mostly is; a
 * network disk, or one that must first spin up, would block all windows meanwhile.
 */
export class Pace {
  private slowUntil = 0

  /** `soon` runs on the thread, `away` does the same without blocking it. Throws what they throw. */
  async ask<T>(soon: () => T, away: () => Promise<T>): Promise<T> {
    const begun = performance.now()
    if (begun >= this.slowUntil) return this.timed(begun, soon)
    return away().finally(() => this.note(begun))
  }

  private timed<T>(begun: number, soon: () => T): T {
    try {
      return soon()
    } finally {
      this.note(begun)
    }
  }

  private note(begun: number): void {
    const now = performance.now()
    if (now - begun > LATE) this.slowUntil = now + SLOW_FOR
  }
}
