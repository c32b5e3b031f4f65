import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { describe, expect, it } from 'vitest'
import { readCommandLine } from './command-line'

const HERE = resolve('/here')

describe('the command line of the window', () => {
  it('has the path first in a package, after the program’s own folder where it is not packed', () => {
    expect(readCommandLine(['areal-studio', 'game'], HERE, true)).toEqual({
      userData: undefined,
      path: resolve(HERE, 'game'),
      sample: undefined,
    })
    expect(readCommandLine(['electron', '--inspect=0', '.', '--user-data', 'data', 'game'], HERE, false)).toEqual({
      userData: resolve(HERE, 'data'),
      path: resolve(HERE, 'game'),
      sample: undefined,
    })
    expect(readCommandLine(['areal-studio', '--sample', 'mw3'], HERE, true)).toMatchObject({ path: '', sample: 'mw3' })
    expect(readCommandLine(['areal-studio', '--no-sandbox'], HERE, true).path).toBe('')
    expect(readCommandLine(['electron', '.'], HERE, false).path).toBe('')
  })

  it('may have a file address in place of a path, as file managers of Linux give it', () => {
    const file = resolve('/games/Мой Parkan 100%.areal')
    expect(readCommandLine(['areal-studio', pathToFileURL(file).href], HERE, true).path).toBe(file)
  })

  it('keeps what only looks like a file address as a path', () => {
    for (const word of ['file:', 'file:///a%2Fb', 'file:///%zz'])
      expect(readCommandLine(['areal-studio', word], HERE, true).path, word).toBe(
        word === 'file:' ? resolve('/') : resolve(HERE, word),
      )
  })
})
