/** Long work in pieces of a few milliseconds: between two of them the caller may run other work, or abandon it. */
export type Work<T> = Generator<void, T, void>

/** Runs the work to completion without pauses. */
export function workedOut<T>(work: Work<T>): T {
  for (;;) {
    const step = work.next()
    if (step.done === true) return step.value
  }
}
