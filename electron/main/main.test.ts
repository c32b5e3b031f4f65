import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { decode, encode } from '@areal-studio/core/port'
import type { Reply } from '@areal-studio/core/studio'
import { Crashes } from './crashes'
import { MESSAGES_PER_SECOND, POP_OUTS } from '../service/budget'
import { FOREIGN_ADDRESSES, GRANTED, POP_OUT_URL, WEB_PREFERENCES, WINDOW_URL } from '../service/window-options'

/** What Electron would be told, written down: its binary is not there where tests run without a screen. */
const told = vi.hoisted(() => {
  type Handler = (...args: never[]) => unknown
  const handlers = new Map<string, Handler>()
  const order: string[] = []
  const paths = new Map<string, string>()
  const contents = {
    mainFrame: { url: 'areal://studio/index.html' },
    isDestroyed: () => false,
    sent: [] as unknown[],
    on: (name: string, handler: Handler) => {
      handlers.set(`contents:${name}`, handler)
    },
    reload: () => {
      order.push('reload')
    },
    send(_: string, message: unknown) {
      contents.sent.push(message)
    },
  }
  class BrowserWindow {
    static made: unknown[] = []
    static open: BrowserWindow[] = []
    static getAllWindows = () => BrowserWindow.open
    readonly webContents = contents
    constructor(options: unknown) {
      BrowserWindow.made.push(options)
      BrowserWindow.open.push(this)
    }
    destroy(): void {
      BrowserWindow.open = BrowserWindow.open.filter(other => other !== this)
    }
    isMinimized(): boolean {
      return false
    }
    focus(): void {}
    once(): void {}
    on(): void {}
    loadURL(address: string): Promise<void> {
      return Promise.resolve(void order.push(`load ${address}`))
    }
  }
  const keep =
    (prefix: string) =>
    (name: string, handler: Handler): void => {
      handlers.set(`${prefix}:${name}`, handler)
    }
  const electron = {
    BrowserWindow,
    Menu: { setApplicationMenu: () => undefined, buildFromTemplate: () => null },
    app: {
      isPackaged: false,
      enableSandbox: () => {
        order.push('sandbox')
      },
      setPath: (name: string, path: string) => {
        paths.set(name, path)
      },
      quit: () => {
        order.push('quit')
      },
      relaunch: () => {
        order.push('relaunch')
      },
      exit: (code: number) => {
        order.push(`exit ${code}`)
      },
      disableHardwareAcceleration: () => {
        order.push('software')
      },
      requestSingleInstanceLock: () => true,
      on: keep('app'),
      getLocale: () => 'en',
      getAppPath: () => '/program',
      whenReady: () => Promise.resolve(void order.push('ready')),
    },
    dialog: { showOpenDialog: () => Promise.resolve({ filePaths: ['/picked'] }) },
    ipcMain: { handle: keep('ipc'), on: keep('ipc') },
    screen: { getDisplayMatching: () => ({ workArea: { x: 0, y: 0, width: 1920, height: 1040 } }) },
    protocol: {
      registerSchemesAsPrivileged: () => {
        order.push('scheme')
      },
      handle: keep('protocol'),
    },
    session: {
      defaultSession: {
        setPermissionRequestHandler: (handler: Handler) => handlers.set('permission', handler),
        setPermissionCheckHandler: (handler: Handler) => handlers.set('permission-check', handler),
        setDevicePermissionHandler: (handler: Handler) => handlers.set('device', handler),
        webRequest: {
          onBeforeRequest: (filter: { urls: readonly string[] }, handler: Handler) =>
            handlers.set(`request:${filter.urls.join(' ')}`, handler),
        },
        on: keep('session'),
      },
    },
  }
  const call = (name: string, ...args: unknown[]): unknown =>
    Reflect.apply(handlers.get(name) ?? (() => 'no handler'), undefined, args)
  return { electron, call, order, paths, contents, BrowserWindow }
})
vi.mock('electron', () => told.electron)

