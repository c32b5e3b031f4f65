import { expect, it } from 'vitest'
import { MemoryFiles } from '../../format'
import { JOURNAL, JournalFile, LARGEST_STEP } from './journal-file'

it('refuses a step that is more than a line can hold, and writes nothing of it', async () => {
  const store = new MemoryFiles({}, { root: '/workspace' })
  const journal = new JournalFile(store, () => true)
  const step = (size: number) => journal.append({
    kind: 'edit', revision: 1, time: 1,
    transaction: { label: { code: 'label.x', params: {} }, edits: [{ entry: 'a', base: 0, splices: [{ offset: 0, removed: new Uint8Array(size), inserted: Uint8Array.of(1) }] }] },
  })
  await expect(step(LARGEST_STEP)).rejects.toMatchObject({ code: 'edit.too-much', params: { limit: 256 } })
  expect(await store.stat(JOURNAL)).toBeUndefined()
  expect(await step(3)).toMatchObject({ offset: 0 })
})
