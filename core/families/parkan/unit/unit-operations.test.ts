import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { apply } from '../../../edit'
import { parameterValues, StudioError, type Outcome, type ParameterValues } from '../../../format'
import { numberOf, records } from '../../../format/fields'
import { document, read, type Bytes } from '../../../layout'
import { problemsOf } from '../entries.fixture'
import { shelf } from '../opened.fixture'
import { unitFile, type UnitPart } from '../sample/missions'
import { partTree } from './part-tree'
import { UNIT } from './unit'
import { UNIT_OPERATIONS } from './unit-operations'

/** Parts of a random tree: each but the first is a child of one before it. */
const trees: fc.Arbitrary<readonly UnitPart[]> = fc.array(fc.nat(99), { maxLength: 12 }).map(picks => {
  const below: number[][] = [[], ...picks.map(() => [])]
  picks.forEach((pick, k) => below[pick % (k + 1)]?.push(k + 1))
  const parts: UnitPart[] = []
  const add = (node: number): void => {
    const children = below[node] ?? []
    parts.push({ key: `p${parts.length}`, description: 'Шасси', attach: -1, type: 3, children: children.length })
    children.forEach(add)
  }
  add(0)
  return parts
})

const countsOf = (bytes: Bytes): readonly number[] =>
  records(document(UNIT, bytes), 'records').map(part => numberOf(part, 'child_count'))
const namesOf = (bytes: Bytes): readonly unknown[] =>
  (read(UNIT, bytes) as { readonly records: readonly { readonly name: unknown }[] }).records.map(({ name }) => name)

async function run(
  bytes: Bytes,
  id: string,
  chosen: readonly number[],
  given: ParameterValues = {},
): Promise<{ readonly bytes: Bytes; readonly outcome: Outcome }> {
  const operation = UNIT_OPERATIONS.find(one => one.id === id)
  if (!operation) throw new Error(id)
  const parameters = parameterValues(operation.parameters ?? [], given)
  const entry = shelf({ 'u.dat': bytes }).open('u.dat')
  const outcome = await operation.run(entry, { parameters, records: chosen, step: () => Promise.resolve() })
  return { bytes: apply(bytes, outcome.edits[0]?.splices ?? []), outcome }
}
const refusal = (done: Promise<unknown>): Promise<unknown> =>
  done.then(
    () => undefined,
    (error: unknown) => (error instanceof StudioError ? error.code : error),
  )

/** Root with two children, the first of which has one. */
const part = (key: string, children: number): UnitPart => ({ key, description: '', attach: -1, type: 0, children })
const GOOD = unitFile(0x01020000, [part('a', 2), part('b', 1), part('c', 0), part('d', 0)])

describe('an operation on the parts of a unit', () => {
  it('leaves one whole tree, whatever parts are chosen', async () => {
    await fc.assert(
      fc.asyncProperty(trees, fc.array(fc.nat(40), { minLength: 1, maxLength: 4 }), async (parts, picks) => {
        const before = unitFile(1, parts)
        const count = countsOf(before).length
        const chosen = [...new Set(picks.map(pick => pick % count))].sort((a, b) => a - b)
        const inserted = await run(before, 'insert-part', chosen, { name: 'new' })
        expect(partTree(countsOf(inserted.bytes))).toHaveLength(count + chosen.length)
        expect(namesOf(inserted.bytes).filter(name => name !== 'new')).toEqual(namesOf(before))
        if (chosen[0] === 0) return
        const copied = await run(before, 'duplicate-part', chosen)
        const more = copied.outcome.counts['parts'] ?? 0
        expect(partTree(countsOf(copied.bytes))).toHaveLength(count + more)
        const deleted = await run(before, 'delete-part', chosen)
        expect(partTree(countsOf(deleted.bytes))).toHaveLength(count - more)
      }),
      { numRuns: 100 },
    )
  })

  it('puts a new part behind the children of its parent, whose count follows; no other byte changes', async () => {
    const { bytes } = await run(GOOD, 'insert-part', [1], { name: 'gun', type: 'cannon', attach: 4 })
    expect([namesOf(bytes), countsOf(bytes)]).toEqual([
      ['a', 'b', 'c', 'gun', 'd'],
      [2, 2, 0, 0, 0],
    ])
    expect((await run(GOOD, 'insert-part', [0, 1], { name: 'gun' })).outcome.records).toEqual([3, 5])
    expect(read(UNIT, bytes)).toMatchObject({ records: { 3: { archive: 'objects.rlb', kind: 1, attach: 4, type: 4 } } })
    expect((await run(bytes, 'delete-part', [3])).bytes).toEqual(GOOD)
    expect(await problemsOf(shelf({ 'u.dat': bytes }).open('u.dat'))).toEqual([])
  })

  it('copies a part with all below it; the copy deleted is the unit as it was', async () => {
    const { bytes, outcome } = await run(GOOD, 'duplicate-part', [1, 2])
    expect([namesOf(bytes), countsOf(bytes), outcome.counts]).toEqual([
      ['a', 'b', 'c', 'b', 'c', 'd'],
      [3, 1, 0, 1, 0, 0],
      { parts: 2 },
    ])
    expect(outcome.records).toEqual([3, 4])
    expect((await run(bytes, 'delete-part', [3])).bytes).toEqual(GOOD)
  })

  it('is refused for the root, without a name, and where the parts are no tree', async () => {
    expect(await refusal(run(GOOD, 'delete-part', [0]))).toBe('operation.unit-root')
    expect(await refusal(run(GOOD, 'duplicate-part', [0, 2]))).toBe('operation.unit-root')
    expect(await refusal(run(GOOD, 'insert-part', [0]))).toBe('operation.value')
    const orphan = unitFile(1, [part('a', 0), part('b', 0)])
    expect(await refusal(run(orphan, 'insert-part', [0], { name: 'x' }))).toBe('operation.unit')
  })
})
