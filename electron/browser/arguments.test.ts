import { describe, expect, it } from 'vitest'
import { hostWords } from './arguments'

describe('the words that the browser host is started with', () => {
  it('are a path and options, in any order', () => {
    expect(hostWords([])).toEqual({ path: undefined })
    expect(
      hostWords(['--port', '0', '/game', '--user-data', '/data', '--open', '--lang', 'ru', '--sample', 'mw3']),
    ).toEqual({
      port: '0',
      'user-data': '/data',
      open: true,
      lang: 'ru',
      sample: 'mw3',
      path: '/game',
    })
  })
  it.each([[['--bogus']], [['--port']], [['/one', '/two']], [['--open=yes']]])(
    'are wrong as a whole where one means nothing: %j',
    words => {
      expect(hostWords(words)).toBeUndefined()
    },
  )
})
