import { randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import WebSocket from 'ws'
import { createLine, encode, type Line, type LineState } from '@areal-studio/core/port'
import type { Reply } from '@areal-studio/core/studio'
import { serve, SOCKET_PATH, type BrowserHost } from './browser-host'
import { redirectFile } from './open-browser'
import { CONTENT_POLICY } from '../service/window-options'

let host: BrowserHost | undefined
afterEach(async () => {
  await host?.close()
  host = undefined
})

interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly body: string
}

function get(path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Answer> {
  return new Promise((done, fail) => {
    const asked = request({ host: '127.0.0.1', port: host?.port, path, headers, method }, response => {
      let body = ''
      response.setEncoding('utf8').on('data', (text: string) => {
        body += text
      })
      response.on('end', () => done({ status: response.statusCode ?? 0, headers: response.headers, body }))
    })
    asked.on('error', fail).end()
  })
}

async function started(
  answer: (method: string, args: readonly unknown[]) => Promise<Reply> = () => Promise.resolve({ ok: true, value: 1 }),
): Promise<{ cookie: string; path: string }> {
  host = await serve({ port: 0, answer, say: key => key })
  const entered = await get(newPath())
  const path = newPath()
  return { cookie: String(entered.headers['set-cookie']).split(';')[0] ?? '', path }
}

const newPath = (): string => `/${new URL(host?.invite() ?? '').search}`
const origin = (): string => `http://127.0.0.1:${host?.port}`

function socket(headers: Record<string, string>, path = SOCKET_PATH): Promise<WebSocket | string> {
  return new Promise(done => {
    const made = new WebSocket(`ws://127.0.0.1:${host?.port}${path}`, { headers })
    made.on('open', () => done(made))
    made.on('error', error => done(error.message))
  })
}

interface Wired {
  readonly line: Line
  readonly states: LineState[]
  open(): Promise<WebSocket>
}

function wired(cookie: string, states: LineState[] = []): Wired {
  const line = createLine(randomBytes(8).toString('hex'), state => states.push(state))
  const open = async (): Promise<WebSocket> => {
    const made = await socket({ cookie, origin: origin() })
    if (typeof made === 'string') throw new Error(made)
    made.on('message', (data: Buffer) => line.received(new Uint8Array(data)))
    made.on('close', () => line.closed())
    line.opened(message => made.send(message))
    return made
  }
  return { line, states, open }
}

const soon = (): Promise<void> => new Promise(done => setTimeout(done, 60))

describe('browser host: who may come in', () => {
  it('takes the token once and gives a cookie that scripts and other sites do not get', async () => {
    const { path } = await started()
    const entered = await get(path)
    expect(entered.status).toBe(303)
    expect(entered.headers['location']).toBe('/')
    expect(String(entered.headers['set-cookie'])).toMatch(
      /^areal-\d+=[0-9a-f]{64}; HttpOnly; SameSite=Strict; Path=\/$/,
    )
    expect(entered.headers['content-security-policy']).toBe(CONTENT_POLICY)
    expect(String(entered.headers['set-cookie'])).not.toContain(path.split('=')[1])
    const again = await get(path)
    expect([again.status, again.body, again.headers['set-cookie']]).toEqual([403, 'cli.host.old-address', undefined])
    expect(
      (await get(path, { cookie: String(entered.headers['set-cookie']).split(';')[0] ?? '' })).headers['location'],
    ).toBe('/')
  })

  it('leads a browser that a file opened on by a page of its own, once; another site gets nothing without a token', async () => {
    const { path, cookie } = await started()
    const entered = await get(path, { 'sec-fetch-site': 'cross-site' })
    expect([entered.status, entered.headers['location'], entered.body]).toEqual([
      200,
      undefined,
      expect.stringContaining('content="0;url=/"'),
    ])
    expect(String(entered.headers['set-cookie']).split(';')[0]).toBe(cookie)
    expect((await get(path, { 'sec-fetch-site': 'cross-site' })).status).toBe(403)
    expect((await get(path, { 'sec-fetch-site': 'cross-site', cookie })).status).toBe(403)
  })

  it('writes the address for the browser into a file that only its owner reads', () => {
    const folder = mkdtempSync(join(tmpdir(), 'areal-open-'))
    const file = redirectFile(folder, 'http://127.0.0.1:1/?token=x') ?? ''
    expect(readFileSync(file, 'utf8')).toContain('content="0;url=http://127.0.0.1:1/?token=x"')
    if (process.platform !== 'win32') expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(redirectFile(join(folder, 'none'), 'x')).toBeUndefined()
    rmSync(folder, { recursive: true })
  })

  it('refuses a wrong token, no cookie, another host, another origin, another method', async () => {
    const { cookie, path } = await started()
    expect((await get(`${path.slice(0, -1)}${path.endsWith('0') ? '1' : '0'}`)).status).toBe(403)
    expect((await get('/')).status).toBe(403)
    expect((await get('/', { cookie: `${cookie}x` })).status).toBe(403)
    expect((await get(path, { host: `evil.example:${host?.port}` })).status).toBe(403)
    expect((await get(path, { origin: 'http://evil.example' })).status).toBe(403)
    expect((await get('/', { cookie }, 'POST')).status).toBe(405)
    expect([200, 404]).toContain((await get('/', { cookie })).status)
    expect([200, 404]).toContain((await get('/', { cookie, origin: origin() })).status)
  })

  it('serves files of the window and nothing else of the disk', async () => {
    const { cookie } = await started()
    const paths = [
      '/../../package.json',
      '/..%2f..%2fpackage.json',
      '/%2e%2e/%2e%2e/package.json',
      '/assets/..%5c..%5cpackage.json',
      '/%00',
      '/%zz',
      '//etc/passwd',
      '/C:/x.js',
    ]
    for (const path of paths) expect((await get(path, { cookie })).status, path).toBe(404)
  })

  it('lets no socket in without cookie, own origin and own path', async () => {
    const { cookie } = await started()
    const own = origin()
    expect(await socket({ origin: own })).toContain('403')
    expect(await socket({ cookie })).toContain('403')
    expect(await socket({ cookie, origin: 'http://evil.example' })).toContain('403')
    expect(await socket({ cookie, origin: own, host: 'evil.example' })).toContain('403')
    expect(await socket({ cookie, origin: own }, '/other')).toContain('403')
    expect(typeof (await socket({ cookie, origin: own }))).toBe('object')
  })

  it('listens on the loopback address alone', async () => {
    await started()
    expect(host?.invite()).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/\?token=[0-9a-f]{64}$/)
  })
})

