import type { EntryPath } from '@areal-studio/core/edit'
import type { Proof, ProofResult } from '@areal-studio/core/studio'
import { ancestorsOf } from './tree-paths'

type Proved = Pick<Proof, 'entry' | 'result' | 'reencoded'>
/** Whether a packed entry, packed again, has the same bytes. */
export type Reencoded = NonNullable<Proof['reencoded']>

/** Sums of the proofs of an install. They arrive in parts, of tens of thousands of files: only new ones are read. */
export class ProofTally {
  /** The weakest proof of each row: of an archive or folder, of what is in it. */
  readonly rows = new Map<string, ProofResult>()
  /** Of the files of the install, not of what is in them. */
  readonly sums: Record<ProofResult, number> = { identical: 0, opaque: 0, unproved: 0, unreadable: 0, unknown: 0 }
  /** Of the entries that are stored packed. */
  readonly reencodings = new Map<EntryPath, Reencoded>()
  readonly reencoded: Record<Reencoded, number> = { identical: 0, different: 0 }
  private readonly files = new Map<string, ProofResult>()
  private taken = 0

  /** Proofs that were counted must not change in `proofs`; others may be added. */
  constructor(readonly proofs: ReadonlyMap<EntryPath, Proved>) {}

  /** Takes what was added since the last time. */
  take(): this {
    let at = 0
    for (const proof of this.proofs.values()) if (at++ >= this.taken) this.add(proof)
    this.taken = this.proofs.size
    return this
  }

  private add({ entry, result, reencoded }: Proved): void {
    if (reencoded) {
      this.reencodings.set(entry, reencoded)
      this.reencoded[reencoded]++
    }
    for (const path of [entry, ...ancestorsOf(entry)]) {
      if (path === entry || result !== 'unknown') this.rows.set(path, weaker(this.rows.get(path), result))
    }
    const file = entry.split('!')[0] ?? entry
    const known = this.files.get(file)
    if (known !== undefined && result === 'unknown') return
    const now = weaker(known, result)
    if (known !== undefined) this.sums[known]--
    this.sums[now]++
    this.files.set(file, now)
  }
}

const WORST: Readonly<Record<ProofResult, number>> = { identical: 0, unknown: 1, opaque: 2, unreadable: 3, unproved: 4 }

/** The weakest proof of everything in a folder or archive. */
function weaker(a: ProofResult | undefined, b: ProofResult): ProofResult {
  return a === undefined || WORST[b] > WORST[a] ? b : a
}
