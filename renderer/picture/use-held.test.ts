import { effectScope, nextTick, shallowRef, type EffectScope } from 'vue'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { openWindow } from '../state/window.fixture'
import type { Replica } from '../state/replica'
import { useHeld } from './use-held'

const [FIRST, SECOND] = ['Textures.lib', 'Material.lib']
let window: Awaited<ReturnType<typeof openWindow>>
let scope: EffectScope
let held: ReturnType<typeof useHeld>
const replica = shallowRef<Replica>()
beforeEach(async () => {
  window = await openWindow()
  window.selection.select({ entry: FIRST }, 'test')
  replica.value = await window.workspace.load(FIRST)
  vi.useFakeTimers()
  scope = effectScope()
  held = scope.run(() => useHeld(replica)) ?? expect.unreachable()
})
afterEach(() => {
  scope.stop()
  vi.useRealTimers()
})

/** The next entry is selected and not there yet. */
async function leaveFirst(): Promise<void> {
  window.selection.select({ entry: SECOND }, 'test')
  replica.value = undefined
  await nextTick()
}

it('an entry stays, and is marked as held, until the next one is there', async () => {
  const first = replica.value
  expect([held.shown.value, held.isHeld.value]).toEqual([first, false])
  await leaveFirst()
  expect([held.shown.value, held.isHeld.value]).toEqual([first, true])
  const second = await window.workspace.load(SECOND)
  replica.value = second
  await nextTick()
  expect([held.shown.value, held.isHeld.value]).toEqual([second, false])
  await vi.advanceTimersByTimeAsync(1000)
  expect(held.shown.value).toBe(second)
})

it('it goes where the next one takes long, and at once where none is selected or it was deleted', async () => {
  await leaveFirst()
  await vi.advanceTimersByTimeAsync(1000)
  expect([held.shown.value, held.isHeld.value]).toEqual([undefined, false])
  window.selection.select({ entry: FIRST }, 'test')
  replica.value = await window.workspace.load(FIRST)
  await nextTick()
  replica.value = undefined
  await nextTick()
  expect([held.shown.value, held.isHeld.value]).toEqual([undefined, false])
})