describe('browser host: calls and events', () => {
  it('answers calls with bytes in them', async () => {
    const { cookie } = await started((method, args) =>
      Promise.resolve({ ok: true, value: { method, args, floats: new Float32Array([1.5]) } }),
    )
    const { line, open } = wired(cookie)
    await open()
    const reply = await line.call('read', ['a', new Uint8Array([1, 2])])
    expect(reply).toEqual({
      ok: true,
      value: { method: 'read', args: ['a', new Uint8Array([1, 2])], floats: new Float32Array([1.5]) },
    })
  })

  it('runs a call once that was sent again after the connection was lost', async () => {
    let runs = 0
    let finish = (): void => undefined
    const { cookie } = await started(
      () =>
        new Promise(done => {
          runs++
          finish = () => done({ ok: true, value: runs })
        }),
    )
    const { line, states, open } = wired(cookie)
    const first = await open()
    const committed = line.call('commit', [1])
    await soon()
    first.terminate()
    await soon()
    finish()
    await open()
    expect(await committed).toEqual({ ok: true, value: 1 })
    expect(runs).toBe(1)
    expect(states).toEqual(['open', 'lost', 'open'])
  })

  it('sends the events that a window missed, to each window', async () => {
    const { cookie } = await started()
    const one = wired(cookie)
    const two = wired(cookie)
    const seen: unknown[] = []
    const other: unknown[] = []
    one.line.listen('commit', payload => seen.push(payload))
    two.line.listen('commit', payload => other.push(payload))
    const first = await one.open()
    await two.open()
    await soon()
    host?.happened('commit', { revision: 1 })
    await soon()
    first.terminate()
    await soon()
    host?.happened('commit', { revision: 2 })
    await one.open()
    await soon()
    expect(seen).toEqual([{ revision: 1 }, { revision: 2 }])
    expect(other).toEqual(seen)
  })

  it('says so where too many events were missed', async () => {
    const { cookie } = await started()
    const { line, states, open } = wired(cookie)
    const first = await open()
    await soon()
    first.terminate()
    await soon()
    for (let i = 0; i < 2100; i++) host?.happened('job', { i })
    await open()
    await line.call('info', [])
    expect(states).toEqual(['open', 'lost', 'missed'])
  })

  it('closes on words that are no message', async () => {
    const { cookie } = await started()
    for (const words of ['text', Buffer.from([0xc1]), Buffer.from(encode(['call', 1, 'info', [], 1]))]) {
      const made = await socket({ cookie, origin: origin() })
      if (typeof made === 'string') throw new Error(made)
      const closed = new Promise<number>(done => made.on('close', done))
      made.send(words)
      expect(await closed).toBe(1003)
    }
  })
})
