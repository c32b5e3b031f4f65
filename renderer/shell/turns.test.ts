import { afterEach, beforeEach, expect, it, vi } from 'vitest'

const frames: (() => void)[] = []

beforeEach(() => {
  vi.useFakeTimers()
  vi.resetModules()
  frames.length = 0
  vi.stubGlobal('window', {
    setTimeout, clearTimeout,
    requestAnimationFrame: (paint: () => void) => frames.push(paint),
  })
})
afterEach(() => { vi.useRealTimers(); vi.unstubAllGlobals() })

/** Lets promises settle, but no timer. */
const settle = async (): Promise<void> => { for (let step = 0; step < 5; step++) await Promise.resolve() }

it('lets nobody go before the first frame, then one after the other in tasks of their own', async () => {
  const { turn } = await import('./turns')
  const done: string[] = []
  for (const name of ['tree', 'form', 'map']) void turn().then(() => done.push(name))
  await vi.advanceTimersByTimeAsync(50)
  expect(done).toEqual([])
  for (const frame of frames.splice(0)) frame()
  const seen: string[][] = []
  for (let task = 0; task < 3; task++) {
    vi.runOnlyPendingTimers()
    await settle()
    seen.push([...done])
  }
  expect(seen).toEqual([['tree'], ['tree', 'form'], ['tree', 'form', 'map']])
})

it('does not wait for the frames of a window that nobody sees', async () => {
  const { turn } = await import('./turns')
  const done: string[] = []
  for (const name of ['tree', 'form']) void turn().then(() => done.push(name))
  await vi.advanceTimersByTimeAsync(250)
  expect(done).toEqual(['tree', 'form'])
})
