// Electron for `npm start`: whether it is installed, when to fetch it, and the fetch. Plain Node.
import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { version as systemVersion } from 'node:os'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'

/** A failed fetch is repeated after this time, in ms. */
const RETRY_AFTER = 24 * 60 * 60 * 1000
/** A download without a byte for this time has stalled, in ms. */
const STALL_AFTER = 30_000
const OPTIONS = new Map([
  ['--electron', 'electron'],
  ['--browser', 'browser'],
])

/** Splits off `--electron` and `--browser`, the last one wins; the other words are for the studio. */
export function startOptions(words) {
  const option = words.flatMap(word => OPTIONS.get(word) ?? []).at(-1)
  return { option, words: words.filter(word => !OPTIONS.has(word)) }
}

/**
 * What `npm start` does: `{ action: 'run' | 'fetch' }`, or `{ action: 'browser', reason }`. `obstacle`: why no window
 * can open here. `preference`: why the browser is preferred, unless `--electron` is given. `lastTry`: the last failed
 * fetch, `{ version, time, reason }`; `now`: in ms like `time`.
 */
export function decide({ option, obstacle, preference, isInstalled, version, lastTry, now }) {
  const reason = option === 'browser' ? '--browser' : (obstacle ?? (option === undefined ? preference : undefined))
  if (reason !== undefined) return { action: 'browser', reason }
  if (isInstalled) return { action: 'run' }
  const age = lastTry?.version === version ? now - lastTry.time : NaN
  if (option === 'electron' || !(age >= 0 && age < RETRY_AFTER)) return { action: 'fetch' }
  const again = 'the next try is a day later, or now by `npm start -- --electron`'
  return { action: 'browser', reason: `Electron could not be fetched: ${lastTry.reason}; ${again}` }
}

/**
 * Decides, and fetches Electron where that is decided. Returns `{ program }`, or `{ reason }` where the browser is to be used.
 * `folder`: of the package `electron`. `note`: the file that keeps the last failed fetch. `output`: a stream for the progress.
 */
export async function prepareElectron({ folder, note, output, now = Date.now(), ...given }) {
  const version = readVersion(folder)
  const isInstalled = electronProgram(folder) !== undefined
  const obstacle = given.obstacle ?? (version === undefined ? 'the package electron is not installed' : undefined)
  const { action, reason } = decide({ ...given, obstacle, isInstalled, version, lastTry: readLastTry(note), now })
  if (action === 'browser') return { reason }
  if (action === 'run') return { program: electronProgram(folder) }
  try {
    output.write(`Fetching Electron ${version} (once; \`npm start -- --browser\` does without)…\n`)
    await fetchElectron({ folder, version, output, ...given })
    rmSync(note, { force: true })
    return { program: electronProgram(folder) }
  } catch (error) {
    const why = messageOf(error)
    mkdirSync(dirname(note), { recursive: true })
    writeFileSync(note, JSON.stringify({ version, time: now, reason: why }))
    return { reason: `Electron could not be fetched: ${why}` }
  }
}

/** The installed program; undefined where there is none. Never imports the package: that starts a download. */
export function electronProgram(folder) {
  try {
    const name = readFileSync(join(folder, 'path.txt'), 'utf8')
    const path = join(process.env.ELECTRON_OVERRIDE_DIST_PATH ?? join(folder, 'dist'), name)
    return existsSync(path) ? path : undefined
  } catch {
    return undefined
  }
}

function readVersion(folder) {
  try {
    return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')).version
  } catch {
    return undefined
  }
}

/**
 * Downloads into the cache of `@electron/get`, then runs the package's own install script, which finds the file there: only
 * this way the progress is known while the script keeps its rules for unpacking.
 */
