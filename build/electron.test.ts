import { createHash } from 'node:crypto'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { zipSync } from 'fflate'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

interface LastTry {
  readonly version: string
  readonly time: number
  readonly reason: string
}
interface Wishes {
  readonly option?: 'electron' | 'browser'
  readonly obstacle?: string
  readonly preference?: string
}
interface Known extends Wishes {
  readonly isInstalled: boolean
  readonly version: string
  readonly lastTry?: LastTry
  readonly now: number
}
interface Places extends Wishes {
  readonly folder: string
  readonly note: string
  readonly output: { readonly isTTY?: boolean; write(text: string): void }
  readonly now?: number
  readonly stallAfter?: number
  readonly startTimer?: (call: () => void, delay: number) => () => void
}
const { decide, electronProgram, prepareElectron, startOptions } = (await import(
  new URL('electron.mjs', import.meta.url).href
)) as {
  decide(known: Known): { action: 'run' | 'fetch' | 'browser'; reason?: string }
  electronProgram(folder: string): string | undefined
  prepareElectron(places: Places): Promise<{ program?: string; reason?: string }>
  startOptions(words: readonly string[]): { option?: 'electron' | 'browser'; words: readonly string[] }
}

const DAY = 24 * 60 * 60 * 1000
const NOW = Date.UTC(2026, 0, 10)

describe('the options of npm start', () => {
  it('are taken out of the words for the studio, the last one wins', () => {
    expect(startOptions(['--electron', '/game', '--user-data', 'x'])).toEqual({
      option: 'electron',
      words: ['/game', '--user-data', 'x'],
    })
    expect(startOptions(['--electron', '--browser']).option).toBe('browser')
    expect(startOptions(['constructor'])).toEqual({ option: undefined, words: ['constructor'] })
  })
})

describe('what npm start does', () => {
  const known: Known = { isInstalled: false, version: '2.0.0', now: NOW }
  const failed = (ago: number, version = '2.0.0'): LastTry => ({ version, time: NOW - ago, reason: 'offline' })

  it('runs Electron where it is installed and fetches it where it is not', () => {
    expect(decide({ ...known, isInstalled: true })).toEqual({ action: 'run' })
    expect(decide({ ...known, isInstalled: true, lastTry: failed(1) })).toEqual({ action: 'run' })
    expect(decide(known)).toEqual({ action: 'fetch' })
  })

  it('repeats a failed fetch after a day, for another version, or where the clock was wrong', () => {
    expect(decide({ ...known, lastTry: failed(DAY - 1) })).toMatchObject({
      action: 'browser',
      reason: expect.stringMatching(/offline.*npm start -- --electron/) as string,
    })
    for (const lastTry of [failed(DAY), failed(1, '1.0.0'), failed(-1)])
      expect(decide({ ...known, lastTry }).action, JSON.stringify(lastTry)).toBe('fetch')
  })

  it('repeats it at once with --electron, which no wish of the environment overrules', () => {
    for (const preference of [undefined, 'CI is set'])
      expect(
        decide({ ...known, option: 'electron', lastTry: failed(1), ...(preference && { preference }) }).action,
      ).toBe('fetch')
  })

  it('uses the browser with --browser, where the environment wants it, or where no window can open', () => {
    const one = { ...known, isInstalled: true }
    expect(decide({ ...one, option: 'browser' })).toEqual({ action: 'browser', reason: '--browser' })
    expect(decide({ ...one, preference: 'CI is set' })).toEqual({ action: 'browser', reason: 'CI is set' })
    for (const option of ['electron', undefined] as const)
      expect(decide({ ...one, ...(option && { option }), obstacle: 'no display' })).toEqual({
        action: 'browser',
        reason: 'no display',
      })
  })
})

