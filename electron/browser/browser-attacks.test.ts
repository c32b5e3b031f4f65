import { randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, readdirSync, rmSync, statSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { decode, encode } from '@areal-studio/core/port'
import { serve, SOCKET_PATH, type BrowserHost } from './browser-host'
import { createService, type Service } from '../service/service'

/** Everything here is done by somebody else's page or program; what gets through is counted and must be nothing. */
let [tried, through] = [0, 0]
const userData = mkdtempSync(join(tmpdir(), 'areal-attacks-'))
const token = randomBytes(32).toString('hex')
let service: Service
let host: BrowserHost
let cookie: string
/** A token that would let a browser in. */
let unused: string
beforeAll(async () => {
  service = createService({ kind: 'browser', userData, path: '', quit: () => undefined })
  host = await serve({ port: 0, token, answer: service.call, say: key => key })
  cookie = await cookieOf(host)
  unused = new URL(host.invite()).searchParams.get('token') ?? ''
})
afterAll(async () => {
  await host.close()
  await service.close()
  rmSync(userData, { recursive: true, force: true })
  console.log(`attacks: ${tried} tried, ${through} through`)
})

/** Counts an attack that was refused, or got through. */
function refused(isRefused: boolean, name: string): void {
  tried++
  if (!isRefused) through++
  expect(isRefused, name).toBe(true)
}

interface Answer {
  readonly status: number
  readonly head: string
  readonly body: string
}

/** One request as bytes: no client of ours corrects what is wrong in it. */
function send(
  path: string,
  headers: Readonly<Record<string, string>> = {},
  { method = 'GET', port = host.port } = {},
): Promise<Answer> {
  const lines = Object.entries({ Host: `127.0.0.1:${port}`, Connection: 'close', ...headers }).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  )
  return new Promise((done, fail) => {
    let said = ''
    const socket = connect(port, '127.0.0.1', () => socket.write(`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n`))
    socket.setEncoding('latin1').on('data', (text: string) => {
      said += text
      if (said.startsWith('HTTP/1.1 101')) socket.destroy()
    })
    socket.on('error', fail)
    socket.on('close', () => {
      const [head = '', body = ''] = said.split(/\r\n\r\n(.*)/s)
      done({ status: Number(/^HTTP\/1\.1 (\d+)/.exec(head)?.[1] ?? 0), head, body })
    })
  })
}

async function cookieOf({ port, invite }: BrowserHost): Promise<string> {
  const { head } = await send(`/${new URL(invite()).search}`, {}, { port })
  return /set-cookie: ([^;]+)/i.exec(head)?.[1] ?? ''
}

const upgrade = (more: Readonly<Record<string, string>>): Record<string, string> => ({
  Connection: 'Upgrade',
  Upgrade: 'websocket',
  'Sec-WebSocket-Version': '13',
  'Sec-WebSocket-Key': 'AAAAAAAAAAAAAAAAAAAAAA==',
  ...more,
})
const own = (): string => `http://127.0.0.1:${host.port}`

/** A socket that may come in, with its greeting done. */
async function window(client = randomBytes(16).toString('hex')): Promise<WebSocket> {
  const socket = new WebSocket(`ws://127.0.0.1:${host.port}${SOCKET_PATH}`, { headers: { cookie, origin: own() } })
  await new Promise((done, fail) => socket.on('open', done).on('error', fail))
  socket.send(encode(['hello', { client, host: '', event: 0 }]))
  await next(socket)
  return socket
}
const next = (socket: WebSocket): Promise<unknown> =>
  new Promise(done => socket.once('message', (data: Buffer) => done(decode(new Uint8Array(data)))))
const closing = (socket: WebSocket): Promise<number> =>
  new Promise(done => socket.on('error', () => undefined).on('close', done))

let calls = 0
/** The reply to one call. Each has a number of its own: a number said twice gets the reply of the first time. */
async function ask(
  socket: WebSocket,
  method: string,
  args: readonly unknown[],
  id = ++calls,
): Promise<Readonly<Record<string, unknown>>> {
  socket.send(encode(['call', id, method, args, 0]))
  const message = await next(socket)
  if (!Array.isArray(message) || message[0] !== 'reply') throw new Error(`no reply: ${JSON.stringify(message)}`)
  return message[2] as Record<string, unknown>
}

