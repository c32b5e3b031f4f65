import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { themeOf } from './text-theme'

/** The style sheet of a window, where each token has its own name as its colour. */
beforeAll(() => {
  vi.stubGlobal('document', { documentElement: null })
  vi.stubGlobal('getComputedStyle', () => ({ getPropertyValue: (name: string) => name }))
})
afterAll(() => vi.unstubAllGlobals())

it('a chosen line of a list has the words that go with its ground, in each theme', () => {
  for (const [isLight, isContrast] of [
    [true, false],
    [false, false],
    [false, true],
  ] as const) {
    const { colors } = themeOf(isLight, isContrast)
    for (const list of ['editorSuggestWidget.selected', 'menu.selection']) {
      expect([colors[`${list}Background`], colors[`${list}Foreground`]]).toEqual(['--selection', '--text'])
    }
  }
})
