import { describe, expect, it } from 'vitest'
import { keepNow, keptChoice, relearn, remember, remembered, rememberWith, rule } from './remembered'

const sent: unknown[] = []
const read = (value: unknown): string | undefined => (value === 'dark' || value === 'light' ? value : undefined)

describe('what is remembered', () => {
  it('is known at once and sent to the host together', () => {
    rememberWith({ a: 1 }, change => sent.push(change))
    remember('b', 2)
    remember('a', undefined)
    expect([remembered('a'), remembered('b')]).toEqual([undefined, 2])
    keepNow()
    expect(sent.at(-1)).toEqual({ a: null, b: 2 })
  })
  it('makes a choice that is kept, and that follows the file when it is edited', () => {
    rememberWith({ theme: 'light' }, change => sent.push(change))
    const theme = keptChoice('theme', read, () => 'dark')
    expect(theme.value).toBe('light')
    theme.value = 'dark'
    keepNow()
    expect(sent.at(-1)).toEqual({ theme: 'dark' })
    relearn({ theme: 'light' })
    expect(theme.value).toBe('light')
    relearn({ theme: 'pink' })
    expect(theme.value).toBe('dark')
  })
  it('gives way to what the workspace sets, while it is open', () => {
    rememberWith({ theme: 'light' }, change => sent.push(change))
    const theme = keptChoice('theme', read, () => 'dark')
    rule({ theme: 'dark' })
    expect(theme.value).toBe('dark')
    theme.value = 'light'
    keepNow()
    expect([theme.value, sent.at(-1)]).toEqual(['dark', { theme: 'light' }])
    rule({})
    expect(theme.value).toBe('light')
  })
})

it('nothing is remembered under a name that every object inherits until it is kept', () => {
  rememberWith({}, change => sent.push(change))
  rule({})
  for (const name of Object.getOwnPropertyNames(Object.prototype)) {
    expect(remembered(name)).toBeUndefined()
    remember(name, 7)
    expect(remembered(name)).toBe(7)
  }
})