describe('a page or program without the key', () => {
  it('is let in as itself, so that refusals below mean something', async () => {
    expect(cookie).toMatch(/^areal-\d+=[0-9a-f]{64}$/)
    expect((await send('/', { Cookie: cookie })).status).not.toBe(403)
    expect((await send(SOCKET_PATH, upgrade({ Cookie: cookie, Origin: own() }))).status).toBe(101)
  })

  it('gets nothing by a missing, wrong, shortened or doubled token', async () => {
    const wrong = [
      '/',
      '/?token=',
      `/?token=${unused.slice(1)}`,
      `/?token=${unused}0`,
      `/?token=${unused.toUpperCase()}`,
      `/?token=${'0'.repeat(64)}`,
      '/?token=%00',
      `/?token=x&token=${unused}`,
      `/?Token=${unused}`,
      `/#token=${unused}`,
      `/?token[]=${unused}`,
      '/index.html',
      '/assets/',
    ]
    for (const path of wrong) refused((await send(path)).status >= 400, path)
    for (const bad of [
      'areal=1',
      cookie.slice(0, -1),
      `${cookie}0`,
      cookie.replace('=', '=='),
      cookie.replace(/areal-\d+/, 'areal-1'),
      `x${cookie}`,
    ]) {
      refused((await send('/', { Cookie: bad })).status === 403, bad)
    }
  })

  it('gets nothing by a name that was bound to this machine, whatever key it has', async () => {
    const names = [
      'evil.example',
      `evil.example:${host.port}`,
      '127.0.0.1',
      '127.0.0.1:1',
      `127.0.0.1.evil.example:${host.port}`,
      `[::1]:${host.port}`,
      `0.0.0.0:${host.port}`,
      '',
    ]
    for (const name of names) {
      refused((await send(`/?token=${unused}`, { Host: name })).status >= 400, `token at ${name}`)
      refused((await send('/', { Host: name, Cookie: cookie })).status >= 400, `page at ${name}`)
      refused(
        (await send(SOCKET_PATH, upgrade({ Host: name, Cookie: cookie, Origin: `http://${name}` }))).status >= 400,
        `socket at ${name}`,
      )
    }
  })

  it('gets nothing from another origin or another site', async () => {
    const origins = [
      'http://evil.example',
      'null',
      'file://',
      `https://127.0.0.1:${host.port}`,
      'http://127.0.0.1:1',
      `http://localhost:${host.port}`,
      `${own()}.evil.example`,
      `${own()}/`,
      '',
    ]
    for (const origin of origins) {
      refused((await send('/', { Cookie: cookie, Origin: origin })).status === 403, `page for ${origin}`)
      refused(
        (await send(SOCKET_PATH, upgrade({ Cookie: cookie, Origin: origin }))).status === 403,
        `socket for ${origin}`,
      )
    }
    refused((await send(SOCKET_PATH, upgrade({ Cookie: cookie }))).status === 403, 'socket for no origin')
    for (const site of ['cross-site', 'same-site', 'nonsense']) {
      refused((await send('/', { Cookie: cookie, 'Sec-Fetch-Site': site })).status === 403, `page for ${site}`)
      refused(
        (await send(SOCKET_PATH, upgrade({ Cookie: cookie, Origin: own(), 'Sec-Fetch-Site': site }))).status === 403,
        `socket for ${site}`,
      )
    }
    expect((await send('/', { Cookie: cookie, 'Sec-Fetch-Site': 'same-origin' })).status).not.toBe(403)
  })

  it('gets nothing by another method or a request that is none', async () => {
    for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS', 'PATCH', 'TRACE'])
      refused((await send('/', { Cookie: cookie }, { method })).status >= 400, method)
    for (const path of ['//', '//[', 'http://[', 'http://evil.example/', '*', '/%', `/${'a'.repeat(40_000)}`])
      refused((await send(path, { Cookie: cookie })).status >= 400, path)
    refused(
      (await send('/studio/../studio', upgrade({ Cookie: cookie, Origin: own() }))).status === 403,
      'socket by another path',
    )
    refused((await send('/', { Cookie: 'a='.repeat(20_000) })).status >= 400, 'too long a header')
    expect((await send('/', { Cookie: cookie })).status).not.toBe(403)
  })
})

