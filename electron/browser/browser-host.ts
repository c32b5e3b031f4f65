import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import { WebSocketServer, type RawData, type WebSocket } from 'ws'
import { MAX_MESSAGE } from '@areal-studio/core/port'
import type { Reply } from '@areal-studio/core/studio'
import { Exchange } from './exchange'
import { pageLeadingTo } from './open-browser'
import { floodGuard, UNREAD_BYTES } from '../service/budget'
import { SECURITY_HEADERS } from '../service/window-options'
import { windowFile } from '../service/window-files'

/** Path of the window's WebSocket. */
export const SOCKET_PATH = '/studio'
const LOOPBACK = '127.0.0.1'
const PING_EVERY = 20_000
const CLOSE_MALFORMED = 1003
const CLOSE_POLICY = 1008
/** Most windows at the same time; each has its own buffers. */
const SOCKETS = 64

interface BrowserHostOptions {
  /** 0: any free port. */
  readonly port: number
  /** A fixed key (64 hex digits) for the cookie: an open page then reconnects to a restarted host. Default: random. */
  readonly token?: string
  readonly answer: (method: string, args: readonly unknown[]) => Promise<Reply>
  /**
   * Bytes that one window may leave unread before it is disconnected, also of replies kept for it; default: two of the
   * longest messages.
   */
  readonly bytesKept?: number
  /** The message for a browser that is refused. */
  readonly say: (key: string) => string
}

export interface BrowserHost {
  /** A new address to open, for the user of this machine only: its token admits one browser, once. */
  invite(): string
  readonly port: number
  happened(event: string, payload: unknown): void
  close(): Promise<void>
}

/** Serves the built window and one studio to browsers of this machine only. */
export async function serve(options: BrowserHostOptions): Promise<BrowserHost> {
  const exchange = new Exchange(options.answer, options.bytesKept)
  const server = createServer()
  const port = await listening(server, options.port)
  const gate = new Gate(options.token ?? randomBytes(32).toString('hex'), port)
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: MAX_MESSAGE,
    perMessageDeflate: false,
    clientTracking: true,
  })
  server.on('request', (request, response) => {
    void respond(gate, options.say, request, response)
  })
  server.on('upgrade', (request, socket, head) => {
    socket.on('error', () => socket.destroy())
    if (
      request.url !== SOCKET_PATH ||
      !gate.isOwn(request, true) ||
      !gate.hasCookie(request) ||
      sockets.clients.size >= SOCKETS
    )
      return refuse(socket)
    sockets.handleUpgrade(request, socket, head, connected =>
      join(exchange, connected, options.bytesKept ?? UNREAD_BYTES),
    )
  })
  const pinging = setInterval(() => {
    for (const socket of sockets.clients) ping(socket)
  }, PING_EVERY)
  return {
    port,
    invite: () => `http://${LOOPBACK}:${port}/?token=${gate.newToken()}`,
    happened: (event, payload) => exchange.happened(event, payload),
    close: async () => {
      clearInterval(pinging)
      for (const socket of sockets.clients) socket.close(1001)
      // Connections that do not close by themselves (an endless request, a window that hangs) are closed.
      setTimeout(() => {
        for (const socket of sockets.clients) socket.terminate()
        server.closeAllConnections()
      }, 500).unref()
      await new Promise(done => {
        server.close(done)
        server.closeIdleConnections()
      })
    },
  }
}

/** The request was made by the user (an address typed or opened) or by the own page. */
const FETCH_SITES: ReadonlySet<unknown> = new Set([undefined, 'none', 'same-origin'])

/** Access control: this machine, by this address, from the own page, with the token. */
class Gate {
  private readonly hosts: ReadonlySet<string>
  private readonly cookie: string
  private readonly cookieName: string
  /** Digests of the unused tokens. */
  private readonly tokens = new Set<string>()

  constructor(key: string, port: number) {
    this.hosts = new Set([`${LOOPBACK}:${port}`, `localhost:${port}`])
    this.cookie = createHash('sha256').update(`cookie ${key}`).digest('hex')
    // Cookies are not separate per port: two hosts must not overwrite each other's.
    this.cookieName = `areal-${port}`
  }

  /**
   * Host and Origin are the host's own, and the request is from its own page or the address bar; a request of another
   * site, or by DNS rebinding, has others.
   */
  isOwn(request: IncomingMessage, needsOrigin: boolean): boolean {
    return this.isHere(request, needsOrigin) && isOwnSite(request)
  }

  /** As `isOwn`, from any page: the file that opens the browser has a token. */
  isHere(request: IncomingMessage, needsOrigin: boolean): boolean {
    const { host, origin } = request.headers
    const address = request.socket.remoteAddress ?? ''
    if (!/^(?:127\.|::1$|::ffff:127\.)/.test(address) || host === undefined || !this.hosts.has(host)) return false
    return origin === undefined ? !needsOrigin : origin === `http://${host}`
  }

  newToken(): string {
    const token = randomBytes(32).toString('hex')
    this.tokens.add(digestOf(token))
    return token
  }

  /** Whether this token was unused; afterwards it is used. Compared by digest, so that the duration reveals nothing. */
  takeToken(asked: string): boolean {
    return this.tokens.delete(digestOf(asked))
  }

