import { expect, it } from 'vitest'
import { concat, journalLine, type Change } from '../../edit'
import { MemoryFiles } from '../../format'
import { JOURNAL, JournalFile, LARGEST_STEP } from './journal-file'

it('refuses a step that is more than a line can hold, and writes nothing of it', async () => {
  const store = new MemoryFiles({}, { root: '/workspace' })
  const journal = new JournalFile(store, () => true)
  const step = (size: number) =>
    journal.append({
      kind: 'edit',
      revision: 1,
      time: 1,
      transaction: {
        label: { code: 'label.x', params: {} },
        edits: [
          { entry: 'a', base: 0, splices: [{ offset: 0, removed: new Uint8Array(size), inserted: Uint8Array.of(1) }] },
        ],
      },
    })
  await expect(step(LARGEST_STEP)).rejects.toMatchObject({ code: 'edit.too-much', params: { limit: 256 } })
  expect(await store.stat(JOURNAL)).toBeUndefined()
  expect(await step(3)).toMatchObject({ offset: 0 })
})

it('leaves half a line alone that another process may be writing, and reads it once it is whole; who holds the lock cuts it off', async () => {
  const change = (revision: number): Change => ({
    kind: 'edit',
    revision,
    time: 1,
    transaction: { label: { code: 'label.x', params: {} }, edits: [] },
  })
  const [first, second] = [journalLine(change(1)), journalLine(change(2))]
  const half = concat(first, second.subarray(0, 20))
  const store = new MemoryFiles({ [JOURNAL]: half }, { root: '/workspace' })
  const looking = new JournalFile(store, () => false)
  expect(await looking.news()).toEqual({ lines: [expect.objectContaining({ commit: change(1) })] })
  expect(store.snapshot()).toEqual({ [JOURNAL]: half })
  store.put(JOURNAL, concat(first, second))
  expect((await looking.news()).lines).toMatchObject([
    { commit: change(2), place: { offset: first.length, size: second.length } },
  ])
  store.put(JOURNAL, half)
  const { cut } = await new JournalFile(store, () => true).news()
  expect(cut?.size).toBe(20)
  expect(store.snapshot()).toEqual({ [JOURNAL]: first, [cut?.keptAs ?? '']: second.subarray(0, 20) })
})
