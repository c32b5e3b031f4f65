import { decode, encode } from '@areal-studio/core/port'
import { describe, expect, it } from 'vitest'
import { Exchange } from './exchange'

const settled = (): Promise<void> => new Promise(resolve => setImmediate(resolve))

describe('replies kept for a window', () => {
  it('have a budget of bytes: what does not fit is refused, and fits once earlier ones were heard', async () => {
    const exchange = new Exchange(() => Promise.resolve({ ok: true, value: new Uint8Array(800) }), 1000)
    const sent: unknown[] = []
    const connection = exchange.connected(
      bytes => sent.push(decode(bytes)),
      () => undefined,
    )
    const call = async (id: number, done: number): Promise<unknown> => {
      connection.received(encode(['call', id, 'read', [], done]))
      await settled()
      return sent.at(-1)
    }
    connection.received(encode(['hello', { client: 'a', host: '', event: 0 }]))
    expect(await call(1, 0)).toMatchObject(['reply', 1, { ok: true }])
    expect(await call(2, 0)).toMatchObject(['reply', 2, { ok: false, code: 'port.too-long' }])
    expect(await call(3, 3)).toMatchObject(['reply', 3, { ok: true }])
  })

  it('are made a few at a time, in the order of the calls: three hundred reads do not hold their bytes at once', async () => {
    const [started, ends]: [number[], (() => void)[]] = [[], []]
    const exchange = new Exchange((_, [id]) => {
      started.push(Number(id))
      return new Promise(done => ends.push(() => done({ ok: true, value: null })))
    })
    const connection = exchange.connected(
      () => undefined,
      () => expect.unreachable(),
    )
    connection.received(encode(['hello', { client: 'a', host: '', event: 0 }]))
    for (let id = 1; id <= 300; id++) connection.received(encode(['call', id, 'read', [id], 0]))
    const atOnce = started.length
    expect(atOnce).toBeLessThan(50)
    for (let ended = 1; ended <= 300; ended++) {
      ends.shift()?.()
      await settled()
      expect(started).toHaveLength(Math.min(300, atOnce + ended))
    }
    expect(started).toEqual(Array.from({ length: 300 }, (_, at) => at + 1))
  })

  it('take nothing of the budget where they were acknowledged before they existed', async () => {
    const ends: (() => void)[] = []
    const exchange = new Exchange(
      () => new Promise(done => ends.push(() => done({ ok: true, value: new Uint8Array(800) }))),
      1000,
    )
    const sent: unknown[] = []
    const connection = exchange.connected(
      bytes => sent.push(decode(bytes)),
      () => undefined,
    )
    connection.received(encode(['hello', { client: 'a', host: '', event: 0 }]))
    connection.received(encode(['call', 1, 'read', [], 0]))
    connection.received(encode(['call', 2, 'read', [], 2]))
    for (const end of ends) {
      end()
      await settled()
    }
    expect(sent.slice(1)).toMatchObject([
      ['reply', 1, { ok: true }],
      ['reply', 2, { ok: true }],
    ])
  })

  it('belong to one window for each connection: a second greeting ends it', () => {
    const exchange = new Exchange(() => Promise.resolve({ ok: true, value: 1 }))
    let closed = 0
    const connection = exchange.connected(
      () => undefined,
      () => closed++,
    )
    connection.received(encode(['hello', { client: 'a', host: '', event: 0 }]))
    expect(closed).toBe(0)
    connection.received(encode(['hello', { client: 'b', host: '', event: 0 }]))
    expect(closed).toBe(1)
  })
})