describe('fetching Electron', () => {
  const PACKAGE = join(import.meta.dirname, '../node_modules/electron')
  const MODULES = join(PACKAGE, '..')
  const { version } = JSON.parse(readFileSync(join(PACKAGE, 'package.json'), 'utf8')) as { version: string }
  const FILE = `electron-v${version}-linux-x64.zip`
  const zip = Buffer.from(
    zipSync({ electron: Buffer.alloc(400_000, 'program'), version: Buffer.from(version) }, { level: 0 }),
  )
  let folder: string
  let places: Places
  let requests: string[]
  let answer: RequestListener
  let server: Server
  let printed: string
  /** Called for each piece of progress. */
  let onProgress: () => void

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'areal-electron-'))
    const copy = join(folder, 'node_modules/electron')
    mkdirSync(copy, { recursive: true })
    for (const name of ['install.js', 'package.json']) cpSync(join(PACKAGE, name), join(copy, name))
    for (const name of ['@electron', '@electron-internal'])
      symlinkSync(join(MODULES, name), join(folder, 'node_modules', name), 'junction')
    const hash = createHash('sha256').update(zip).digest('hex')
    writeFileSync(join(copy, 'checksums.json'), JSON.stringify({ [FILE]: hash }))
    requests = []
    printed = ''
    onProgress = () => undefined
    answer = (_, response) => response.setHeader('content-length', zip.length).end(zip)
    server = createServer((request, response) => {
      requests.push(request.url ?? '')
      answer(request, response)
    })
    await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
    vi.stubEnv('ELECTRON_MIRROR', `http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
    vi.stubEnv('electron_config_cache', join(folder, 'cache'))
    vi.stubEnv('ELECTRON_INSTALL_PLATFORM', 'linux')
    vi.stubEnv('ELECTRON_INSTALL_ARCH', 'x64')
    places = {
      folder: copy,
      note: join(folder, 'out/electron-tried'),
      now: NOW,
      output: {
        write: text => {
          printed += text
          if (text.includes('%') || text.includes('MB')) onProgress()
        },
      },
    }
  })
  afterEach(async () => {
    vi.unstubAllEnvs()
    server.closeAllConnections()
    await new Promise(done => server.close(done))
    rmSync(folder, { recursive: true, force: true })
  })
  const lastTry = (): unknown => (existsSync(places.note) ? JSON.parse(readFileSync(places.note, 'utf8')) : undefined)
  const refuse: RequestListener = (_, response) => response.writeHead(503).end()

  it('installs the program, prints the progress and leaves no note; the next start downloads nothing', async () => {
    const { program } = await prepareElectron(places)
    expect(program).toBe(join(places.folder, 'dist/electron'))
    expect(electronProgram(places.folder)).toBe(program)
    expect(requests).toEqual([`/v${version}/${FILE}`])
    expect(printed).toContain(`Fetching Electron ${version}`)
    expect(printed).toContain('  100 % of 0.4 MB\n')
    expect(lastTry()).toBeUndefined()
    expect((await prepareElectron(places)).program).toBe(program)
    expect(requests).toHaveLength(1)
  })

  it('prints megabytes where the length is not known, and in place on a terminal', async () => {
    answer = (_, response) => {
      response.flushHeaders()
      response.end(zip)
    }
    const output = { ...places.output, isTTY: true }
    expect((await prepareElectron({ ...places, output })).program).toBeDefined()
    expect(printed).toContain('\r  0 MB\n')
  })

  it('does not cut a slow but steady download off, however long it lasts', async () => {
    let clock = 0
    const timers = new Map<() => void, number>()
    const pass = (time: number): void => {
      clock += time
      for (const [call, end] of [...timers]) if (clock >= end) call()
    }
    const startTimer: Places['startTimer'] = (call, delay) => {
      timers.set(call, clock + delay)
      return () => timers.delete(call)
    }
    // The next tenth leaves the server when the one before has been counted, nine tenths of the limit later.
    answer = (_, response) => {
      response.setHeader('content-length', zip.length)
      let sent = 0
      onProgress = () => {
        pass(27_000)
        if (sent === zip.length) return
        const end = Math.min(zip.length, sent + Math.ceil(zip.length / 10))
        response.write(zip.subarray(sent, end))
        sent = end
        if (sent === zip.length) response.end()
      }
      onProgress()
    }
    expect((await prepareElectron({ ...places, startTimer })).program).toBeDefined()
    expect(clock).toBeGreaterThan(180_000)
    expect(timers.size).toBe(0)
  })

  it.each(['before its first byte', 'in the middle'])('ends a download that stalls %s, with a message', async where => {
    answer = (_, response) => {
      response.setHeader('content-length', zip.length).flushHeaders()
      if (where === 'in the middle') response.write(zip.subarray(0, zip.length / 2))
    }
    const { program, reason } = await prepareElectron({ ...places, stallAfter: 300 })
    expect(program).toBeUndefined()
    expect(reason).toBe('Electron could not be fetched: no byte arrived for 0.3 seconds')
    expect(lastTry()).toEqual({ version, time: NOW, reason: 'no byte arrived for 0.3 seconds' })
  })

  it('remembers a failure for a day', async () => {
    answer = refuse
    expect((await prepareElectron(places)).reason).toContain('503')
    expect((await prepareElectron({ ...places, now: NOW + DAY - 1 })).reason).toContain('503')
    expect(requests).toHaveLength(1)
    answer = (_, response) => response.end(zip)
    expect((await prepareElectron({ ...places, now: NOW + DAY })).program).toBeDefined()
    expect(requests).toHaveLength(2)
    expect(lastTry()).toBeUndefined()
  })

  it('repeats a failed fetch at once with --electron', async () => {
    answer = refuse
    await prepareElectron(places)
    expect((await prepareElectron({ ...places, option: 'electron' })).reason).toContain('503')
    expect(requests).toHaveLength(2)
  })

  it('does not begin with --browser, or without the package', async () => {
    expect(await prepareElectron({ ...places, option: 'browser' })).toEqual({ reason: '--browser' })
    expect((await prepareElectron({ ...places, folder: join(folder, 'none') })).reason).toContain('not installed')
    expect([requests, printed, lastTry()]).toEqual([[], '', undefined])
  })

  it('repeats the fetch at once where the note is of an older build, and says why a connection failed', async () => {
    mkdirSync(join(folder, 'out'))
    writeFileSync(places.note, version)
    vi.stubEnv('ELECTRON_MIRROR', 'http://127.0.0.1:1/')
    expect((await prepareElectron(places)).reason).toMatch(/fetch failed \(.+\)/)
    expect(lastTry()).toMatchObject({ version, time: NOW })
  })

  it('takes no file whose checksum is wrong', async () => {
    answer = (_, response) => response.end(Buffer.concat([zip, Buffer.from([0])]))
    expect((await prepareElectron(places)).reason).toMatch(/checksum/i)
    expect(electronProgram(places.folder)).toBeUndefined()
  })
})
