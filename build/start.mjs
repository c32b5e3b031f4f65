// `npm start [-- [--electron|--browser] [PATH]]`: sets up what is missing, then opens the studio: in Electron where that can run,
// else in a browser.
import { spawn } from 'node:child_process'
import { join, resolve } from 'node:path'
import { ready } from './built.mjs'
import { prepareElectron, startOptions } from './electron.mjs'
import { ROOT } from './steps.mjs'

const DIED_EARLY = 15_000
const stood = process.env.npm_lifecycle_event ? (process.env.INIT_CWD ?? process.cwd()) : process.cwd()
const { option, words } = startOptions(process.argv.slice(2))
const args = words.map((arg, i, all) => (isPath(arg, all[i - 1]) ? resolve(stood, arg) : arg))

ready()
const { program, reason } = await prepareElectron({
  folder: join(ROOT, 'node_modules/electron'),
  note: join(ROOT, 'out/electron-tried'),
  output: process.stderr,
  option,
  obstacle: findObstacle(),
  preference: findPreference(),
})
if (program !== undefined && (await runElectron())) process.exit()
await runBrowserHost(reason)

function isPath(arg, before) {
  return before === '--user-data' || (!arg.startsWith('-') && before !== '--port' && before !== '--sample')
}

/** Why a window of our own cannot open here; undefined where it can. */
function findObstacle() {
  if (!hasDisplay()) return 'there is no display'
  return process.platform === 'linux' && process.getuid() === 0 ? 'Electron does not run as root' : undefined
}

/** Why the environment wants no window of our own. */
function findPreference() {
  if (process.env.AREAL_HOST === 'browser') return 'AREAL_HOST=browser'
  return process.env.CI ? 'CI is set' : undefined
}

function hasDisplay() {
  return process.platform !== 'linux' || Boolean(process.env.DISPLAY || process.env.WAYLAND_DISPLAY)
}

/** Answers false where Electron could not show a window (a missing library, no sandbox): the browser serves then. */
function runElectron() {
  const begun = Date.now()
  return new Promise(done => {
    const child = spawn(program, [ROOT, ...args], { stdio: 'inherit' })
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