let userData: string
beforeAll(async () => {
  userData = mkdtempSync(join(tmpdir(), 'areal-main-'))
  process.argv = ['electron', '--inspect=0', '/program', '--user-data', userData, '/some/game']
  await import('./main')
  await vi.waitFor(() => expect(told.order).toContain(`load ${WINDOW_URL}`), 60_000)
})
afterAll(() => rmSync(userData, { recursive: true, force: true }))

const ask = async (frame: object | null, message: unknown): Promise<unknown> =>
  decode(await (told.call('ipc:areal:call', { senderFrame: frame }, message) as Promise<Uint8Array>))

describe('Electron’s main process', () => {
  it('names its scheme before Electron is ready and makes one window in a sandbox', () => {
    expect(told.order.slice(0, 4)).toEqual(['sandbox', 'scheme', 'ready', `load ${WINDOW_URL}`])
    expect(told.BrowserWindow.made).toHaveLength(1)
    expect(told.BrowserWindow.made[0]).toMatchObject({
      webPreferences: { ...WEB_PREFERENCES, preload: expect.stringMatching(/preload\.cjs$/) as string },
    })
  })

  it('gives Chromium a folder that exists', () => {
    expect(told.paths.get('userData')).toBe(join(userData, 'electron'))
    expect(existsSync(join(userData, 'electron'))).toBe(true)
  })

  it('answers its own window and no other frame', async () => {
    const own = told.contents.mainFrame
    expect(await ask(own, encode(['hostInfo', []]))).toMatchObject({
      ok: true,
      value: { kind: 'electron', path: '/some/game', userData, hasFolderDialog: true },
    })
    expect(await ask(own, encode(['pickFolder', []]))).toEqual({ ok: true, value: '/picked' })
    expect(await ask(null, encode(['hostInfo', []]))).toMatchObject({ ok: false, code: 'ipc.foreign-sender' })
    expect(await ask({ url: WINDOW_URL }, encode(['hostInfo', []]))).toMatchObject({
      ok: false,
      code: 'ipc.foreign-sender',
    })
    for (const message of ['text', null, encode('x'), encode(['hostInfo']), new Uint8Array([0xc1])]) {
      expect(await ask(own, message)).toMatchObject({ ok: false, code: 'port.malformed' })
    }
    own.url = 'https://evil.example/'
    expect(await ask(own, encode(['hostInfo', []]))).toMatchObject({ ok: false, code: 'ipc.foreign-sender' })
    own.url = WINDOW_URL
  })

  it('serves a worker of its own window through a port, and closes one that sends anything but calls', async () => {
    /** The end of the worker. */
    class Port {
      readonly replies: unknown[] = []
      isClosed = false
      private handler: ((event: { data: unknown }) => void) | undefined
      on(_: string, handler: (event: { data: unknown }) => void): void {
        this.handler = handler
      }
      start(): void {}
      postMessage(message: Uint8Array): void {
        this.replies.push(decode(message))
      }
      close(): void {
        this.isClosed = true
      }
      send(data: unknown): boolean {
        this.handler?.({ data })
        return this.handler !== undefined
      }
    }
    const own = new Port()
    told.call('ipc:areal:port', { senderFrame: told.contents.mainFrame, ports: [own] })
    own.send(encode([7, 'hostInfo', []]))
    own.send(encode([8, 'nothing', []]))
    await expect.poll(() => own.replies.length).toBe(2)
    expect(own.replies).toMatchObject([
      [7, { ok: true, value: { kind: 'electron' } }],
      [8, { ok: false, code: 'ipc.unknown-method' }],
    ])
    own.send(encode(['hostInfo', []]))
    await expect.poll(() => own.isClosed).toBe(true)
    const foreign = new Port()
    told.call('ipc:areal:port', { senderFrame: { url: WINDOW_URL }, ports: [foreign] })
    expect(foreign.send(encode([1, 'hostInfo', []]))).toBe(false)
  })

  it('refuses what comes faster than any window calls, until the next second', async () => {
    const clock = vi.spyOn(performance, 'now').mockReturnValue(1e9)
    const own = told.contents.mainFrame
    const call = encode(['hostInfo', []])
    const replies = await Promise.all(Array.from({ length: MESSAGES_PER_SECOND + 2 }, () => ask(own, call)))
    expect(replies.filter(reply => (reply as Reply).ok)).toHaveLength(MESSAGES_PER_SECOND)
    expect(replies.at(-1)).toMatchObject({ ok: false, code: 'ipc.too-many', params: { limit: MESSAGES_PER_SECOND } })
    clock.mockReturnValue(1e9 + 1000)
    expect(await ask(own, call)).toMatchObject({ ok: true })
    clock.mockRestore()
  })

  it('refuses other pages, frames, redirects, embedded pages and new windows', () => {
    const handlers = new Map<string, (event: { preventDefault(): void }) => void>()
    let open: ((asked: { url: string }) => unknown) | undefined
    told.call(
      'app:web-contents-created',
      {},
      {
        on: (name: string, handler: () => void) => handlers.set(name, handler),
        setWindowOpenHandler: (handler: typeof open) => {
          open = handler
        },
      },
    )
    for (const name of ['will-navigate', 'will-frame-navigate', 'will-redirect', 'will-attach-webview']) {
      let prevented = 0
      handlers.get(name)?.({
        preventDefault: () => {
          prevented++
        },
      })
      expect(prevented, name).toBe(1)
    }
    expect(open?.({ url: POP_OUT_URL })).toEqual({ action: 'deny' })
  })

  it('opens the empty page of popped-out panes from its own window, as safe as that, where a screen is', () => {
    let open: ((asked: { url: string }) => unknown) | undefined
    let created: ((popOut: object) => void) | undefined
    const own = Object.assign(told.contents, {
      setWindowOpenHandler: (handler: typeof open) => {
        open = handler
      },
      on: (name: string, handler: typeof created) => {
        if (name === 'did-create-window') created = handler
      },
    })
    told.call('app:web-contents-created', {}, own)
    expect(open?.({ url: POP_OUT_URL })).toMatchObject({
      action: 'allow',
      overrideBrowserWindowOptions: { webPreferences: WEB_PREFERENCES },
    })
    expect(JSON.stringify(open?.({ url: POP_OUT_URL }))).not.toContain('preload')
    const [before] = [[...told.BrowserWindow.open]]
    while (told.BrowserWindow.open.length <= POP_OUTS) new told.BrowserWindow({})
    expect(open?.({ url: POP_OUT_URL })).toEqual({ action: 'deny' })
    told.BrowserWindow.open = before
    expect(open?.({ url: POP_OUT_URL })).toMatchObject({ action: 'allow' })
    for (const url of [
      WINDOW_URL,
      'areal://other/popout.html',
      'https://evil.example/popout.html',
      'about:blank',
      `${POP_OUT_URL}?x`,
    ]) {
      expect(open?.({ url }), url).toEqual({ action: 'deny' })
    }
    const put: object[] = []
    const popOut = (x: number, y: number) => ({
      getBounds: () => ({ x, y, width: 2400, height: 480 }),
      setBounds: (bounds: object) => put.push(bounds),
    })
    for (const [x, y] of [
      [100, 50],
      [-2300, 0],
      [4000, 50],
      [100, -600],
      [100, 2000],
    ] as const)
      created?.(popOut(x, y))
    expect(put).toEqual(Array.from({ length: 3 }, () => ({ x: 0, y: 0, width: 1920, height: 480 })))
  })

  it('grants copying and nothing else', () => {
    const asked = [
      'media',
      'geolocation',
      'openExternal',
      'notifications',
      'clipboard-read',
      'fullscreen',
      'fileSystem',
      'unknown',
      'clipboard-sanitized-write',
    ]
    const answers: unknown[] = []
    for (const permission of asked) told.call('permission', {}, permission, (granted: boolean) => answers.push(granted))
    expect(answers).toEqual(asked.map(permission => permission === GRANTED))
    expect(asked.map(permission => told.call('permission-check', {}, permission))).toEqual(answers)
    expect(told.call('device', { deviceType: 'usb' })).toBe(false)
  })

  it('cancels requests to elsewhere, and downloads of what it did not make', () => {
    let answer: unknown
    told.call(`request:${FOREIGN_ADDRESSES.join(' ')}`, { url: 'https://evil.example/' }, (given: unknown) => {
      answer = given
    })
    expect(answer).toEqual({ cancel: true })
    const refused: string[] = []
    for (const address of [
      'https://evil.example/x.exe',
      'blob:https://evil.example/1',
      'areal://studio/index.html',
      'file:///etc/passwd',
      'blob:areal://studio/1',
    ]) {
      told.call('session:will-download', { preventDefault: () => refused.push(address) }, { getURL: () => address })
    }
    expect(refused).toHaveLength(4)
    expect(refused).not.toContain('blob:areal://studio/1')
  })

  it('serves files of the window under its scheme, with the content policy, and nothing else', async () => {
    for (const address of [
      'areal://studio/../../package.json',
      'areal://other/index.html',
      'areal://studio/none.js',
      'areal://studio/%2e%2e/%2e%2e/package.json',
    ]) {
      const response = await (told.call('protocol:areal', { url: address }) as Promise<Response>)
      expect(response.status, address).toBe(404)
      expect(response.headers.get('content-security-policy')).toContain("script-src 'self'")
    }
  })

  it('tells the window to open what a second start was asked to open', () => {
    told.call('app:second-instance', {}, [], '', { path: '/other/game' })
    expect(told.contents.sent.map(message => decode(message as Uint8Array))).toContainEqual([
      'openPath',
      { path: '/other/game' },
    ])
  })

  it('opens it too where the window was not listening yet', async () => {
    expect(await ask(told.contents.mainFrame, encode(['hostInfo', []]))).toMatchObject({
      value: { path: '/other/game' },
    })
  })

  it('opens the file that macOS asks for, in the window or, where that is not there yet, with it', async () => {
    let prevented = 0
    told.call(
      'app:open-file',
      {
        preventDefault: () => {
          prevented++
        },
      },
      '/Users/a/Parkan.areal',
    )
    expect(prevented).toBe(1)
    expect(told.contents.sent.map(message => decode(message as Uint8Array))).toContainEqual([
      'openPath',
      { path: '/Users/a/Parkan.areal' },
    ])
    expect(await ask(told.contents.mainFrame, encode(['hostInfo', []]))).toMatchObject({
      value: { path: '/Users/a/Parkan.areal' },
    })
  })

  it('closes the service when it ends, not when a window may still refuse to close', async () => {
    const mark = join(userData, 'logs', `session-${process.pid}.json`)
    told.call('app:before-quit', {})
    expect(existsSync(mark)).toBe(true)
    const before = told.order.length
    let prevented = 0
    const event = { preventDefault: () => void prevented++ }
    told.call('app:will-quit', event)
    expect([prevented, told.order.slice(before)]).toEqual([1, []])
    await expect.poll(() => told.order.slice(before)).toEqual(['quit'])
    expect(existsSync(mark)).toBe(false)
    told.call('app:will-quit', event)
    expect(prevented).toBe(1)
  })

  it('shows a window that crashed again, and starts anew as a safe program after three times', async () => {
    const before = told.order.length
    const popOut = new told.BrowserWindow({})
    told.call('contents:render-process-gone', {}, { reason: 'clean-exit', exitCode: 0 })
    for (let time = 0; time < 3; time++)
      told.call('contents:render-process-gone', {}, { reason: 'crashed', exitCode: 139 })
    await expect.poll(() => told.order.slice(before)).toEqual(['reload', 'reload', 'relaunch', 'exit 0'])
    expect(told.BrowserWindow.open).not.toContain(popOut)
    expect(told.BrowserWindow.open).toHaveLength(1)
    expect(readFileSync(join(userData, 'logs/studio.log'), 'utf8')).toContain(
      "error the window's process ended: crashed 139",
    )
    expect(new Crashes(join(userData, 'crashes.json')).isSafe).toBe(true)
  })
})
