import fc from 'fast-check'
import { expect, it } from 'vitest'
import { joinedMoves, type Move } from '.'
import { folded } from './record-map'

const move: fc.Arbitrary<Move> = fc.record({
  array: fc.constantFrom('a', 'b', 'a/1/c', 'a/0/c'),
  at: fc.nat(5),
  removed: fc.nat(2),
  inserted: fc.nat(2),
})

it('any number of moves as few moves give the same records', () => {
  let [runs, short] = [0, 0]
  fc.assert(
    fc.property(fc.array(move, { minLength: 64, maxLength: 120 }), moves => {
      runs++
      const joined = moves.reduce<readonly Move[]>((list, one) => joinedMoves(list, [one]), [])
      if (joined.length < moves.length) short++
      for (const array of ['a', 'b']) expect(folded(joined).get(array) ?? []).toEqual(folded(moves).get(array) ?? [])
    }),
    { seed: 7, numRuns: 200 },
  )
  expect(short).toBeGreaterThan(runs / 2)
})
