import { StudioError } from '../format'
import { decode, encode } from './codec'
import { fromHost, type FromWindow, type WireReply } from './wire'

/**
 * open: calls are sent; lost: there is no connection, calls wait; restarted: another host replies, the state shown by
 * the window is no longer its state (load the page again); missed: events were lost, read everything again.
 */
export type LineState = 'open' | 'lost' | 'restarted' | 'missed'

/**
 * The window's end of a connection that may break and be restored. It has no socket and no clock: the owner of the
 * socket reports events to it. Calls made while the connection is lost wait; calls without a reply are sent again once
 * it is restored.
 */
export interface Line {
  call(method: string, args: readonly unknown[]): Promise<WireReply>
  /** Returns an unsubscribe function. */
  listen(event: string, handler: (payload: never) => void): () => void
  opened(send: (message: Uint8Array) => void): void
  received(message: Uint8Array): void
  closed(): void
}

/** `client` names this window and no other: 16 random bytes in hex. */
export function createLine(client: string, changed: (state: LineState) => void): Line {
  return new Connection(client, changed)
}

interface Pending {
  readonly method: string
  readonly args: readonly unknown[]
  readonly settle: (reply: WireReply) => void
}

class Connection implements Line {
  private readonly pending = new Map<number, Pending>()
  private readonly handlers = new Map<string, Set<(payload: never) => void>>()
  private host = ''
  private lastEvent = 0
  private nextId = 1
  private send: ((message: Uint8Array) => void) | undefined
  private isOpen = false

  constructor(
    private readonly client: string,
    private readonly changed: (state: LineState) => void,
  ) {}

  call(method: string, args: readonly unknown[]): Promise<WireReply> {
    const id = this.nextId++
    return new Promise(settle => {
      this.pending.set(id, { method, args, settle })
      if (this.isOpen) this.transmit(id)
    })
  }

  listen(event: string, handler: (payload: never) => void): () => void {
    const handlers = this.handlers.get(event) ?? new Set()
    this.handlers.set(event, handlers.add(handler))
    return () => handlers.delete(handler)
  }

  opened(send: (message: Uint8Array) => void): void {
    this.send = send
    this.post(['hello', { client: this.client, host: this.host, event: this.lastEvent }])
  }

  closed(): void {
    const wasOpen = this.send !== undefined
    this.send = undefined
    this.isOpen = false
    if (wasOpen) this.changed('lost')
  }

  received(bytes: Uint8Array): void {
    const message = fromHost(decode(bytes))
    if (message[0] === 'reply') this.answered(message[1], message[2])
    else if (message[0] === 'event') this.happened(message[1], message[2], message[3])
    else this.welcomed(message[1].host, message[1].event, message[1].isMissed)
  }

  private welcomed(host: string, event: number, isMissed: boolean): void {
    if (this.host !== '' && host !== this.host) return this.changed('restarted')
    if (this.host === '' || isMissed) this.lastEvent = event
    this.host = host
    this.isOpen = true
    for (const id of this.pending.keys()) this.transmit(id)
    this.changed(isMissed ? 'missed' : 'open')
  }

  private answered(id: number, reply: WireReply): void {
    const pending = this.pending.get(id)
    this.pending.delete(id)
    pending?.settle(reply)
  }

  private happened(number: number, name: string, payload: unknown): void {
    if (number <= this.lastEvent) return
    this.lastEvent = number
    for (const handler of [...(this.handlers.get(name) ?? [])]) handler(payload as never)
  }

  private transmit(id: number): void {
    const pending = this.pending.get(id)
    if (pending === undefined) return
    const [done = id] = this.pending.keys()
    try {
      this.post(['call', id, pending.method, pending.args, done])
    } catch (error) {
      if (!(error instanceof StudioError)) throw error
      this.answered(id, { ok: false, code: error.code, params: error.params })
    }
  }

  private post(message: FromWindow): void {
    this.send?.(encode(message))
  }
}
