import { randomBytes } from 'node:crypto'
import { connect, type Socket } from 'node:net'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterEach, describe, expect, it } from 'vitest'
import { encode } from '@areal-studio/core/port'
import { serve, SOCKET_PATH, type BrowserHost } from './browser-host'

const REPLY_BYTES = 1 << 20
/** Replies requested: far above the budget, which is far above what the sockets of the system hold. */
const CALLS = 150
const BUDGET = 12 * REPLY_BYTES

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void
let host: BrowserHost
const sockets: Socket[] = []
let answered = 0
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy()
  await host.close()
})

async function serving(bytesKept: number): Promise<void> {
  answered = 0
  host = await serve({
    port: 0,
    bytesKept,
    answer: () => {
      answered++
      return Promise.resolve({ ok: true, value: new Uint8Array(REPLY_BYTES) })
    },
    say: key => key,
  })
}

/** One request as bytes; the socket stays open where it became that of a window. */
function requested(
  path: string,
  headers: readonly string[],
): Promise<{ readonly socket: Socket; readonly head: string }> {
  return new Promise((done, fail) => {
    const socket = connect(host.port, '127.0.0.1', () =>
      socket.write([`GET ${path} HTTP/1.1`, `Host: 127.0.0.1:${host.port}`, ...headers, '', ''].join('\r\n')),
    )
    sockets.push(socket)
    socket.on('error', fail).on('error', () => socket.destroy())
    socket.once('data', data => {
      socket.pause()
      done({ socket, head: data.toString('latin1') })
    })
  })
}

/** A message of a client as one masked frame: the mask is 0, so its bytes are those of the message. */
function frame(message: readonly unknown[]): Buffer {
  const payload = Buffer.from(encode(message))
  const head = Buffer.from([0x82, 0x80 | 126, payload.length >> 8, payload.length & 255, 0, 0, 0, 0])
  return Buffer.concat([head, payload])
}

/** A window that reads nothing once it is connected. */
async function unreadingWindow(): Promise<Socket> {
  const { head } = await requested(`/${new URL(host.invite()).search}`, ['Connection: close'])
  const cookie = /set-cookie: ([^;]+)/i.exec(head)?.[1] ?? ''
  const { socket, head: upgraded } = await requested(SOCKET_PATH, [
    `Cookie: ${cookie}`,
    `Origin: http://127.0.0.1:${host.port}`,
    'Connection: Upgrade',
    'Upgrade: websocket',
    'Sec-WebSocket-Version: 13',
    `Sec-WebSocket-Key: ${randomBytes(16).toString('base64')}`,
  ])
  expect(upgraded).toContain('HTTP/1.1 101')
  socket.write(frame(['hello', { client: 'a', host: '', event: 0 }]))
  return socket
}

/** Calls `read` for every reply; `isAcknowledged`: whether the window acknowledges each earlier one. */
async function callForAll(socket: Socket, isAcknowledged: boolean): Promise<void> {
  for (let id = 1; id <= CALLS && !socket.destroyed; id++) {
    socket.write(frame(['call', id, 'read', [], isAcknowledged ? id : 0]))
    await new Promise(done => setTimeout(done, 2))
  }
  while (answered < CALLS && !socket.destroyed) await new Promise(done => setTimeout(done, 20))
}

/**
 * Bytes held for a window that reads none of the replies to its calls: a function to call until the value holds, since
 * the engine frees the bytes of buffers in a thread of its own, some time after the collection.
 */
async function unreadReplies(bytesKept: number, isAcknowledged: boolean): Promise<() => number> {
  await serving(bytesKept)
  const socket = await unreadingWindow()
  const before = arrayBytes()
  await callForAll(socket, isAcknowledged)
  return () => arrayBytes() - before
}

function arrayBytes(): number {
  collectGarbage()
  return process.memoryUsage().arrayBuffers
}

describe('the memory held for a window that reads nothing', () => {
  it.each([
    ['acknowledges replies', true],
    ['acknowledges none', false],
  ])('is bounded by its budget, where it %s', async (_, isAcknowledged) => {
    const held = await unreadReplies(BUDGET, isAcknowledged)
    await expect.poll(held, { timeout: 20_000 }).toBeLessThan(2 * BUDGET + 4 * REPLY_BYTES)
  })

  it('would be that of all replies without a budget', async () => {
    const held = await unreadReplies(Infinity, true)
    await new Promise(done => setTimeout(done, 1000))
    expect(held()).toBeGreaterThan((CALLS * REPLY_BYTES) / 2)
  })
})
