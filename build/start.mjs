// `npm start [-- PATH]`: sets up what is missing, then opens the studio: in Electron where that can run, else in a browser.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { ready } from './built.mjs'
import { ROOT } from './steps.mjs'

const ELECTRON = join(ROOT, 'node_modules/electron')
const TRIED = join(ROOT, 'out/electron-tried')
const FETCH_LIMIT = 180_000
const DIED_EARLY = 15_000
const stood = process.env.npm_lifecycle_event ? (process.env.INIT_CWD ?? process.cwd()) : process.cwd()
const args = process.argv.slice(2).map((arg, i, all) => (isPath(arg, all[i - 1]) ? resolve(stood, arg) : arg))

ready()
const why = reasonAgainstElectron()
if (why === undefined && (await runElectron())) process.exit()
await runBrowserHost(why)

function isPath(arg, before) {
  return before === '--user-data' || (!arg.startsWith('-') && before !== '--port')
}

/** Why a window of our own cannot be had here; undefined where it can. */
function reasonAgainstElectron() {
  if (process.env.AREAL_HOST === 'browser') return 'AREAL_HOST=browser'
  if (process.env.CI) return 'CI is set'
  if (!hasDisplay()) return 'there is no display'
  if (process.platform === 'linux' && process.getuid() === 0) return 'Electron does not run as root'
  return (electronBinary() ?? fetchElectron()) ? undefined : 'Electron is not installed and could not be fetched'
}

function hasDisplay() {
  return process.platform !== 'linux' || Boolean(process.env.DISPLAY || process.env.WAYLAND_DISPLAY)
}

/** Read from the package's own note, never by importing it: that starts a download. */
function electronBinary() {
  try {
    const name = readFileSync(join(ELECTRON, 'path.txt'), 'utf8')
    const path = join(process.env.ELECTRON_OVERRIDE_DIST_PATH ?? join(ELECTRON, 'dist'), name)
    return existsSync(path) ? path : undefined
  } catch {
    return undefined
  }
}

/** Tried once for each version of Electron; a firewall should not delay every start. */
function fetchElectron() {
  const { version } = JSON.parse(readFileSync(join(ELECTRON, 'package.json'), 'utf8'))
  if (existsSync(TRIED) && readFileSync(TRIED, 'utf8') === version) return undefined
  console.error(`Fetching Electron ${version} (once)…`)
  spawnSync(process.execPath, [join(ELECTRON, 'install.js')], { cwd: ROOT, stdio: 'ignore', timeout: FETCH_LIMIT })
  mkdirSync(join(ROOT, 'out'), { recursive: true })
  writeFileSync(TRIED, version)
  return electronBinary()
}

/** Answers false where Electron could not show a window (a missing library, no sandbox): the browser serves then. */
function runElectron() {
  const begun = Date.now()
  return new Promise(done => {
    const child = spawn(electronBinary(), [ROOT, ...args], { stdio: 'inherit' })
    pass(child)
    child.on('error', () => done(false))
    child.on('exit', (code, signal) => {
      const hasFailed =
        (code !== 0 || signal !== null) &&
        Date.now() - begun < DIED_EARLY &&
        signal !== 'SIGINT' &&
        signal !== 'SIGTERM'
      if (!hasFailed) process.exitCode = code ?? 0
      done(!hasFailed)
    })
  })
}

function runBrowserHost(reason) {
  console.error(`The studio opens in a browser (${reason ?? 'Electron could not show a window'}).`)
  const open = hasDisplay() && !process.env.CI && !args.includes('--no-open') ? ['--open'] : []
  const child = spawn(
    process.execPath,
    [join(ROOT, 'out/node/host.mjs'), ...open, ...args.filter(arg => arg !== '--no-open')],
    { stdio: 'inherit' },
  )
  pass(child)
  return new Promise(done =>
    child.on('exit', code => {
      process.exitCode = code ?? 0
      done()
    }),
  )
}

/** Ctrl+C reaches the child by itself where there is a terminal; a kill of this process must reach it too. */
function pass(child) {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.on(signal, () => {
      if (!process.stdin.isTTY || signal !== 'SIGINT') child.kill(signal)
    })
  }
}
