import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { systemCode } from './file-errors'

/** Longest wait for the system, in milliseconds; a process of unknown state counts as running. */
const PATIENCE = 5000
/**
 * Tolerance in milliseconds for two start times of one process on macOS or Windows: the system's and Node's differ
 * slightly.
 */
const TOLERANCE = 5000
/** Cache time in milliseconds, because a query on macOS or Windows takes up to half a second. */
const REMEMBERED = 2000

/** Start of this process: on Linux in ticks since the start of the system, elsewhere in milliseconds since 1970. */
export const ownStart = (): string | undefined =>
  process.platform === 'linux' ? linuxStart(process.pid) : String(Math.round(Date.now() - process.uptime() * 1000))

/** Whether the process with this number is running and, as far as the system knows, started at that time. */
export async function isRunning(pid: number, started: string | undefined): Promise<boolean> {
  if (!Number.isInteger(pid) || pid <= 0 || !isThere(pid)) return false
  if (started === undefined) return true
  const now = process.platform === 'linux' ? linuxStart(pid) : await askedStart(pid)
  return now === undefined || isSameStart(started, now)
}

/** A process that must not be signalled exists nevertheless. */
function isThere(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return systemCode(error) === 'EPERM'
  }
}

/** Ticks are exact and include the start of the system; plain milliseconds are not exact. */
export function isSameStart(a: string, b: string): boolean {
  const [first, second] = [Number(a), Number(b)]
  return Number.isNaN(first) || Number.isNaN(second) ? a === b : Math.abs(first - second) <= TOLERANCE
}

function linuxStart(pid: number): string | undefined {
  try {
    const ticks = startTicks(readFileSync(`/proc/${pid}/stat`, 'latin1'))
    return ticks === undefined
      ? undefined
      : `${readFileSync('/proc/sys/kernel/random/boot_id', 'latin1').trim()}/${ticks}`
  } catch (error) {
    if (systemCode(error) === undefined) throw error // no /proc, or hidden from other users
    return undefined
  }
}

/** The 22nd word of `/proc/PID/stat`; the second is the name, in brackets, which may contain anything. */
export const startTicks = (stat: string): string | undefined =>
  /^\d+$/.exec(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '')?.[0]

const asked = new Map<number, { readonly at: number; readonly start: Promise<string | undefined> }>()

function askedStart(pid: number): Promise<string | undefined> {
  const now = performance.now()
  const known = asked.get(pid)
  if (known && now - known.at < REMEMBERED) return known.start
  const start = process.platform === 'win32' ? windowsStart(pid) : posixStart(pid)
  asked.clear()
  asked.set(pid, { at: now, start })
  return start
}

function windowsStart(pid: number): Promise<string | undefined> {
  const shell = join(
    process.env['SystemRoot'] ?? 'C:\\Windows',
    'System32',
    'WindowsPowerShell',
    'v1.0',
    'powershell.exe',
  )
  return output(shell, [
    '-NoProfile',
    '-NonInteractive',
    '-Command',
    `(Get-Process -Id ${pid}).StartTime.ToUniversalTime().ToString('o')`,
  ])
}

/** macOS, and every system that has `ps`. */
export const posixStart = (pid: number): Promise<string | undefined> =>
  output('ps', ['-o', 'lstart=', '-p', String(pid)], ' UTC')

/** A date printed by a program, in milliseconds since 1970; undefined where it prints none. */
function output(command: string, words: readonly string[], zone = ''): Promise<string | undefined> {
  const env = { ...process.env, LC_ALL: 'C', TZ: 'UTC' }
  return new Promise(done => {
    execFile(command, words, { env, timeout: PATIENCE, windowsHide: true }, (error, text) => {
      const time = Date.parse(`${text.trim()}${zone}`)
      done(error || Number.isNaN(time) ? undefined : String(time))
    })
  })
}
