import { spawn, type ChildProcess } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { cpSync, existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { pathToFileURL } from 'node:url'
import { _electron, chromium, type Browser, type ElectronApplication, type Page } from '@playwright/test'
import { sampleInstall } from '@areal-studio/core/families/parkan/sample'
import { sampleInstallFolder } from '../electron/service/sample-install'
import { SHORT_LIFE } from '../electron/service/short-life.fixture'

export const ROOT = join(import.meta.dirname, '..')
const ELECTRON = join(ROOT, 'node_modules/electron/path.txt')
/** One token for all hosts of a run, so that a restarted one knows its window. */
const TOKEN = randomBytes(32).toString('hex')
const FLAGS = [
  '--no-sandbox',
  '--disable-quic',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  '--use-angle=swiftshader',
  '--enable-unsafe-swiftshader',
  '--force-color-profile=srgb',
  // Only WebGL is drawn by SwiftShader then; pages by the browser itself, for a third of the time.
  '--disable-gpu-compositing',
]

/** One running studio with a user-data folder of its own, in Electron where its binary is, else in a browser. */
export interface Running {
  readonly page: Page
  readonly userData: string
  /** What the window said on its console as an error. */
  readonly complaints: readonly string[]
  /** Ends the host under the window, and starts it again at the same address (browser host only). */
  cutOff?(): Promise<void>
  /** `isOther`: as a start that knows nothing of the window; returns the address it prints. */
  comeBack?(isOther?: boolean): Promise<string>
  /** Ends the host as `kill -9` does, and its window (browser host only). */
  kill?(): Promise<void>
  close(): Promise<void>
}

export interface Starting {
  /** '' opens the bundled sample install. */
  readonly install?: string
  /** As at the very first start: no language is chosen, and the sample install is not put into the user-data folder beforehand. */
  readonly isFirst?: boolean
  readonly userData?: string
  /** A folder whose disk takes its time (browser host only). */
  readonly slow?: string
  /** Another build of the studio and the family whose sample it opens (always in a browser). */
  readonly other?: { readonly program: string; readonly sample: string }
  readonly width?: number
  readonly height?: number
  readonly language?: 'en' | 'ru'
  readonly theme?: 'dark' | 'light' | 'contrast'
}

/** An empty folder below the system's temporary one. */
export const freshFolder = (): string => mkdtempSync(join(tmpdir(), 'areal-e2e-'))

export async function startStudio(starting: Starting = {}): Promise<Running> {
  const userData = starting.userData ?? freshFolder()
  if (!starting.install && !starting.other && starting.isFirst !== true) await putSample(userData)
  return existsSync(ELECTRON) && !starting.other ? startElectron(starting, userData) : startBrowser(starting, userData)
}

/** One browser for all specs of a worker; each window has a context of its own, which shares nothing with others. */
let browser: Promise<Browser> | undefined

async function startBrowser(starting: Starting, userData: string): Promise<Running> {
  let { host, url } = await serve(starting.install ?? '', userData, '0', starting.slow, TOKEN, starting.other)
  browser ??= chromium.launch({ executablePath: browserPath(), args: FLAGS })
  const context = await (await browser).newContext({
    viewport: { width: starting.width ?? 1280, height: starting.height ?? 720 },
    locale: 'en-US',
  })
  const page = await context.newPage()
  const complaints = listenToConsole(page)
  await slowDown(page)
  await page.addInitScript(prepared => {
    for (const [key, value] of Object.entries(prepared)) localStorage.setItem(key, value)
  }, preparedSettings(starting))
  await page.goto(url)
  return {
    page,
    userData,
    complaints,
    cutOff: () => ended(host),
    async comeBack(isOther = false) {
      const token = isOther ? randomBytes(32).toString('hex') : TOKEN
      ;({ host, url } = await serve(starting.install ?? '', userData, new URL(url).port, undefined, token))
      return url
    },
    async kill() {
      await ended(host, 'SIGKILL')
      await context.close()
    },
    async close() {
      await context.close()
      await ended(host)
    },
  }
}

/** Divides the speed of the page's processor by `E2E_SLOWDOWN`: what only passes on a fast machine fails then. */
async function slowDown(page: Page): Promise<void> {
  const rate = Number(process.env['E2E_SLOWDOWN'] ?? 1)
  if (rate > 1) await (await page.context().newCDPSession(page)).send('Emulation.setCPUThrottlingRate', { rate })
}

async function startElectron(starting: Starting, userData: string): Promise<Running> {
  const app: ElectronApplication = await _electron.launch({
    args: [ROOT, '--user-data', userData, ...(starting.install ? [starting.install] : [])],
  })
  const page = await app.firstWindow()
  const complaints = listenToConsole(page)
  await page.setViewportSize({ width: starting.width ?? 1280, height: starting.height ?? 720 })
  await page.evaluate(prepared => {
    for (const [key, value] of Object.entries(prepared)) localStorage.setItem(key, value)
  }, preparedSettings(starting))
  await page.reload()
  return { page, userData, complaints, close: () => app.close() }
}

function preparedSettings(starting: Starting): Record<string, string> {
  return {
    ...(starting.isFirst !== true && { 'areal-studio.language': JSON.stringify(starting.language ?? 'en') }),
    'areal-studio.theme': JSON.stringify(starting.theme ?? 'dark'),
  }
}

function listenToConsole(page: Page): string[] {
  const complaints: string[] = []
  page.on('console', message => {
    if (message.type() === 'error') complaints.push(message.text())
  })
  page.on('pageerror', error => complaints.push(String(error)))
  return complaints
}

/** The browser host as a process of its own; resolves when it has printed its address. */
export function serve(
  install: string,
  userData: string,
  port = '0',
  slow?: string,
  token = TOKEN,
  other?: Starting['other'],
): Promise<{ host: ChildProcess; url: string }> {
  const before = slow === undefined ? [] : ['--import', pathToFileURL(join(import.meta.dirname, 'slow-disk.mjs')).href]
  const host = spawn(
    process.execPath,
    [
      ...SHORT_LIFE,
      ...before,
      join(other?.program ?? ROOT, 'out/node/host.mjs'),
      '--port',
      port,
      '--user-data',
      userData,
      ...(other ? ['--sample', other.sample] : []),
      ...(install ? [install] : []),
    ],
    {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, AREAL_TOKEN: token, ...(slow !== undefined && { AREAL_SLOW: slow }) },
    },
  )
  return new Promise((resolve, reject) => {
    let said = ''
    const hear = (chunk: Buffer): void => {
      said += chunk.toString()
      const url = /http:\/\/\S+/.exec(said)?.[0]
      if (url) resolve({ host, url })
    }
    host.stdout.on('data', hear)
    host.stderr.on('data', hear)
    host.on('exit', code => reject(new Error(`the host ended with ${code}: ${said}`)))
  })
}

