import { join } from 'node:path'
import {
  BrowserWindow,
  Menu,
  app,
  dialog,
  ipcMain,
  protocol,
  screen,
  session,
  type IpcMainEvent,
  type IpcMainInvokeEvent,
  type MessagePortMain,
  type Session,
  type WebContents,
} from 'electron'
import { CATALOGUES, createText } from '@areal-studio/core/messages'
import { decode, encode } from '@areal-studio/core/port'
import type { Reply } from '@areal-studio/core/studio'
import { readCommandLine } from './command-line'
import { Crashes } from './crashes'
import { floodGuard, MESSAGES_PER_SECOND, POP_OUTS } from '../service/budget'
import { defectText } from '../service/log'
import type { Recent } from '../service/host-api'
import { createService, type Service } from '../service/service'
import { APP_ID, showRecents } from './system-recents'
import { keepPrivate, portableFolder, userDataFolder } from '../node/user-data'
import { windowFile } from '../service/window-files'
import {
  BACKGROUND,
  CALL_CHANNEL,
  EVENT_CHANNEL,
  FOREIGN_ADDRESSES,
  GRANTED,
  POP_OUT_URL,
  PORT_CHANNEL,
  PRELOAD,
  SCHEME,
  SECURITY_HEADERS,
  WEB_PREFERENCES,
  WINDOW_SIZE,
  WINDOW_URL,
  isOwnAddress,
  isOwnContent,
} from '../service/window-options'

const begun = readCommandLine(process.argv, process.cwd(), app.isPackaged)
const userData = userDataFolder(begun.userData ?? (app.isPackaged ? portableFolder(process.execPath) : undefined))
const chromiumData = join(userData, 'electron')
keepPrivate(userData)
keepPrivate(chromiumData) // a folder that does not exist is refused
app.setPath('userData', chromiumData)
app.enableSandbox()
protocol.registerSchemesAsPrivileged([
  { scheme: SCHEME, privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true } },
])

/** A window that ran this long did not crash at its start, in ms. */
const SETTLED_AFTER = 60_000
/** The program ends after this time even if the service has not closed, in ms. */
const CLOSING_LIMIT = 5_000

const isFlood = floodGuard()
let window: BrowserWindow | undefined
/** Path to open: from the command line, a second start or macOS, possibly before the window listens. */
let opening = begun.path

/** As restricted as the window itself, and without a preload, as no program runs in it. */
const POP_OUT = {
  action: 'allow',
  overrideBrowserWindowOptions: {
    backgroundColor: BACKGROUND,
    autoHideMenuBar: true,
    webPreferences: { ...WEB_PREFERENCES },
  },
} as const

if (app.requestSingleInstanceLock({ path: begun.path })) {
  const crashes = new Crashes(join(userData, 'crashes.json'))
  if (crashes.isSafe) app.disableHardwareAcceleration()
  const service = createService({
    kind: 'electron',
    userData,
    get path() {
      return opening
    },
    sample: begun.sample,
    isSafe: crashes.isSafe,
    pickFolder: () => pickFolder(),
    quit: () => app.quit(),
  })
  process.on('uncaughtException', error => service.log.note(`defect: ${defectText(error)}`))
  process.on('unhandledRejection', error => service.log.note(`defect: ${defectText(error)}`))
  app.on('second-instance', (_, _line, _folder, data) => openAgain(data))
  app.on('open-file', (event, path) => {
    event.preventDefault()
    openAgain({ path })
  })
  app.on('window-all-closed', () => app.quit())
  app.on('before-quit', () => crashes.settled())
  closeBeforeEnd(service)
  app.on('web-contents-created', (_, contents) => {
    contents.on('will-navigate', event => event.preventDefault())
    contents.on('will-frame-navigate', event => event.preventDefault())
    contents.on('will-redirect', event => event.preventDefault())
    contents.on('will-attach-webview', event => event.preventDefault())
    contents.setWindowOpenHandler(({ url }) =>
      contents === window?.webContents && url === POP_OUT_URL && BrowserWindow.getAllWindows().length <= POP_OUTS
        ? POP_OUT
        : { action: 'deny' },
    )
    contents.on('did-create-window', bringOnScreen)
  })
  void app.whenReady().then(() => start(service, crashes))
} else app.quit()