async function fetchElectron({ folder, version, output, stallAfter = STALL_AFTER, startTimer = startRealTimer }) {
  const install = join(folder, 'install.js')
  const { downloadArtifact } = await import(pathToFileURL(createRequire(install).resolve('@electron/get')).href)
  const { env } = process
  const platform = env.ELECTRON_INSTALL_PLATFORM || env.npm_config_platform || process.platform
  const arch = env.ELECTRON_INSTALL_ARCH || env.npm_config_arch || machineArch()
  const hasRemoteChecksums = env.electron_use_remote_checksums || env.npm_config_electron_use_remote_checksums
  const progress = progressPrinter(output)
  const stall = stallWatch(stallAfter, startTimer)
  try {
    await downloadArtifact({
      version,
      artifactName: 'electron',
      platform,
      arch,
      force: env.force_no_cache === 'true',
      cacheRoot: env.electron_config_cache,
      checksums: hasRemoteChecksums ? undefined : JSON.parse(readFileSync(join(folder, 'checksums.json'), 'utf8')),
      downloadOptions: {
        quiet: true,
        signal: stall.signal,
        getProgressCallback: ({ transferred, total }) => {
          stall.restart()
          progress.show(transferred, total)
        },
      },
    })
  } catch (error) {
    throw stall.signal.aborted ? stall.signal.reason : error
  } finally {
    stall.stop()
    progress.end()
  }
  await runInstall(install, {
    ...env,
    ELECTRON_INSTALL_PLATFORM: platform,
    ELECTRON_INSTALL_ARCH: arch,
    npm_config_arch: arch, // keeps the script from choosing another one
    force_no_cache: '',
  })
  if (electronProgram(folder) === undefined) throw new Error('its install script left no program')
}

/** Node for Intel on a Mac with an ARM processor still wants Electron for ARM. */
function machineArch() {
  const isTranslated = process.platform === 'darwin' && process.arch === 'x64' && systemVersion().includes('ARM64')
  return isTranslated ? 'arm64' : process.arch
}

/** Aborts where `restart` is not called for a while. */
function stallWatch(stallAfter, startTimer) {
  const controller = new AbortController()
  const start = () =>
    startTimer(() => controller.abort(new Error(`no byte arrived for ${stallAfter / 1000} seconds`)), stallAfter)
  let stop = start()
  return {
    signal: controller.signal,
    restart() {
      stop()
      stop = start()
    },
    stop: () => stop(),
  }
}

function startRealTimer(call, delay) {
  const timer = setTimeout(call, delay)
  return () => clearTimeout(timer)
}

/** Per cent, or megabytes where the length is not known: in place on a terminal, else a line for every ten. */
function progressPrinter(output) {
  const step = output.isTTY ? 1 : 10
  let shown
  return {
    show(transferred, total) {
      const reached = Math.floor((total ? (100 * transferred) / total : transferred / 1e6) / step) * step
      if (reached === shown) return
      shown = reached
      const text = total ? `  ${reached} % of ${(total / 1e6).toFixed(1)} MB` : `  ${reached} MB`
      output.write(output.isTTY ? `\r${text}` : `${text}\n`)
    },
    end() {
      if (output.isTTY && shown !== undefined) output.write('\n')
    },
  }
}

function runInstall(script, env) {
  return new Promise((done, fail) => {
    const child = spawn(process.execPath, [script], { env, stdio: ['ignore', 'ignore', 'pipe'] })
    let said = ''
    child.stderr.on('data', bytes => {
      said += String(bytes)
    })
    child.on('error', fail)
    child.on('close', code => {
      const line = said.split('\n').find(text => text.includes('Error')) ?? `its install script ended with ${code}`
      if (code === 0) done()
      else fail(new Error(line))
    })
  })
}

/** `fetch failed` says nothing; its cause does. */
function messageOf(error) {
  const { message, cause } = error
  return cause?.message ? `${message} (${cause.message})` : message
}

function readLastTry(note) {
  try {
    const { version, time, reason } = JSON.parse(readFileSync(note, 'utf8'))
    return Number.isFinite(time) ? { version, time, reason: String(reason) } : undefined
  } catch {
    return undefined // none yet, or a note of an older build, which had no time
  }
}
