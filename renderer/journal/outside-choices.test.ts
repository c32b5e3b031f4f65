import { describe, expect, it } from 'vitest'
import { outsideChoices } from './outside-choices'

describe('what can become of a file that another program changed', () => {
  it.each([
    ['changed', ['merge', 'merge=local', 'merge=external', 'keep', 'reload']],
    ['gone', ['keep', 'reload']],
    ['come', ['keep', 'reload']],
  ] as const)('offers, for one %s, what loses least first', (way, answers) => {
    expect(outsideChoices(way, false).map(({ answer }) => answer)).toEqual(answers)
  })
  it.each(['changed', 'gone', 'come'] as const)('offers only to reload one %s whose kept original is lost', way => {
    expect(outsideChoices(way, true).map(({ answer }) => answer)).toEqual(['reload'])
  })
})
