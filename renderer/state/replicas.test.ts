import { beforeEach, describe, expect, it } from 'vitest'
import type { EntryImage, Reply } from '@areal-studio/core/studio'
import { MAP, openWindow } from './window.fixture'

let window: Awaited<ReturnType<typeof openWindow>>
beforeEach(async () => {
  window = await openWindow()
})

const present = (): Promise<EntryImage> => window.port.studio.api.read(MAP)

/** Holds the next read back until its answer is given. */
function heldRead(): (image: EntryImage) => void {
  let answer: (reply: Reply) => void = () => undefined
  window.port.instead = {
    method: 'read',
    answer: () =>
      new Promise(resolve => {
        answer = resolve
      }),
  }
  return value => answer({ ok: true, value })
}

/** What another window does: a byte is inserted before the first. */
async function insertByte(): Promise<void> {
  const { revision } = await present()
  const splices = [{ offset: 0, removed: new Uint8Array(0), inserted: Uint8Array.of(7) }]
  await window.port.studio.api.commit({
    label: { code: 'label.x', params: {} },
    edits: [{ entry: MAP, base: revision, splices }],
  })
}

it('an image that a commit does not fit is read again, and nothing is thrown: another program changed its file', async () => {
  await window.workspace.load(MAP)
  const { revision, bytes } = await present()
  const edits = [
    {
      entry: MAP,
      base: revision,
      splices: [{ offset: 0, removed: Uint8Array.of((bytes[0] ?? 0) ^ 1), inserted: Uint8Array.of(9) }],
    },
  ]
  window.workspace.receive({
    kind: 'edit',
    revision: revision + 1,
    transaction: { label: { code: 'label.x', params: {} }, edits },
    time: 0,
  })
  await expect.poll(() => window.port.calls.filter(call => call === 'read').length).toBeGreaterThan(1)
  expect(window.workspace.replica(MAP)?.image.bytes).toEqual(bytes)
})

describe('an image that was on its way', () => {
  it('is not changed again by a commit that it has already', async () => {
    const answer = heldRead()
    const loading = window.workspace.load(MAP)
    await insertByte()
    answer(await present())
    await loading
    expect(window.workspace.replica(MAP)?.image.bytes).toEqual((await present()).bytes)
  })

  it('does not take the place of a newer one', async () => {
    await window.workspace.load(MAP)
    const old = await present()
    const answer = heldRead()
    const refreshed = window.workspace.refreshAll()
    await expect.poll(() => window.port.calls.filter(call => call === 'read').length).toBe(2)
    await insertByte()
    answer(old)
    await refreshed
    expect(window.workspace.replica(MAP)?.image.bytes).toEqual((await present()).bytes)
  })

  it('opens nothing where the install was left meanwhile', async () => {
    const answer = heldRead()
    const loading = window.workspace.load(MAP)
    window.workspace.leave()
    answer(await present())
    await loading
    expect(window.workspace.replica(MAP)).toBeUndefined()
  })
})
