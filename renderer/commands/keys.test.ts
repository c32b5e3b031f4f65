import { describe, expect, it } from 'vitest'
import { keyLabel, matches } from './keys'

const press = (
  code: string,
  modifiers: Partial<Record<'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey', boolean>> = {},
) => ({ code, ctrlKey: false, metaKey: false, shiftKey: false, altKey: false, ...modifiers })

describe('keys', () => {
  it('goes by the place of the key, whatever letter the layout draws there', () => {
    expect(matches('Mod+KeyZ', press('KeyZ', { ctrlKey: true }), false)).toBe(true)
    expect(matches('Mod+KeyZ', press('KeyY', { ctrlKey: true }), false)).toBe(false)
  })
  it('wants exactly the modifiers named', () => {
    expect(matches('Mod+KeyZ', press('KeyZ', { ctrlKey: true, shiftKey: true }), false)).toBe(false)
    expect(matches('Mod+Shift+KeyZ', press('KeyZ', { ctrlKey: true, shiftKey: true }), false)).toBe(true)
    expect(matches('F8', press('F8', { altKey: true }), false)).toBe(false)
  })
  it('takes Command for Ctrl on a Mac', () => {
    expect(matches('Mod+KeyS', press('KeyS', { metaKey: true }), true)).toBe(true)
    expect(matches('Mod+KeyS', press('KeyS', { ctrlKey: true }), true)).toBe(false)
  })
  it('names keys for people', () => {
    expect(keyLabel('F5')).toBe('F5')
    expect(keyLabel('Mod+Shift+KeyP')).toMatch(/P$/)
  })
})
