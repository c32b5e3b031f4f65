// What the plain scripts share: they run on a fresh machine, before any dependency is there.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..')
const NPM = process.platform === 'win32' ? 'npm.cmd' : 'npm'

/** Installs the dependencies of the lockfile where they are missing. */
export function installed() {
  if (existsSync(join(ROOT, 'node_modules', '.package-lock.json'))) return
  console.error('Installing the dependencies of package-lock.json (once)…')
  const done = spawnSync(NPM, ['ci', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: ROOT,
    stdio: ['ignore', 2, 2],
    shell: process.platform === 'win32',
  })
  if (done.status !== 0) fail('npm ci did not succeed; see its messages above')
}

/**
 * Runs one step to its end; returns whether it succeeded. Shows its output as it comes, or with `whole` when it has ended,
 * where steps run side by side.
 */
export function run(title, command, args, { whole = false, ...options } = {}) {
  const begun = Date.now()
  return new Promise(resolve => {
    const stdio = whole ? ['ignore', 'pipe', 'pipe'] : 'inherit'
    const child = spawn(command, args, { cwd: ROOT, stdio, ...options })
    const output = []
    child.stdout?.on('data', part => output.push(part))
    child.stderr?.on('data', part => output.push(part))
    child.on('error', error => {
      console.error(`${title}: ${error.message}`)
      resolve(false)
    })
    child.on('close', code => {
      process.stdout.write(Buffer.concat(output))
      console.log(`${code === 0 ? 'ok' : 'FAILED'}  ${title}  (${((Date.now() - begun) / 1000).toFixed(1)} s)`)
      resolve(code === 0)
    })
  })
}

/** Node options: a larger young generation, so that type checks and tests, whose objects are short-lived, spend less time in garbage collection. */
export const ROOM_FOR_YOUNG = ['--min-semi-space-size=32', '--max-semi-space-size=64']

/** A program of node_modules, run by this Node. */
export const tool = (title, file, args, options) =>
  run(title, process.execPath, [...ROOM_FOR_YOUNG, join(ROOT, 'node_modules', file), ...args], options)

/** A Chromium to test with: CHROME_PATH, an installed browser, or Playwright's own. */
export function findBrowser() {
  const known = [
    process.env.CHROME_PATH,
    // The same Chromium without windows of its own: a test takes a quarter less of the processor in it.
    '/usr/bin/chromium-headless-shell',
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    '/usr/bin/google-chrome',
    '/usr/bin/google-chrome-stable',
    '/usr/bin/microsoft-edge',
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
    ...['PROGRAMFILES', 'PROGRAMFILES(X86)', 'LOCALAPPDATA'].flatMap(name =>
      process.env[name]
        ? [
            join(process.env[name], 'Google/Chrome/Application/chrome.exe'),
            join(process.env[name], 'Microsoft/Edge/Application/msedge.exe'),
          ]
        : [],
    ),
  ]
  return known.find(path => path && existsSync(path))
}

export function fail(message) {
  console.error(message)
  process.exit(1)
}
