import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { accessSync, constants, mkdirSync, realpathSync, renameSync, statSync } from 'node:fs'
import { hostname } from 'node:os'
import { basename, dirname, isAbsolute, join, parse, relative, resolve } from 'node:path'
import { StudioError, type FileSystem } from '@areal-studio/core/format'
import type { Host, LaunchCommand, ProcessName, ResolvedPath } from '@areal-studio/core/studio'
import { withoutOwnVariables } from './environment'
import { fileError, systemCode } from './file-errors'
import { nodeFiles } from './node-files'
import { PRIVATE_FILE, PRIVATE_FOLDER } from './user-data'
import { isRunning, ownStart } from './process-start'
import { runningPrograms } from './running-programs'
import { encodePool } from './encode-pool'
import { operationPool } from './operation-pool'
import { buildDigest, referencePool } from './reference-pool'
import { searchPool } from './search-pool'

/** Output of a game beyond this is dropped, in bytes, to protect memory. */
const OUTPUT_LIMIT = 4 * 1024 * 1024

/** The host on Node. `from`: base of relative paths. */
export function nodeHost(userData: string, from = process.cwd()): Host {
  const threads = encodePool()
  return {
    userData,
    build: buildDigest(),
    platform: process.platform,
    resolve: path => Promise.resolve(resolved(resolve(from, path))),
    join: (folder, path) => join(folder, ...path.split('/')),
    isInside,
    folder: (path, options) => folder(path, { ...options, isPrivate: isInside(userData, path) }),
    move,
    same: (a, b) => Buffer.compare(a, b) === 0,
    hash: bytes => createHash('sha256').update(bytes).digest('hex'),
    hashInPieces,
    now: () => Date.now(),
    elapsed: () => performance.now(),
    process: thisProcess(),
    isAlive: ({ pid, started }) => isRunning(pid, started),
    running: async folder =>
      (await runningPrograms()).filter(program => isInside(folder.toLowerCase(), program.executable.toLowerCase())),
    rest: milliseconds => new Promise(done => setTimeout(done, milliseconds)),
    repeat: (milliseconds, work) => {
      const timer = setInterval(work, milliseconds).unref()
      return () => clearInterval(timer)
    },
    pause: () => new Promise(setImmediate),
    searchPool: order => searchPool(order),
    referencePool: order => referencePool(order),
    encode: threads.encode,
    thumbnail: threads.encode,
    convert: threads.convert,
    operate: operationPool(),
    run,
  }
}

/**
 * Bytes that are hashed in one go: about a millisecond, for which a write that is under way may wait at each of its
 * steps. A thread would need a copy, which takes as long as the hash.
 */
const PIECE = 1024 * 1024

async function hashInPieces(bytes: Uint8Array): Promise<string> {
  const sum = createHash('sha256')
  for (let at = 0; at < bytes.length; at += PIECE) {
    await new Promise(setImmediate)
    sum.update(bytes.subarray(at, at + PIECE))
  }
  await new Promise(setImmediate)
  return sum.digest('hex')
}

function thisProcess(): ProcessName {
  const started = ownStart()
  return { machine: hostname(), pid: process.pid, ...(started !== undefined && { started }) }
}

/** Whether `inner` is `outer` or inside it; both absolute with links resolved. */
export function isInside(outer: string, inner: string): boolean {
  const fold =
    process.platform === 'win32' || process.platform === 'darwin'
      ? (path: string) => path.toLowerCase()
      : (path: string) => path
  const way = relative(fold(outer), fold(inner))
  return way === '' || (way !== '..' && !/^\.\.[\\/]/.test(way) && !isAbsolute(way))
}

function resolved(path: string): ResolvedPath {
  try {
    const real = realpathSync.native(path)
    const stat = statSync(real)
    const kind = stat.isDirectory() ? 'folder' : stat.isFile() ? 'file' : 'unreadable'
    accessSync(real, kind === 'folder' ? constants.R_OK | constants.X_OK : constants.R_OK)
    return { ...place(real), kind }
  } catch (error) {
    const isMissing = systemCode(error) === 'ENOENT' || systemCode(error) === 'ENOTDIR'
    return { ...place(nearest(path)), kind: isMissing ? 'missing' : 'unreadable' }
  }
}

const place = (path: string): Omit<ResolvedPath, 'kind'> => ({ path, parent: dirname(path), name: basename(path) })

/** Links resolved as far as the path exists. */
function nearest(path: string): string {
  if (path === parse(path).root) return path
  try {
    return realpathSync.native(path)
  } catch {
    return join(nearest(dirname(path)), basename(path))
  }
}

async function folder(
  path: string,
  options?: { readonly create?: boolean; readonly only?: string; readonly isPrivate?: boolean },
): Promise<FileSystem> {
  try {
    if (options?.create === true)
      mkdirSync(path, { recursive: true, ...(options.isPrivate === true && { mode: PRIVATE_FOLDER }) })
    const real = realpathSync.native(path)
    if (!statSync(real).isDirectory()) throw new StudioError('file.unreadable', { path, reason: 'ENOTDIR' })
    return nodeFiles(real, options?.only, options?.isPrivate === true ? PRIVATE_FILE : undefined)
  } catch (error) {
    throw fileError(error, path, options?.create === true ? 'write' : 'read')
  }
}

function move(from: string, to: string): Promise<void> {
  try {
    mkdirSync(dirname(to), { recursive: true })
    renameSync(from, to)
    return Promise.resolve()
  } catch (error) {
    throw fileError(error, from, 'write')
  }
}

function run(
  command: LaunchCommand,
  output: (text: string) => void,
  stop: (kill: () => void) => void,
): ReturnType<Host['run']> {
  const begun = Date.now()
  return new Promise((done, fail) => {
    const refuse = (error: unknown): void =>
      fail(new StudioError('launch.failed', { command: command.command, reason: systemCode(error) ?? 'SPAWN' }))
    try {
      const child = spawn(command.command, command.arguments, {
        cwd: command.folder,
        env: { ...withoutOwnVariables(process.env), ...command.environment },
        shell: false,
        stdio: ['ignore', 'pipe', 'pipe'],
      })
      const kill = (): void => {
        child.kill('SIGTERM')
        setTimeout(() => child.kill('SIGKILL'), 3000).unref()
      }
      stop(kill)
      const heard = limited(output)
      child.stdout.setEncoding('utf8').on('data', heard)
      child.stderr.setEncoding('utf8').on('data', heard)
      child.on('error', refuse)
      child.on('close', (exitCode, signal) => done({ exitCode, signal, milliseconds: Date.now() - begun }))
    } catch (error) {
      refuse(error)
    }
  })
}

function limited(output: (text: string) => void): (text: string) => void {
  let left = OUTPUT_LIMIT
  return text => {
    if (left <= 0) return
    output(text.slice(0, left))
    left -= text.length
  }
}
