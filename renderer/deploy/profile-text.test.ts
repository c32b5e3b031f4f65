import { test, fc } from '@fast-check/vitest'
import { describe, expect, it } from 'vitest'
import { printCommands, printEnvironment, printWords, readCommands, readEnvironment, readWords } from './profile-text'

describe('launch profile as text', () => {
  test.prop([fc.array(fc.string({ unit: 'grapheme' }).filter(word => !/[\n\r]/.test(word)))], { seed: 7 })(
    'words survive',
    words => {
      expect(readWords(printWords(words))).toEqual(words)
    },
  )
  it('keeps a Windows path without quotes as it is', () => {
    expect(readWords('C:\\Games\\IS.exe -window')).toEqual(['C:\\Games\\IS.exe', '-window'])
  })
  it('reads commands line by line', () => {
    const commands = [
      ['wineserver', '-k'],
      ['C:\\My Tools\\mount.exe', 'a b'],
    ]
    expect(readCommands(`\n${printCommands(commands)}\n  \n`)).toEqual(commands)
  })
  it('reads the environment line by line', () => {
    const environment = { WINEPREFIX: '/home/a b', EMPTY: '', X: 'a=b' }
    expect(readEnvironment(printEnvironment(environment))).toEqual(environment)
    expect(readEnvironment('nonsense\n=x')).toEqual({})
  })
})
