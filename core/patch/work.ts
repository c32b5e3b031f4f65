/**
 * Long work in pieces of a few milliseconds each: it yields where its caller may let other work of the process run, or
 * drop it for good.
 */
export type Work<T> = Generator<void, T, void>

/** Runs the work to completion without pauses. */
export function workedOut<T>(work: Work<T>): T {
  for (;;) {
    const step = work.next()
    if (step.done === true) return step.value
  }
}
