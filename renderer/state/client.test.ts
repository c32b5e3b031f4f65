import { afterEach, expect, it, vi } from 'vitest'
import { encode } from '@areal-studio/core/port'
import { windowPort, type ConnectionState } from './client'

afterEach(() => {
  vi.unstubAllGlobals()
})

it('tells what the program was asked to open while it runs, as the main process sends it', () => {
  let hear: (message: Uint8Array) => void = () => undefined
  vi.stubGlobal('window', {
    arealBridge: {
      listen: (handler: typeof hear) => {
        hear = handler
      },
    },
  })
  const opened: string[] = []
  windowPort(() => undefined).onOpenPath(path => opened.push(path))
  hear(encode(['info', { path: '/not/this' }]))
  hear(encode(['openPath', { path: '/other/game' }]))
  expect(opened).toEqual(['/other/game'])
})

/** The part of a socket that the port needs; the test closes each one that is opened. */
class Closed {
  static readonly OPEN = 1
  static dialled: Closed[] = []
  readyState = 3
  onclose: (() => void) | undefined
  constructor() {
    Closed.dialled.push(this)
  }
}

it.each([
  ['tells a page that a host was started again and does not know it', 403, 'refused'],
  ['goes on trying where no host answers', undefined, undefined],
  ['goes on trying where the host knows the page', 200, undefined],
] as const)('%s', async (_, status, expected) => {
  Closed.dialled = []
  vi.stubGlobal('WebSocket', Closed)
  vi.stubGlobal('location', { host: '127.0.0.1:1' })
  const timers: (() => void)[] = []
  vi.stubGlobal('window', {})
  const { setTimeout: later } = globalThis
  vi.stubGlobal('setTimeout', (run: () => void) => timers.push(run))
  const asked: unknown[] = []
  vi.stubGlobal('fetch', (path: string) => {
    asked.push(path)
    return status === undefined ? Promise.reject(new TypeError('no host')) : Promise.resolve({ status })
  })
  const states: ConnectionState[] = []
  windowPort(state => states.push(state))
  Closed.dialled[0]?.onclose?.()
  await new Promise(done => later(done))
  expect([asked, states.at(-1)]).toEqual([['/'], expected])
  timers[0]?.()
  expect(Closed.dialled).toHaveLength(2)
})