describe('a window that has the key', () => {
  it('reaches no file but those of the window', async () => {
    const paths = [
      '/../package.json',
      '/../../package.json',
      '/..%2fpackage.json',
      '/%2e%2e/%2e%2e/package.json',
      '/%2e%2e%2f%2e%2e%2fpackage.json',
      '/assets/..%5c..%5c..%5cpackage.json',
      '/%5c..%5cpackage.json',
      '/assets/../../../package.json',
      '/..;/package.json',
      '/%252e%252e/package.json',
      '/%c0%ae%c0%ae/package.json',
      '/....//package.json',
      '/index.html%00.js',
      '/%00',
      '//etc/passwd',
      '/etc/passwd',
      '/C:/windows/win.ini',
      '/C%3A%5Cwindows%5Cwin.ini',
      '/%5c%5cserver%5cshare%5cx.js',
      '/assets',
      '/.git/config',
      '/index.html::$DATA',
      '/node_modules/ws/package.json',
      '/%zz',
      '/file:///etc/passwd',
    ]
    for (const path of paths) refused([400, 403, 404].includes((await send(path, { Cookie: cookie })).status), path)
  })

  it('reaches no method but those of the contract', async () => {
    const socket = await window()
    const names = [
      'constructor',
      '__proto__',
      'prototype',
      'toString',
      'valueOf',
      'hasOwnProperty',
      '__defineGetter__',
      'then',
      'call',
      'apply',
      'note',
      'close',
      'listen',
      'answer',
      '',
      ' info',
      'info\0',
      'constructor.constructor',
    ]
    for (const name of names) refused((await ask(socket, name, []))['code'] === 'ipc.unknown-method', name)
    expect(await ask(socket, 'settings', [])).toMatchObject({ ok: true })
    socket.terminate()
  })

  it('gives no object another prototype', async () => {
    for (const args of [proto('__proto__'), [0x91, ...proto('__proto__')], [0x81, 0xa1, 0x61, ...proto('__proto__')]]) {
      const socket = await window()
      const closed = closing(socket)
      socket.send(Uint8Array.from([0x95, ...text('call'), 1, ...text('setSettings'), 0x91, ...args, 0]))
      refused((await closed) === 1003, '__proto__ in arguments')
    }
    const socket = await window()
    await ask(socket, 'setSettings', [{ constructor: { prototype: { polluted: true } } }])
    await ask(socket, 'setSettings', [{ prototype: { polluted: true }, toString: 'x', hasOwnProperty: 1 }])
    refused(!('polluted' in {}), 'a prototype was changed')
    expect(await ask(socket, 'settings', [])).toMatchObject({ ok: true })
    socket.terminate()
  })

  it('is cut off for messages that are none', async () => {
    const messages = [
      'text',
      new Uint8Array(0),
      Uint8Array.of(0xc1),
      Uint8Array.of(0xdd, 255, 255, 255, 255),
      Uint8Array.of(0xdf, 255, 255, 255, 255, 1),
      Uint8Array.of(0xc6, 127, 255, 255, 255),
      new Uint8Array(20_000).fill(0x91),
      encode(['reply', 1, { ok: true, value: 1 }]),
      encode(['call', -1, 'info', [], 0]),
      encode(['call', 1, 'info', {}, 0]),
      encode(['call', 1, {}, [], 0]),
      encode({ length: 5 }),
      encode(['hello', { client: 'x'.repeat(65), host: '', event: 0 }]),
      encode(['hello', null]),
    ]
    for (const [i, message] of messages.entries()) {
      const socket = await window()
      const closed = closing(socket)
      socket.send(message)
      refused((await closed) === 1003, `message ${i}`)
    }
  })

  it('is refused arguments of another shape, before a method sees them', async () => {
    const socket = await window()
    const bad: readonly (readonly [string, unknown[]])[] = [
      ['read', [['a']]],
      ['read', [{ toString: 'x' }]],
      ['read', ['x'.repeat(40_000)]],
      ['open', [{ path: '/' }]],
      ['list', [1]],
      ['browse', [['/etc']]],
      ['commit', [{ label: { code: 'x', params: {} }, edits: [{ entry: 'a', base: -1, splices: [] }] }]],
      ['commit', [null]],
      ['report', [{}]],
      ['quit', ['now']],
    ]
    for (const [method, args] of bad)
      refused(
        (await ask(socket, method, args))['code'] === 'ipc.bad-arguments',
        `${method} ${JSON.stringify(args).slice(0, 60)}`,
      )
    socket.terminate()
  })

  it('cannot announce a frame longer than a message may be', async () => {
    const frames = [
      [0x82, 0xff, 0, 0, 0, 2, 0, 0, 0, 0],
      [0x82, 0xff, 0, 0, 0, 0, 0x10, 0, 0, 1],
      [0x82, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff],
    ]
    for (const frame of frames) refused(/^1009$/.test(await closedBy(frame)), `frame ${frame.join(' ')}`)
  })

  it('is cut off when it asks without end', async () => {
    const socket = await window()
    const closed = closing(socket)
    const call = encode(['call', 1, 'toString', [], 0])
    for (let i = 0; i < 20_000; i++) socket.send(call)
    refused((await closed) === 1008, 'flood')
  })

  it('gets neither the replies nor the key of another', async () => {
    const [one, two] = [await window('one'), await window('two')]
    await ask(one, 'setSettings', [{ mine: 'secret' }], 1000)
    const reply = await ask(two, 'hostInfo', [], 1000)
    refused(!JSON.stringify(reply).includes('secret'), 'reply of another window')
    refused(!JSON.stringify(reply).includes(token), 'token in a reply')
    one.terminate()
    two.terminate()
    const other = await serve({
      port: 0,
      answer: () => Promise.resolve({ ok: true, value: 'of another workspace' }),
      say: key => key,
    })
    try {
      refused((await send('/', { Cookie: cookie }, { port: other.port })).status === 403, 'cookie at another host')
      const renamed = cookie.replace(/areal-\d+/, `areal-${other.port}`)
      refused(
        (await send('/', { Cookie: renamed }, { port: other.port })).status === 403,
        'renamed cookie at another host',
      )
      refused((await send(`/?token=${unused}`, {}, { port: other.port })).status === 403, 'token at another host')
      refused(
        (
          await send(SOCKET_PATH, upgrade({ Cookie: renamed, Origin: `http://127.0.0.1:${other.port}` }), {
            port: other.port,
          })
        ).status === 403,
        'socket at another host',
      )
    } finally {
      await other.close()
    }
  })
})

