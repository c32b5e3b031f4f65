import { afterEach, beforeEach, expect, it, vi } from 'vitest'

const frames: (() => void)[] = []

beforeEach(() => {
  vi.useFakeTimers()
  vi.resetModules()
  frames.length = 0
  vi.stubGlobal('window', {
    setTimeout,
    clearTimeout,
    requestAnimationFrame: (paint: () => void) => frames.push(paint),
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

async function paint(): Promise<void> {
  for (const frame of frames.splice(0)) frame()
  await vi.advanceTimersByTimeAsync(0)
}

it('gives each who asks a frame of its own, in the order of asking', async () => {
  const { turn } = await import('./turns')
  const done: string[] = []
  for (const name of ['tree', 'form', 'map']) void turn().then(() => done.push(name))
  await vi.advanceTimersByTimeAsync(0)
  const seen: string[][] = []
  for (let frame = 0; frame < 3; frame++) {
    await paint()
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
