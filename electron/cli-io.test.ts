import { expect, it } from 'vitest'
import { overwritten } from './cli-io'

it('a line of progress is shown once the work takes its time, written over from time to time, and taken away', () => {
  let time = 0
  let said = ''
  const line = overwritten({ write: text => { said += String(text); return true }, columns: 12 } as NodeJS.WriteStream, () => time)
  const at = (now: number, words: string): string => {
    time = now
    said = ''
    line(words)
    return said
  }
  expect(at(0, 'short')).toBe('')
  expect(at(200, '')).toBe('')
  expect(at(1000, 'begun')).toBe('')
  expect(at(1300, 'longer than the terminal')).toBe('\r\x1b[Klonger than')
  expect(at(1350, 'too soon')).toBe('')
  expect(at(1400, 'again')).toBe('\r\x1b[Kagain')
  expect(at(1401, '')).toBe('\r\x1b[K')
  expect(at(1500, 'the next')).toBe('')
})
