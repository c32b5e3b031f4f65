import { fc, test } from '@fast-check/vitest'
import { expect } from 'vitest'
import type { ProofResult } from '@areal-studio/core/studio'
import { ProofTally } from './proof-tally'

const RESULTS: readonly ProofResult[] = ['identical', 'opaque', 'unproved', 'unreadable', 'unknown']
const ENTRIES = [
  'a.txt',
  'DATA/b.rlb',
  'DATA/b.rlb!#0',
  'DATA/b.rlb!#1',
  'DATA/MAPS/c.map',
  'DATA/MAPS/c.map!#0',
  'DATA/MAPS/c.map!#0!#2',
]
const PROOF = fc
  .record({
    entry: fc.constantFrom(...ENTRIES),
    result: fc.constantFrom(...RESULTS),
    reencoded: fc.constantFrom('identical' as const, 'different' as const, null),
  })
  .map(({ reencoded, ...proof }) => ({ ...proof, ...(reencoded && { reencoded }) }))
const proofs = fc.uniqueArray(PROOF, {
  selector: proof => proof.entry,
})

test.prop([proofs, fc.array(fc.boolean(), { minLength: ENTRIES.length, maxLength: ENTRIES.length })])(
  'says the same of proofs that come in parts and at once',
  (all, looks) => {
    const growing = new Map<string, (typeof all)[number]>()
    const tally = new ProofTally(growing)
    all.forEach((proof, i) => {
      growing.set(proof.entry, proof)
      if (looks[i] === true) tally.take()
    })
    tally.take()
    const whole = new ProofTally(new Map(all.map(proof => [proof.entry, proof]))).take()
    expect([tally.rows, tally.sums]).toEqual([whole.rows, whole.sums])
    const files = new Set(all.map(({ entry }) => entry.split('!')[0]))
    expect(Object.values(tally.sums).reduce((sum, n) => sum + n, 0)).toBe(files.size)
    expect([tally.reencodings, tally.reencoded]).toEqual([whole.reencodings, whole.reencoded])
    const packed = all.flatMap(({ entry, reencoded }) => (reencoded ? [[entry, reencoded] as const] : []))
    expect(tally.reencodings).toEqual(new Map(packed))
    expect(tally.reencoded.identical + tally.reencoded.different).toBe(packed.length)
    if (all.some(({ entry, result }) => entry.startsWith('DATA/') && result === 'unproved'))
      expect(tally.rows.get('DATA')).toBe('unproved')
  },
)
