import { effectScope, shallowRef, type EffectScope } from 'vue'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { CodePage } from '@areal-studio/core/layout'
import { useFind } from './use-find'

let scope: EffectScope
beforeEach(() => {
  vi.useFakeTimers()
  scope = effectScope()
})
afterEach(() => {
  scope.stop()
  vi.useRealTimers()
})

function open(bytes: Uint8Array | undefined) {
  const shown = shallowRef(bytes)
  const page = shallowRef<CodePage>('cp1251')
  const find = scope.run(() => useFind(shown, page)) ?? expect.unreachable()
  find.isOpen.value = true
  return { shown, page, find }
}
const BYTES = Uint8Array.of(1, 2, 0, 1, 2, 0, 1, 2)

describe('finding in the bytes', () => {
  it('begins when the typing rests, or at once', async () => {
    const { find } = open(BYTES)
    find.text.value = '01 02'
    expect([find.found.value, find.hasSettled.value]).toEqual([[], false])
    await vi.advanceTimersByTimeAsync(300)
    expect(find.found.value).toEqual([0, 3, 6])
    find.text.value = '00'
    find.settle()
    expect(find.found.value).toEqual([2, 5])
  })

  it('goes from place to place in both directions and round the end', () => {
    const { find } = open(BYTES)
    find.text.value = '01 02'
    find.settle()
    expect(find.next(0, 1)).toEqual([3, 5])
    expect(find.next(3, 1)).toEqual([6, 8])
    expect(find.next(6, 1)).toEqual([0, 2])
    expect(find.next(0, -1)).toEqual([6, 8])
    expect(find.next(4, -1)).toEqual([3, 5])
  })

  it('finds nothing while it is closed, without bytes, and where nothing is sought', () => {
    const { find, shown } = open(BYTES)
    expect(find.next(0, 1)).toBeUndefined()
    find.text.value = '01'
    find.settle()
    find.isOpen.value = false
    expect(find.found.value).toEqual([])
    find.isOpen.value = true
    shown.value = undefined
    expect([find.found.value, find.next(0, 1)]).toEqual([[], undefined])
  })

  it('says what is wrong with the text, until it is put right', () => {
    const { find } = open(BYTES)
    find.text.value = 'xyz'
    find.settle()
    expect(find.error.value).toBeDefined()
    expect(find.found.value).toEqual([])
    find.text.value = '02'
    find.settle()
    expect([find.error.value, find.found.value]).toEqual([undefined, [1, 4, 7]])
  })

  it('follows the bytes and the code page', () => {
    const { find, shown, page } = open(Uint8Array.of(0xcf, 0x8f, 0xcf))
    find.as.value = 'text'
    find.text.value = 'П'
    find.settle()
    expect(find.found.value).toEqual([0, 2])
    page.value = 'cp866'
    expect(find.found.value).toEqual([1])
    shown.value = Uint8Array.of(0x8f, 0x8f)
    expect(find.found.value).toEqual([0, 1])
  })
})