describe('what is left behind', () => {
  it('keeps the key out of logs, of every file, of referrers and of other answers', async () => {
    await service.call('report', [`at ${host.invite()}`])
    refused(
      !filesOf(userData).some(bytes => bytes.includes(token) || bytes.includes(cookie.split('=')[1] ?? '')),
      'key in a file',
    )
    for (const path of ['/', '/none', `/?token=${token}`, '/?token=x']) {
      const { head, body } = await send(path, { Cookie: cookie })
      refused(/referrer-policy: no-referrer/i.test(head), `referrer of ${path}`)
      refused(!`${head.replace(/set-cookie.*/i, '')}${body}`.includes(token), `token in the answer to ${path}`)
    }
  })

  it('ends cleanly with a request that never finishes and a window that does not answer', async () => {
    const other = await serve({ port: 0, answer: () => new Promise(() => undefined), say: key => key })
    const slow = connect(other.port, '127.0.0.1')
    slow.on('error', () => undefined)
    await new Promise(done => slow.write('GET / HTTP/1.1\r\nHost: ', done))
    await other.close()
    await expect(send('/', {}, { port: other.port })).rejects.toThrow(/ECONNREFUSED/)
  })
})

const text = (words: string): number[] => [0xd9, words.length, ...Buffer.from(words)]
/** A MessagePack map of one member whose name no object literal can have. */
const proto = (name: string): number[] => [0x81, ...text(name), 0x81, ...text('polluted'), 0xc3]

/** The code with which a socket is closed that sends the beginning of a frame. */
function closedBy(frame: readonly number[]): Promise<string> {
  return new Promise((done, fail) => {
    const headers = Object.entries(upgrade({ Host: `127.0.0.1:${host.port}`, Cookie: cookie, Origin: own() })).map(
      ([name, value]) => `${name}: ${value}\r\n`,
    )
    const socket = connect(host.port, '127.0.0.1', () =>
      socket.write(`GET ${SOCKET_PATH} HTTP/1.1\r\n${headers.join('')}\r\n`),
    )
    socket.on('error', fail).on('close', () => done('closed without a code'))
    socket.once('data', () => {
      socket.on('data', (bytes: Buffer) => {
        const at = bytes.indexOf(0x88)
        if (at !== -1) done(String(bytes.readUInt16BE(at + 2)))
        socket.destroy()
      })
      socket.write(Uint8Array.from([...frame, 0, 0, 0, 0]))
    })
  })
}

function filesOf(folder: string): Buffer[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map(name => join(folder, name))
    .filter(path => statSync(path).isFile())
    .map(path => readFileSync(path))
}