/** Only when no window is left: until then a window may refuse to close, and the program continues. */
function closeBeforeEnd(service: Service): void {
  let isClosed = false
  app.on('will-quit', event => {
    if (isClosed) return
    event.preventDefault()
    const limit = new Promise<void>(done => setTimeout(done, CLOSING_LIMIT))
    void Promise.race([service.close().catch(() => undefined), limit]).then(() => {
      isClosed = true
      app.quit()
    })
  })
}

function start(service: Service, crashes: Crashes): void {
  Menu.setApplicationMenu(
    process.platform === 'darwin'
      ? Menu.buildFromTemplate([{ role: 'appMenu' }, { role: 'editMenu' }, { role: 'windowMenu' }])
      : null,
  )
  close(session.defaultSession)
  protocol.handle(SCHEME, request => serveFile(request.url))
  ipcMain.handle(CALL_CHANNEL, (event, message: unknown) => called(service, event, message))
  ipcMain.on(PORT_CHANNEL, event => {
    const [port] = event.ports
    if (port && isOwnFrame(event)) serve(service, port)
  })
  service.listen((event, payload) => tell(event, payload))
  if (process.platform === 'win32') app.setAppUserModelId(APP_ID)
  service.remembered.onRecents = recents => void showSystemRecents(service, recents)
  void service.remembered.recents().then(service.remembered.onRecents)
  window = createWindow(contents => watchCrashes(contents, service, crashes))
}

/**
 * A window whose process ended is reopened with its state; after three times in a row the program restarts in safe
 * mode.
 */
function watchCrashes(contents: WebContents, service: Service, crashes: Crashes): void {
  const settle = (): NodeJS.Timeout => setTimeout(() => crashes.settled(), SETTLED_AFTER).unref()
  let settling = settle()
  contents.on('render-process-gone', (_, { reason, exitCode }) => {
    if (reason === 'clean-exit') return
    clearTimeout(settling)
    service.log.note(`the window's process ended: ${reason} ${exitCode}`)
    const next = crashes.crashed()
    if (next === 'again') {
      settling = settle()
      closePopOuts()
      return contents.reload()
    }
    if (next === 'restart') app.relaunch()
    void service.close().finally(() => app.exit(next === 'restart' ? 0 : 1))
  })
}

/**
 * Denies all permissions but copying, all requests to other origins, and all downloads but those of the window itself.
 */
function close(own: Session): void {
  own.setPermissionRequestHandler((_, permission, answer) => answer(permission === GRANTED))
  own.setPermissionCheckHandler((_, permission) => permission === GRANTED)
  own.setDevicePermissionHandler(() => false)
  own.webRequest.onBeforeRequest({ urls: [...FOREIGN_ADDRESSES] }, (_, answer) => answer({ cancel: true }))
  own.on('will-download', (event, item) => {
    if (!isOwnContent(item.getURL())) event.preventDefault()
  })
}

function createWindow(watch: (contents: WebContents) => void): BrowserWindow {
  const created = new BrowserWindow({
    ...WINDOW_SIZE,
    backgroundColor: BACKGROUND,
    show: false,
    title: 'Areal Studio',
    webPreferences: { ...WEB_PREFERENCES, preload: join(import.meta.dirname, PRELOAD) },
  })
  created.once('ready-to-show', () => created.show())
  created.on('closed', () => {
    window = undefined
    closePopOuts()
  })
  watch(created.webContents)
  void created.loadURL(WINDOW_URL)
  return created
}

/** Pop-outs are drawn by the window's own program and cannot exist without it. */
function closePopOuts(): void {
  for (const other of BrowserWindow.getAllWindows()) if (other !== window) other.destroy()
}

/** A popped-out pane whose screen was removed is moved to the nearest one (L-04). */
function bringOnScreen(popOut: BrowserWindow): void {
  const { x, y, width, height } = popOut.getBounds()
  const room = screen.getDisplayMatching(popOut.getBounds()).workArea
  const isSeen = x < room.x + room.width && x + width > room.x && y >= room.y && y < room.y + room.height
  if (!isSeen)
    popOut.setBounds({
      x: room.x,
      y: room.y,
      width: Math.min(width, room.width),
      height: Math.min(height, room.height),
    })
}

