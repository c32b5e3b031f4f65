import { randomBytes } from 'node:crypto'
import { decode, encode, fromWindow, type FromHost, type FromWindow, type Hello } from '@areal-studio/core/port'
import type { Reply } from '@areal-studio/core/studio'
import { UNREAD_BYTES } from '../service/budget'

/** Events kept for windows without a connection. */
const EVENTS_KEPT = 2000
const EVENT_BYTES_KEPT = 64 * 1024 * 1024
const CLIENTS_KEPT = 32
/**
 * Calls of one window that run in parallel; further ones wait, in order. Each holds in memory what it reads until its
 * reply is encoded.
 */
const CALLS_AT_ONCE = 24
/** A window that never acknowledges replies is disconnected at this number. */
const REPLIES_KEPT = 5000

/** One connection of a window. */
export interface Connection {
  /** Throws StudioError `port.malformed`: the connection should be closed. */
  received(message: Uint8Array): void
  closed(): void
}

interface Client {
  /** Encoded replies by the number of the call, so that the measured bytes are those kept. */
  readonly replies: Map<number, Promise<Uint8Array>>
  readonly sizes: Map<number, number>
  bytes: number
  /** Number of calls that run now. */
  running: number
  /** Each starts one waiting call. */
  readonly waiting: (() => void)[]
  send: ((message: Uint8Array) => void) | undefined
}

/**
 * The host's end of connections that may break and be restored. A repeated call gets its first reply; events that a
 * window missed are sent after it has reconnected. Independent of sockets.
 */
export class Exchange {
  private readonly host = randomBytes(8).toString('hex')
  private readonly clients = new Map<string, Client>()
  private readonly events: { readonly number: number; readonly bytes: Uint8Array }[] = []
  private eventBytes = 0
  private lastEvent = 0

  constructor(
    private readonly answer: (method: string, args: readonly unknown[]) => Promise<Reply>,
    private readonly replyBytes = UNREAD_BYTES,
  ) {}

  /** Registers a connection of a window; `send` sends to it, `close` ends it. */
  connected(send: (message: Uint8Array) => void, close: () => void): Connection {
    let client: Client | undefined
    return {
      received: bytes => {
        const message = fromWindow(decode(bytes))
        if (message[0] === 'hello' && client === undefined) client = this.greet(message[1], send)
        else if (message[0] === 'hello') close()
        else if (client === undefined || client.replies.size > REPLIES_KEPT) close()
        else this.called(client, message)
      },
      closed: () => {
        if (client?.send === send) client.send = undefined
      },
    }
  }

  /** Sends an event to every window. */
  happened(name: string, payload: unknown): void {
    const bytes = packed(['event', ++this.lastEvent, name, payload])
    this.events.push({ number: this.lastEvent, bytes })
    this.eventBytes += bytes.length
    while (this.events.length > EVENTS_KEPT || (this.eventBytes > EVENT_BYTES_KEPT && this.events.length > 1)) {
      this.eventBytes -= this.events.shift()?.bytes.length ?? 0
    }
    for (const client of this.clients.values()) client.send?.(bytes)
  }

  private greet(hello: Hello, send: (message: Uint8Array) => void): Client {
    const client = this.clients.get(hello.client) ?? {
      replies: new Map<number, Promise<Uint8Array>>(),
      sizes: new Map<number, number>(),
      bytes: 0,
      running: 0,
      waiting: [],
      send: undefined,
    }
    client.send = send
    this.clients.delete(hello.client)
    this.clients.set(hello.client, client)
    this.forgetOldClients()
    const isKnown = hello.host === this.host
    const isMissed = isKnown && hello.event + 1 < (this.events[0]?.number ?? this.lastEvent + 1)
    send(packed(['welcome', { host: this.host, event: this.lastEvent, isMissed }]))
    if (isKnown && !isMissed) for (const event of this.events) if (event.number > hello.event) send(event.bytes)
    return client
  }

  private called(
    client: Client,
    [, id, method, args, done]: Extract<FromWindow, readonly ['call', ...unknown[]]>,
  ): void {
    for (const old of client.replies.keys()) if (old < done) forget(client, old)
    const reply =
      client.replies.get(id) ?? inTurn(client, async () => this.kept(client, id, await this.answer(method, args)))
    client.replies.set(id, reply)
    const send = client.send
    void reply.then(bytes => {
      if (client.send === send) send?.(bytes)
    })
  }

  /**
   * The reply as kept and sent; one that exceeds the window's budget is replaced by an error. One that the window
   * acknowledged before it existed is not kept, so it takes nothing of the budget.
   */
  private kept(client: Client, id: number, value: Reply): Uint8Array {
    const whole = sendable(id, value)
    if (!client.replies.has(id)) return whole
    const isOver = client.bytes + whole.length > this.replyBytes
    const refusal: Reply = { ok: false, code: 'port.too-long', params: { limit: this.replyBytes } }
    const bytes = isOver ? sendable(id, refusal) : whole
    client.sizes.set(id, bytes.length)
    client.bytes += bytes.length
    return bytes
  }

  private forgetOldClients(): void {
    for (const [name, client] of this.clients) {
      if (this.clients.size <= CLIENTS_KEPT) return
      if (client.send === undefined) this.clients.delete(name)
    }
  }
}

/** Runs a call of a client, at most `CALLS_AT_ONCE` of them at a time; later ones wait in the order of their arrival. */
async function inTurn<T>(client: Client, run: () => Promise<T>): Promise<T> {
  if (client.running < CALLS_AT_ONCE) client.running++
  else await new Promise<void>(start => client.waiting.push(start))
  try {
    return await run()
  } finally {
    const next = client.waiting.shift()
    if (next) next()
    else client.running--
  }
}

function forget(client: Client, id: number): void {
  client.bytes -= client.sizes.get(id) ?? 0
  client.sizes.delete(id)
  client.replies.delete(id)
}

const packed = (message: FromHost): Uint8Array => encode(message)

/** A reply that cannot be sent (too long, a value that no message carries) becomes an error. */
function sendable(id: number, reply: Reply): Uint8Array {
  try {
    return packed(['reply', id, reply])
  } catch {
    return packed(['reply', id, { ok: false, code: 'studio.defect', params: { method: '' } }])
  }
}
