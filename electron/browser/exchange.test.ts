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