/** One call, one reply. Only calls of the main frame of the own window are accepted. */
async function called(service: Service, event: IpcMainInvokeEvent, message: unknown): Promise<Uint8Array> {
  if (!isOwnFrame(event)) return encode({ ok: false, code: 'ipc.foreign-sender', params: {} })
  try {
    return encode(await run(service, message instanceof Uint8Array ? decode(message) : undefined))
  } catch (error) {
    service.log.note(`message: ${defectText(error)}`)
    return encode({ ok: false, code: 'port.malformed', params: { offset: 0 } })
  }
}

/** Whether a message was sent by the main frame of the own window. */
function isOwnFrame({ senderFrame: frame }: IpcMainInvokeEvent | IpcMainEvent): boolean {
  return window !== undefined && frame !== null && frame === window.webContents.mainFrame && isOwnAddress(frame.url)
}

/** Runs a decoded call `[method, args]`. Throws where it is none. */
async function run(service: Service, call: unknown): Promise<Reply> {
  if (isFlood()) return { ok: false, code: 'ipc.too-many', params: { limit: MESSAGES_PER_SECOND } }
  if (!Array.isArray(call) || typeof call[0] !== 'string' || !Array.isArray(call[1])) throw new TypeError('not a call')
  return service.call(call[0], call[1])
}

/** Serves a worker of the window. Messages are `[number, method, args]`, and `[number, reply]`. */
function serve(service: Service, port: MessagePortMain): void {
  const reply = async (message: unknown): Promise<void> => {
    try {
      const call = message instanceof Uint8Array ? decode(message) : undefined
      if (!Array.isArray(call) || typeof call[0] !== 'number') throw new TypeError('not a call')
      port.postMessage(encode([call[0], await run(service, call.slice(1))]))
    } catch (error) {
      service.log.note(`message of a worker: ${defectText(error)}`)
      port.close()
    }
  }
  port.on('message', ({ data }) => void reply(data))
  port.start()
}

async function serveFile(address: string): Promise<Response> {
  const file = isOwnAddress(address) ? await windowFile(new URL(address).pathname) : undefined
  if (file === undefined) return new Response('404', { status: 404, headers: SECURITY_HEADERS })
  return new Response(new Uint8Array(file.bytes), { headers: { ...SECURITY_HEADERS, 'Content-Type': file.type } })
}

function tell(event: string, payload: unknown): void {
  if (window !== undefined && !window.webContents.isDestroyed())
    window.webContents.send(EVENT_CHANNEL, encode([event, payload]))
}

/** A second start of the program: raises this window and opens the path in the arguments. */
function openAgain(data: unknown): void {
  if (window?.isMinimized() === true) window.restore()
  window?.focus()
  const path = typeof data === 'object' && data !== null && 'path' in data ? data.path : ''
  if (typeof path !== 'string' || path === '') return
  opening = path
  tell('openPath', { path })
}

/** Sends the list of recent folders to the system. */
async function showSystemRecents(service: Service, recents: readonly Recent[]): Promise<void> {
  const { language } = await service.remembered.settings()
  const text = createText(
    language === 'ru' || (language === undefined && app.getLocale().startsWith('ru')) ? 'ru' : 'en',
    CATALOGUES,
  )
  await showRecents(recents, {
    platform: process.platform,
    program: process.execPath,
    words: [
      ...(app.isPackaged ? [] : [app.getAppPath()]),
      ...(begun.userData === undefined ? [] : ['--user-data', begun.userData]),
    ],
    removed: () => app.getJumpListSettings().removedItems,
    setJumpList: items => {
      const result = app.setJumpList(
        items.length === 0 ? [] : [{ type: 'custom', name: text.say('ui.start.recent'), items: [...items] }],
      )
      // The user may have disabled such lists in Windows.
      if (result !== 'ok' && result !== 'customCategoryAccessDeniedError') service.log.note(`jump list: ${result}`)
    },
    setDockMenu: items => app.dock?.setMenu(Menu.buildFromTemplate([...items])),
    open: path => openAgain({ path }),
    forget: path => service.remembered.setRecent(path, { isForgotten: true }),
  })
}

async function pickFolder(): Promise<string | null> {
  const options = { properties: ['openDirectory' as const, 'dontAddToRecent' as const] }
  const picked = await (window === undefined ? dialog.showOpenDialog(options) : dialog.showOpenDialog(window, options))
  return picked.filePaths[0] ?? null
}
