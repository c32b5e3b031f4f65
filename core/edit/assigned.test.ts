import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { assign, document, insertRecords, locate, type Document, type Splice } from '../layout'
import { Paired, pairedFile, pairedValues } from '../layout/paired.fixture'
import { apply, assignedEdit, assignedInSteps, invertEdit } from '.'

const image = (bytes: Uint8Array) => ({ entry: 'a', revision: 0, bytes, attributes: {} })
const count = (opened: Document, path: string): number => locate(opened, path)?.childCount ?? 0

describe('the edit of assignments', () => {
  it('is one list of splices, whose inverse restores every byte', () => {
    fc.assert(
      fc.property(pairedValues, fc.nat(), fc.nat(255), (value, k, x) => {
        const bytes = pairedFile(value)
        const opened = document(Paired, bytes)
        const points = `blobs/${k % count(opened, 'slots')}/points`
        const made = insertRecords(opened, points, k % (count(opened, points) + 1), [{ x, slot: 0 }])
        const edit = assignedEdit(image(bytes), opened, made)
        const then = document(Paired, apply(bytes, edit.splices))
        expect(then.findings).toEqual([])
        expect(count(then, points)).toBe(count(opened, points) + 1)
        expect(edit.moves).toEqual(made.moves)
        expect(apply(then.bytes, invertEdit(edit).splices)).toEqual(bytes)
      }),
      { seed: 20_001_124, numRuns: 100 },
    )
  })

  it('has what the format derives from the whole, computed after the words', () => {
    const [value] = fc.sample(pairedValues, { seed: 7, numRuns: 1 })
    const bytes = pairedFile(value ?? {})
    const opened = document(Paired, bytes)
    const seen: Document[] = []
    const version = (before: Document, after: Document): readonly Splice[] => {
      seen.push(before, after)
      return [{ offset: 0, removed: after.bytes.slice(0, 1), inserted: Uint8Array.of(1) }]
    }
    const edit = assignedEdit(image(bytes), opened, insertRecords(opened, 'refs', 0, [-1]), version)
    const after = apply(bytes, edit.splices)
    expect(seen[0]).toBe(opened)
    expect(seen[1]?.findings).toEqual([])
    expect(after[0]).toBe(1)
    expect(
      assignedEdit(image(bytes), opened, assign(opened, 'version', opened.bytes[0] ?? 0), version).splices,
    ).toEqual([])
  })

  it('of several steps sets each on the result of those before it, and what follows once, at the end', () => {
    fc.assert(
      fc.property(pairedValues, fc.nat(), (value, k) => {
        const bytes = pairedFile(value)
        const opened = document(Paired, bytes)
        const points = `blobs/${k % count(opened, 'slots')}/points`
        const at = count(opened, points)
        const made = assignedInSteps(opened, [
          now => insertRecords(now, points, at, [{ x: 1, slot: 0 }]),
          now => assign(now, `${points}/${at}/x`, 7),
          now => insertRecords(now, 'runs', 0, [{ length: 2, tags: [] }]),
        ])
        expect(made.moves).toHaveLength(2)
        const then = document(Paired, apply(bytes, assignedEdit(image(bytes), opened, made).splices))
        expect(then.findings).toEqual([])
        expect(locate(then, `${points}/${at}/x`)?.value).toBe(7)
        expect(count(then, 'runs')).toBe(count(opened, 'runs') + 1)
      }),
      { seed: 20_001_125, numRuns: 40 },
    )
  })
})
