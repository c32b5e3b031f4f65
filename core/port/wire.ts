import { isRecord, StudioError, type EntryPath, type Params } from '../format'

/** What a call ends in; the same as the `Reply` of a studio's port. */
export type WireReply =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly code: string; readonly params: Params; readonly where?: EntryPath }

/** First message of every new connection: the caller, the host it knew ('' at first), the last event it received. */
export interface Hello {
  readonly client: string
  readonly host: string
  readonly event: number
}
/** The host's answer. `isMissed`: events were lost that cannot be sent again; `event` is the last one up to now. */
export interface Welcome {
  readonly host: string
  readonly event: number
  readonly isMissed: boolean
}

/**
 * One WebSocket message. `done` of a call means that all calls below it have their replies, so the host may discard
 * those: a call that is sent again over a new connection gets the reply of the first time and is never run twice.
 */
export type FromWindow =
  | readonly ['hello', Hello]
  | readonly ['call', id: number, method: string, args: readonly unknown[], done: number]
export type FromHost =
  | readonly ['welcome', Welcome]
  | readonly ['reply', id: number, reply: WireReply]
  | readonly ['event', number: number, name: string, payload: unknown]

const bad = (): StudioError => new StudioError('port.malformed', { offset: 0 })
const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 0

/** Checks a decoded message of a window. Throws StudioError `port.malformed`. */
export function fromWindow(message: unknown): FromWindow {
  if (!Array.isArray(message)) throw bad()
  const [kind, a, b, c, d]: unknown[] = message
  if (kind === 'hello' && isRecord(a)) {
    const { client, host, event } = a
    if (typeof client === 'string' && client.length <= 64 && typeof host === 'string' && isCount(event)) {
      return ['hello', { client, host, event }]
    }
  }
  if (kind === 'call' && isCount(a) && typeof b === 'string' && Array.isArray(c) && isCount(d))
    return ['call', a, b, c, d]
  throw bad()
}

/** Checks a decoded message of the host. Throws StudioError `port.malformed`. */
export function fromHost(message: unknown): FromHost {
  if (!Array.isArray(message)) throw bad()
  const [kind, a, b, c]: unknown[] = message
  if (kind === 'welcome' && isRecord(a)) {
    const { host, event, isMissed } = a
    if (typeof host === 'string' && isCount(event) && typeof isMissed === 'boolean')
      return ['welcome', { host, event, isMissed }]
  }
  if (kind === 'reply' && isCount(a)) return ['reply', a, toReply(b)]
  if (kind === 'event' && isCount(a) && typeof b === 'string') return ['event', a, b, c]
  throw bad()
}

/** A reply as received over a connection. Throws StudioError `port.malformed`. */
export function toReply(reply: unknown): WireReply {
  if (!isRecord(reply)) throw bad()
  if (reply['ok'] === true) return { ok: true, value: reply['value'] }
  const { code, params, where } = reply
  if (typeof code !== 'string' || !isRecord(params)) throw bad()
  return { ok: false, code, params: params as Params, ...(typeof where === 'string' && { where }) }
}
