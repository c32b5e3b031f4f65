import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { compileFunction } from 'node:vm'
import { build, type InlineConfig } from 'vite'
import { describe, expect, it } from 'vitest'
import { CONTENT_POLICY, PRELOAD, SECURITY_HEADERS, WEB_PREFERENCES, WINDOW_URL, isOwnAddress } from './window-options'

const source = (name: string): string => readFileSync(join(import.meta.dirname, name), 'utf8')

describe('window', () => {
  it('has a sandbox and no Node', () => {
    expect(WEB_PREFERENCES).toMatchObject({
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      nodeIntegrationInWorker: false,
      nodeIntegrationInSubFrames: false,
      webSecurity: true,
      webviewTag: false,
      allowRunningInsecureContent: false,
      experimentalFeatures: false,
    })
    expect(Object.keys(WEB_PREFERENCES)).not.toContain('enableBlinkFeatures')
  })

  it('loads scripts of its own only, and evaluates nothing', () => {
    expect(CONTENT_POLICY).toContain("default-src 'self'; script-src 'self'; worker-src 'self'")
    expect(CONTENT_POLICY).toContain("object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'")
    expect(CONTENT_POLICY).not.toMatch(/unsafe-eval|https?:|\*/)
    expect(SECURITY_HEADERS['Content-Security-Policy']).toBe(CONTENT_POLICY)
  })

  it('knows its own addresses', () => {
    expect(isOwnAddress(WINDOW_URL)).toBe(true)
    for (const address of [
      'https://studio/index.html',
      'areal://other/',
      'file:///etc/passwd',
      'nonsense',
      'areal:studio',
    ]) {
      expect(isOwnAddress(address), address).toBe(false)
    }
  })

  it('declares its options in a file that imports nothing', () => {
    expect(source('window-options.ts')).not.toMatch(/\bimport\b/)
  })

  it('is made with these options, refuses other pages, other windows and permissions', () => {
    const main = source('../main/main.ts')
    for (const words of [
      '...WEB_PREFERENCES',
      "'will-navigate'",
      'setWindowOpenHandler',
      'setPermissionRequestHandler',
      'senderFrame',
      'requestSingleInstanceLock',
    ]) {
      expect(main).toContain(words)
    }
    expect(main).not.toMatch(/loadFile|file:|shell\.openExternal|executeJavaScript/)
  })
})

describe('preload', () => {
  it('is one CommonJS file that gives the window five functions', async () => {
    const { programs } = (await import(new URL('../../build/vite.config.mjs', import.meta.url).href)) as {
      programs: readonly InlineConfig[]
    }
    const config = programs.find(({ build: { rolldownOptions: { input } = {} } = {} }) =>
      Object.keys(typeof input === 'object' ? input : {}).includes('preload'),
    )
    expect(PRELOAD).toBe('preload.cjs')
    if (!config) throw new Error('no preload is built')
    const built = await build({ ...config, build: { ...config.build, write: false } })
    const outputs = 'output' in built ? built.output : []
    const [chunk] = outputs
    if (outputs.length !== 1 || chunk?.type !== 'chunk') throw new Error('the preload is not one file')
    expect(chunk.fileName).toBe(PRELOAD)
    expect(chunk.code).not.toMatch(/^\s*(?:import|export)\b/m)

    const exposed = new Map<string, object>()
    const calls: unknown[][] = []
    const electron = {
      contextBridge: { exposeInMainWorld: (name: string, bridge: object) => exposed.set(name, bridge) },
      ipcRenderer: {
        invoke: (...args: unknown[]) => calls.push(args),
        postMessage: (channel: string, message: unknown, ports: readonly unknown[]) =>
          calls.push([channel, message, ports.length]),
        on: () => undefined,
        removeListener: () => undefined,
      },
      webFrame: { setZoomFactor: () => undefined },
      webUtils: { getPathForFile: () => '/x' },
    }
    const required: string[] = []
    const posted: string[] = []
    const postMessage = (message: string, origin: string, ports: readonly MessagePort[]): void => {
      posted.push(`${message} ${origin}`)
      for (const port of ports) port.close()
    }
    runCommonJs(
      chunk.code,
      name => {
        required.push(name)
        return electron
      },
      postMessage,
    )
    expect(required).toEqual(['electron'])
    expect([...exposed.keys()]).toEqual(['arealBridge'])
    expect(Object.keys(exposed.get('arealBridge') ?? {}).sort()).toEqual(['call', 'dial', 'listen', 'pathOf', 'zoom'])
    const { call, dial } = exposed.get('arealBridge') as {
      call(message: unknown, channel?: string): void
      dial(channel?: string): void
    }
    call('message', 'other-channel')
    dial('other-channel')
    expect(calls).toEqual([
      ['areal:call', 'message'],
      ['areal:port', null, 1],
    ])
    expect(posted).toEqual(['areal:port *'])
  }, 120_000)
})

/** Runs a script as Node does a CommonJS module, with a `require` and the page's `postMessage` of ours. */
function runCommonJs(code: string, require: (name: string) => unknown, postMessage: unknown): void {
  const run = compileFunction(code, ['require', 'exports', 'module', 'postMessage'])
  Reflect.apply(run, undefined, [require, {}, { exports: {} }, postMessage])
}
