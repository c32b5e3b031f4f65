import { afterEach, describe, expect, it } from 'vitest'
import { clearErrors, dismiss, errors, notices, notify } from '../state/notices'
import { isBehindNotes } from './notice-place'

afterEach(() => {
  clearErrors()
  for (const { id } of notices.value) dismiss(id)
})

describe('notes', () => {
  it('leave, but errors stay listed until the list is cleared, each once', () => {
    notify({ code: 'a', params: {} }, 'error')
    notify({ code: 'b', params: {} }, 'ok')
    notify({ code: 'a', params: {} }, 'error')
    for (const { id } of notices.value) dismiss(id)
    expect(notices.value).toEqual([])
    expect(errors.value.map(({ words }) => words.code)).toEqual(['a'])
    clearErrors()
    expect(errors.value).toEqual([])
  })

  it('lie on the other side of what was pressed below them', () => {
    const screen = { innerWidth: 1280, innerHeight: 720 }
    expect(isBehindNotes({ x: 1200, y: 700 }, screen)).toBe(true)
    expect(isBehindNotes({ x: 1200, y: 100 }, screen)).toBe(false)
    expect(isBehindNotes({ x: 300, y: 700 }, screen)).toBe(false)
    expect(isBehindNotes({ x: 150, y: 700 }, { innerWidth: 400, innerHeight: 720 })).toBe(false)
  })
})
