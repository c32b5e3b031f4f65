import { StudioError } from '@areal-studio/core/format'
import { createLine, decode, encode, toReply, type Line } from '@areal-studio/core/port'
import type { Port, Reply, StudioApi } from '@areal-studio/core/studio'
import type { HostEvents } from '../../electron/service/host-api'

export type {
  Browsed,
  BrowsedFolder,
  SampleInfo,
  HostApi,
  HostInfo,
  Recent,
  Setting,
  Settings,
} from '../../electron/service/host-api'

/** The studio (or the host) behind a port. Errors are thrown as StudioErrors. */
export function connect<T extends object = StudioApi>(port: Pick<Port, 'call'>): T {
  const call =
    (method: string) =>
    async (...args: unknown[]): Promise<unknown> => {
      const reply = await port.call(method, args)
      if (reply.ok) return reply.value
      throw new StudioError(reply.code, reply.params, reply.where)
    }
  // `then` is no method: awaiting the client would wait for ever.
  const methods = new Proxy(
    {},
    {
      get: (_, name) => (typeof name === 'symbol' || name === 'then' ? undefined : call(name)),
    },
  )
  return methods as T
}

/**
 * State of the connection: open; lost; restored, where everything must be read again; refused, where the host was
 * restarted and does not know this page.
 */
export type ConnectionState = 'open' | 'lost' | 'again' | 'refused'

export interface WindowPort extends Port {
  /** Absolute path of a dropped file or folder; '' where the host does not reveal it. */
  pathOf(file: File): string
  /** The program was started again with this path to open. Never called in a browser, where that is a new page. */
  onOpenPath(handler: (path: string) => void): void
}

interface Bridge {
  call(message: Uint8Array): Promise<Uint8Array>
  listen(handler: (message: Uint8Array) => void): () => void
  pathOf(file: File): string
  /** Opens one more connection to the host, for a worker: this window receives `HOST_PORT` with its end of it. */
  dial(): void
  /** Scales everything in the window; 1 is the usual size. */
  zoom(factor: number): void
}

declare global {
  interface Window {
    /** Set by the preload of Electron; absent in a browser. */
    readonly arealBridge?: Bridge
  }
}

/** The port of this window: Electron's bridge where there is one, else a WebSocket that reconnects. */
export function windowPort(changed: (state: ConnectionState) => void): WindowPort {
  return window.arealBridge ? bridgePort(window.arealBridge) : socketPort(changed)
}

const OPEN_PATH = 'openPath' satisfies keyof HostEvents

function bridgePort(bridge: Bridge): WindowPort {
  return {
    call: async (method, args) => toReply(decode(await bridge.call(encode([method, args])))),
    listen(event, handler) {
      return bridge.listen(message => {
        const told = decode(message)
        // The host is part of this program: the payload has the type in StudioEvents.
        if (Array.isArray(told) && told[0] === event) handler(told[1])
      })
    },
    pathOf: file => bridge.pathOf(file),
    onOpenPath(handler) {
      bridge.listen(message => {
        const told = decode(message)
        if (!Array.isArray(told) || told[0] !== OPEN_PATH) return
        const payload: HostEvents[typeof OPEN_PATH] = told[1]
        handler(payload.path)
      })
    },
  }
}

/** Message of the preload that brings the end of a connection, see `Bridge.dial`. */
const HOST_PORT = 'areal:port'

/**
 * The end of a connection of its own for a worker, to be sent to it; null in a browser, where a worker opens its own
 * socket.
 */
export function dialHost(): Promise<MessagePort | null> {
  const bridge = window.arealBridge
  if (!bridge) return Promise.resolve(null)
  return new Promise(done => {
    const take = (event: MessageEvent<unknown>): void => {
      const [port] = event.ports
      if (event.source !== window || event.data !== HOST_PORT || !port) return
      window.removeEventListener('message', take)
      done(port)
    }
    window.addEventListener('message', take)
    bridge.dial()
  })
}

/** The host as a worker reaches it: through the port that its window gave it, else by a socket of its own. */
export const workerPort = (port: MessagePort | null): Pick<Port, 'call'> =>
  port ? dialledPort(port) : socketPort(() => undefined)

/** Messages are `[number, method, args]`, and `[number, reply]`. */
function dialledPort(port: MessagePort): Pick<Port, 'call'> {
  const waiting = new Map<number, (reply: Reply) => void>()
  let calls = 0
  port.onmessage = ({ data }: MessageEvent<Uint8Array>) => {
    const [call, reply] = decode(data) as [number, unknown]
    waiting.get(call)?.(toReply(reply))
    waiting.delete(call)
  }
  return {
    call(method, args) {
      const call = ++calls
      port.postMessage(encode([call, method, args]))
      return new Promise(done => {
        waiting.set(call, done)
      })
    },
  }
}

const SOCKET_PATH = '/studio'
const RETRY = [200, 500, 1000, 2000] as const

/**
 * Calls wait while the connection is lost and are sent again after it. A restarted host does not know them: they end in
 * `connection.lost`, and the caller reads the present state before trying again.
 */
function socketPort(changed: (state: ConnectionState) => void): WindowPort {
  const listeners: { readonly event: string; readonly handler: (payload: never) => void; remove: () => void }[] = []
  let waiting = new Set<(reply: Reply) => void>()
  let isAnew = false
  let tries = 0
  let line = fresh()

  function fresh(): Line {
    return createLine(randomName(), state => {
      if (state === 'restarted') return startAnew()
      if (state === 'lost') return changed('lost')
      changed(isAnew || state === 'missed' ? 'again' : 'open')
      isAnew = false
    })
  }

  function startAnew(): void {
    const unanswered = waiting
    waiting = new Set()
    line = fresh()
    for (const listener of listeners) listener.remove = line.listen(listener.event, listener.handler)
    for (const settle of unanswered) settle({ ok: false, code: 'connection.lost', params: {} })
    isAnew = true
    socket?.close()
  }

  let socket: WebSocket | undefined
  function dial(): void {
    const mine = new WebSocket(`ws://${location.host}${SOCKET_PATH}`)
    socket = mine
    mine.binaryType = 'arraybuffer'
    mine.onopen = () => {
      tries = 0
      line.opened(message => mine.send(Uint8Array.from(message)))
    }
    mine.onmessage = event => {
      if (event.data instanceof ArrayBuffer) line.received(new Uint8Array(event.data))
    }
    mine.onclose = () => {
      line.closed()
      void isRefused().then(refused => {
        if (refused && socket?.readyState !== WebSocket.OPEN) changed('refused')
      })
      setTimeout(dial, RETRY[Math.min(tries++, RETRY.length - 1)])
    }
  }
  dial()

  return {
    call(method, args) {
      return new Promise(resolve => {
        const settle = (reply: Reply): void => {
          waiting.delete(settle)
          resolve(reply)
        }
        waiting.add(settle)
        void line.call(method, args).then(settle)
      })
    },
    listen(event, handler) {
      const listener = { event, handler, remove: line.listen(event, handler) }
      listeners.push(listener)
      return () => {
        listener.remove()
        listeners.splice(listeners.indexOf(listener), 1)
      }
    },
    pathOf: () => '',
    onOpenPath: () => undefined,
  }
}

const FORBIDDEN = 403

/** Whether a host is there that rejects this page; a socket gives no reason for its end. */
async function isRefused(): Promise<boolean> {
  try {
    return (await fetch('/', { method: 'HEAD', cache: 'no-store' })).status === FORBIDDEN
  } catch {
    return false
  }
}

const randomName = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), byte => byte.toString(16).padStart(2, '0')).join('')
