/** An answer that took longer held up all who wait for the thread, in milliseconds. */
const LATE = 20
/** So long after such an answer the disk is asked away from the thread, in milliseconds; then it is tried anew. */
const SLOW_FOR = 1000

/**
 * How a disk is asked. On the thread is several times quicker where the disk answers at once, as it mostly does; one on a network
 * or one that must first spin up would stop all windows meanwhile.
 */
export class Pace {
  private slowUntil = 0

  /** `soon` asks on the thread, `away` the same without holding it. Throws what they throw. */
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