async function ended(host: ChildProcess, signal?: 'SIGKILL'): Promise<void> {
  if (host.exitCode !== null || host.signalCode !== null) return
  host.removeAllListeners('exit')
  const end = new Promise(resolve => host.once('exit', resolve))
  host.kill(signal)
  await end
}

function browserPath(): string {
  const path = [
    process.env['CHROME_PATH'],
    '/usr/bin/chromium-headless-shell',
    '/usr/bin/chromium',
    '/usr/bin/google-chrome',
    chromium.executablePath(),
  ].find(known => known && existsSync(known))
  if (!path) throw new Error('no browser: set CHROME_PATH')
  return path
}

/** The areals of the sample's map, as the window and the command line name them. */
export const MAP = 'DATA/MAPS/SC_1/Land.map!#0'

/** Brings an areal into view and clicks it in the map, as a modder would; returns where it is on the page. */
export async function selectAreal(page: Page, areal: number): Promise<{ readonly x: number; readonly y: number }> {
  await page.getByTestId('legend').waitFor()
  const seen = (): Promise<{ readonly x: number; readonly y: number } | null> =>
    page.evaluate(async record => {
      window.arealProbe?.frame?.([record])
      await new Promise(done => setTimeout(done, 500))
      return window.arealProbe?.project?.(record) ?? null
    }, areal)
  // A map that was just chosen is being read: until it is drawn the one before it is there, which may have fewer areals.
  let place = await seen()
  for (let tries = 0; !place && tries < 20; tries++) place = await seen()
  if (!place) throw new Error(`areal ${areal} is not seen`)
  await page.mouse.click(place.x, place.y)
  await page
    .getByTestId('form-title')
    .getByText(new RegExp(`\\b${areal}$`))
    .waitFor()
  return place
}

/** Runs the command line; returns its exit code and output. */
export function areal(
  args: readonly string[],
  options: { readonly input?: Buffer; readonly userData?: string; readonly program?: string } = {},
): Promise<{ code: number; out: Buffer; err: string }> {
  const child = spawn(process.execPath, [...SHORT_LIFE, join(options.program ?? ROOT, 'out/node/areal.mjs'), ...args], {
    env: { ...process.env, ...(options.userData && { AREAL_USER_DATA: options.userData }) },
  })
  const out: Buffer[] = []
  let err = ''
  child.stdout.on('data', (chunk: Buffer) => out.push(chunk))
  child.stderr.on('data', (chunk: Buffer) => {
    err += chunk.toString()
  })
  child.stdin.end(options.input)
  return new Promise(resolve => child.on('exit', code => resolve({ code: code ?? -1, out: Buffer.concat(out), err })))
}

/** SHA-256 of every file of a folder, by relative path: two folders are equal when these are. One that goes while it is read is none. */
export function fingerprints(folder: string): Record<string, string> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter(item => item.isFile())
  return Object.fromEntries(
    files
      .map(item => join(item.parentPath, item.name))
      .flatMap(path =>
        existsSync(path)
          ? [[relative(folder, path), createHash('sha256').update(readFileSync(path)).digest('hex')] as const]
          : [],
      )
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  )
}

/** A copy of an install that a test may deploy into. */
export function copyOf(install: string): string {
  const copy = join(freshFolder(), 'Parkan')
  cpSync(install, copy, { recursive: true })
  return copy
}

/** A copy of the bundled sample install with archives that end after their first word: each is a problem or more. */
export async function damagedSample(archives: number): Promise<string> {
  const copy = copyOf(await sampleFolder())
  for (let i = 0; i < archives; i++) writeFileSync(join(copy, `cut${i}.lib`), 'NRes')
  return copy
}

let sample: Promise<string> | undefined

/** The bundled sample install, written once for a worker: a test that changes it takes a copy. */
export function sampleFolder(): Promise<string> {
  sample ??= writeSample()
  return sample
}

async function writeSample(): Promise<string> {
  const folder = freshFolder()
  process.once('exit', () => removeFolder(folder))
  return sampleInstallFolder(folder, { title: 'Parkan', sample: () => Promise.resolve(sampleInstall()) })
}

/** Where a host searches the sample install; an existing one is kept. */
export async function putSample(userData: string): Promise<string> {
  const folder = join(userData, 'sample/Parkan')
  if (!existsSync(folder)) cpSync(await sampleFolder(), folder, { recursive: true })
  return folder
}

export const removeFolder = (folder: string): void => rmSync(folder, { recursive: true, force: true })
