import { execFile } from 'node:child_process'
import { readdirSync, readFileSync, readlinkSync, realpathSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import type { RunningProgram } from '@areal-studio/core/studio'
import { systemCode } from './file-errors'

/** Longest wait for the system's list, in milliseconds: a plan without it is better than none. */
const PATIENCE = 5000
const LONGEST_LIST = 16 * 1024 * 1024
/** Number and executable, one process per line. Paths of other users' processes are empty. */
const POWERSHELL =
  '[Console]::OutputEncoding = [Text.Encoding]::UTF8; Get-CimInstance Win32_Process | Where-Object ExecutablePath | ForEach-Object { "$($_.ProcessId) $($_.ExecutablePath)" }'

/** Running programs, Windows programs in Wine by their own executables; without this one. */
export async function runningPrograms(): Promise<readonly RunningProgram[]> {
  const programs = process.platform === 'linux' ? linuxPrograms() : parsePrograms(await listed())
  return programs.filter(({ executable }) => executable !== process.execPath)
}

function listed(): Promise<string> {
  const windows = join(
    process.env['SystemRoot'] ?? 'C:\\Windows',
    'System32',
    'WindowsPowerShell',
    'v1.0',
    'powershell.exe',
  )
  const [command, words]: [string, string[]] =
    process.platform === 'win32'
      ? [windows, ['-NoProfile', '-NonInteractive', '-Command', POWERSHELL]]
      : ['ps', ['-axww', '-o', 'pid=,comm=']]
  return new Promise(done => {
    execFile(command, words, { timeout: PATIENCE, maxBuffer: LONGEST_LIST, windowsHide: true }, (error, out) =>
      done(error ? '' : out),
    )
  })
}

/** Lines `number path`, as both systems list them. */
export function parsePrograms(text: string): readonly RunningProgram[] {
  return text.split(/\r?\n/).flatMap(line => {
    const [, pid, executable] = /^\s*(\d+)\s+(\S.*?)\s*$/.exec(line) ?? []
    return executable === undefined ? [] : [{ pid: Number(pid), executable }]
  })
}

function linuxPrograms(): readonly RunningProgram[] {
  return readdirSync('/proc')
    .filter(name => /^\d+$/.test(name))
    .flatMap(name => {
      const process = `/proc/${name}`
      try {
        const executable = readlinkSync(`${process}/exe`).replace(/ \(deleted\)$/, '')
        const found = basename(executable).startsWith('wine') ? inWine(process) : executable
        return found === undefined ? [] : [{ pid: Number(name), executable: found }]
      } catch (error) {
        if (systemCode(error) === undefined) throw error // ended meanwhile, or another user's: nobody may look
        return []
      }
    })
}

/** The Windows program that this process of Wine runs, as a path of this system; undefined where it has none. */
function inWine(process: string): string | undefined {
  const program = parts(`${process}/cmdline`).find(word => /\.(?:exe|com)$/i.test(word))
  if (program === undefined) return undefined
  const [, drive, path = program] = /^([a-z]):(.*)$/i.exec(program) ?? []
  const way = path.replaceAll('\\', '/')
  const root = drive === undefined ? readlinkSync(`${process}/cwd`) : driveFolder(process, drive.toLowerCase())
  const absolute = drive === undefined ? resolve(root, way) : join(root, way)
  try {
    return realpathSync.native(absolute)
  } catch {
    return absolute // of other case than on disk, or gone
  }
}

/** The folder of a drive letter in Wine; Z: is usually the root of the system. */
function driveFolder(process: string, drive: string): string {
  const variables = parts(`${process}/environ`)
  const of = (name: string): string | undefined =>
    variables.find(one => one.startsWith(`${name}=`))?.slice(name.length + 1)
  try {
    return realpathSync.native(join(of('WINEPREFIX') ?? join(of('HOME') ?? '/', '.wine'), 'dosdevices', `${drive}:`))
  } catch {
    return '/'
  }
}

const parts = (path: string): readonly string[] => readFileSync(path, 'utf8').split('\0')
