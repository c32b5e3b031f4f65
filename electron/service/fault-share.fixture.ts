import { DEATHS, FAILURES, type Fault } from '../node/faulty-disk.fixture'

/** `AREAL_ALL_FAULTS=1`: every fault at every call, which takes half an hour. */
export const HAS_ALL_FAULTS = process.env['AREAL_ALL_FAULTS'] === '1'

/** Otherwise one call of this many is tried. */
const SHARE = 3
/** Acts of at most this many calls are tried at every call. */
const SHORT = 20

/**
 * Whether a test tries call `at` of `count` calls of an act: all of them in a long run, else the first, the last and every
 * third. `act`: number of the act in its test; consecutive acts start at different calls.
 */
export const isSampled = (act: number, at: number, count: number): boolean =>
  HAS_ALL_FAULTS || at === 0 || at === count - 1 || at % SHARE === act % SHARE

/** As `isSampled`; also the first call of each kind, and every call of a short act. */
export const isTried = (act: number, at: number, calls: readonly string[]): boolean =>
  isSampled(act, at, calls.length) || calls.length <= SHORT || calls.indexOf(calls[at] ?? '') === at

const TORN = ['torn'] as const

/** The faults that are tried in one act. Kinds take turns: of those that are possible at a call, the one tried least so far. */
export class FaultTurns {
  private readonly counts = new Map<string, number>()

  /** Kinds that were tried. */
  get tried(): readonly string[] {
    return [...this.counts.keys()]
  }

  /** All kinds in a long run, else the next one. */
  next<Kind extends string>(kinds: readonly Kind[]): readonly Kind[] {
    const tried = HAS_ALL_FAULTS ? kinds : kinds.toSorted((a, b) => this.count(a) - this.count(b)).slice(0, 1)
    for (const kind of tried) this.counts.set(kind, this.count(kind) + 1)
    return tried
  }

  /**
   * The faults at a call to the disk that make a difference there: a failure, and each end of the process. To end before a
   * call that only reads is to end before the next that writes.
   */
  at(call: string): readonly Fault[] {
    if (call === 'open' || call === 'read' || call === 'list') return ['EIO']
    // Few calls can be torn: that kind is tried first.
    const kinds = [...(call === 'write' ? TORN : []), ...DEATHS.filter(death => death !== 'torn'), 'failure' as const]
    return this.next(kinds).map(kind => (kind === 'failure' ? this.failure() : kind))
  }

  private failure(): Fault {
    const [failure = 'EIO'] = FAILURES.toSorted((a, b) => this.count(a) - this.count(b))
    this.counts.set(failure, this.count(failure) + 1)
    return failure
  }

  private count(kind: string): number {
    return this.counts.get(kind) ?? 0
  }
}