  hasCookie(request: IncomingMessage): boolean {
    const cookies = (request.headers.cookie ?? '').split(';').map(cookie => cookie.trim())
    return cookies.some(
      cookie =>
        cookie.startsWith(`${this.cookieName}=`) && isSame(cookie.slice(this.cookieName.length + 1), this.cookie),
    )
  }

  get setCookie(): string {
    return `${this.cookieName}=${this.cookie}; HttpOnly; SameSite=Strict; Path=/`
  }
}

const digestOf = (text: string): string => createHash('sha256').update(text).digest('hex')

/** Programs other than browsers send no Sec-Fetch-Site; a page can neither omit nor choose it. */
const isOwnSite = (request: IncomingMessage): boolean => FETCH_SITES.has(request.headers['sec-fetch-site'])

/** Compares in constant time: hashes have one length, whatever the input. */
function isSame(a: string, b: string): boolean {
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(a), digest(b))
}

async function respond(
  gate: Gate,
  say: BrowserHostOptions['say'],
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (!gate.isHere(request, false)) return end(response, 403, say('cli.host.foreign'))
  if (request.method !== 'GET' && request.method !== 'HEAD') return end(response, 405, 'GET')
  const asked = request.url ?? '/'
  if (!asked.startsWith('/') || !URL.canParse(asked, `http://${LOOPBACK}`)) return end(response, 400, '400')
  const address = new URL(asked, `http://${LOOPBACK}`)
  const token = address.searchParams.get('token')
  if (token !== null && request.method === 'GET' && gate.takeToken(token)) return welcome(gate, request, response)
  if (!isOwnSite(request)) return end(response, 403, say('cli.host.foreign'))
  if (token !== null)
    return gate.hasCookie(request) ? redirect(response) : end(response, 403, say('cli.host.old-address'))
  if (!gate.hasCookie(request)) return end(response, 403, say('cli.host.no-key'))
  const file = await windowFile(address.pathname)
  if (file === undefined) return end(response, 404, '404')
  response.setHeader('Content-Type', file.type)
  response.setHeader('Cache-Control', file.isLasting ? 'private, max-age=31536000, immutable' : 'no-store')
  secure(response)
    .writeHead(200, { 'Content-Length': file.bytes.length })
    .end(request.method === 'HEAD' ? undefined : file.bytes)
}

function redirect(response: ServerResponse): void {
  response.setHeader('Location', '/')
  end(response, 303, '')
}

/** Sets the cookie. Browsers do not send it along a redirection that another page began, so an own page continues. */
function welcome(gate: Gate, request: IncomingMessage, response: ServerResponse): void {
  response.setHeader('Set-Cookie', gate.setCookie)
  if (isOwnSite(request)) return redirect(response)
  response.setHeader('Cache-Control', 'no-store')
  secure(response).writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' }).end(pageLeadingTo('/'))
}

function secure(response: ServerResponse): ServerResponse {
  for (const [name, value] of Object.entries(SECURITY_HEADERS)) response.setHeader(name, value)
  return response
}

function end(response: ServerResponse, status: number, words: string): void {
  response.setHeader('Cache-Control', 'no-store')
  secure(response).writeHead(status, { 'Content-Type': 'text/plain; charset=utf-8' }).end(words)
}

function refuse(socket: Duplex): void {
  socket.end('HTTP/1.1 403 Forbidden\r\nConnection: close\r\nContent-Length: 0\r\n\r\n')
}

function join(exchange: Exchange, socket: WebSocket, unsentBytes: number): void {
  const close = (code = CLOSE_MALFORMED): void => {
    socket.removeAllListeners('message')
    socket.close(code)
  }
  const isFlood = floodGuard()
  const connection = exchange.connected(
    message => {
      if (socket.readyState !== socket.OPEN) return
      if (socket.bufferedAmount + message.length > unsentBytes) socket.terminate()
      else socket.send(message)
    },
    () => close(),
  )
  waiting.set(socket, false)
  socket.on('pong', () => waiting.set(socket, false))
  socket.on('error', () => socket.terminate())
  socket.on('close', () => connection.closed())
  socket.on('message', (data, isBinary) => {
    if (isFlood()) return close(CLOSE_POLICY)
    if (!isBinary) return close()
    try {
      connection.received(bytesOf(data))
    } catch {
      close()
    }
  })
}

const waiting = new WeakMap<WebSocket, boolean>()

/** Closes a socket without a reply to the last ping; its window reconnects. */
function ping(socket: WebSocket): void {
  if (waiting.get(socket) === true) return socket.terminate()
  waiting.set(socket, true)
  socket.ping()
}

function bytesOf(data: RawData): Uint8Array {
  if (Array.isArray(data)) return Buffer.concat(data)
  return data instanceof ArrayBuffer ? new Uint8Array(data) : data
}

function listening(server: Server, port: number): Promise<number> {
  return new Promise((done, fail) => {
    server.once('error', fail)
    server.listen({ port, host: LOOPBACK, exclusive: true }, () => {
      server.off('error', fail)
      const address = server.address() as AddressInfo
      done(address.port)
    })
  })
}
