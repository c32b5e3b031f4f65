import { afterEach, beforeEach, describe, expect, it } from 'vitest'
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

describe('a pane that shows entries as what they are', () => {
  const frames: (() => void)[] = []
  const frame = (): void => {
    for (const begin of frames.splice(0)) begin()
  }
  beforeEach(() => {
    frames.length = 0
    const requestAnimationFrame = (begin: () => void): number => frames.push(begin)
    Object.assign(globalThis, { window: { setTimeout, clearTimeout, requestAnimationFrame } })
  })
  afterEach(() => {
    Reflect.deleteProperty(globalThis, 'window')
  })

  it('has one that it wants until its frame is seen; then all have it, with the edits made meanwhile', async () => {
    const { workspace } = window
    const end = workspace.first(({ entry }) => entry === MAP)
    const loading = workspace.load(MAP)
    await expect.poll(() => workspace.arriving?.entry).toBe(MAP)
    const shown = workspace.arriving?.replica
    await insertByte()
    frame()
    await expect.poll(() => frames.length).toBe(1)
    expect(workspace.replica(MAP)).toBeUndefined()
    frame()
    expect((await loading).image.bytes).toEqual((await present()).bytes)
    expect(shown?.image.bytes.length).toBe((await present()).bytes.length - 1)
    expect(workspace.arriving).toBeUndefined()
    end()
  })

  it('has none of an install that was closed while its frame was awaited', async () => {
    const { workspace } = window
    const end = workspace.first(() => true)
    const loading = workspace.load(MAP)
    await expect.poll(() => workspace.arriving?.entry).toBe(MAP)
    workspace.leave()
    expect(workspace.arriving).toBeUndefined()
    frame()
    await expect.poll(() => frames.length).toBe(1)
    frame()
    await loading
    expect([workspace.arriving, workspace.replica(MAP)]).toEqual([undefined, undefined])
    end()
  })

  it('delays no other entry, and none after it is closed', async () => {
    const { workspace } = window
    const end = workspace.first(({ entry }) => entry !== MAP)
    await workspace.load(MAP)
    end()
    await workspace.load('DATA/MAPS/AutoMAP/Land.map')
    expect(frames).toEqual([])
  })
})

it('bytes before any edit are not requested where they are the present ones', async () => {
  const reads = (): number => window.port.calls.filter(call => call === 'read').length
  const replica = await window.workspace.load(MAP)
  const original = await replica.pristine()
  expect([original, reads()]).toEqual([replica.image.bytes, 1])
  await insertByte()
  await expect.poll(() => window.workspace.replica(MAP)?.image.size).toBe(original.length + 1)
  expect(await window.workspace.replica(MAP)?.pristine()).toBe(original)
  expect(reads()).toBe(1)
})
