import { afterEach, expect, it, vi } from 'vitest'
import { encode } from '@areal-studio/core/port'
import { windowPort } from './client'

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
