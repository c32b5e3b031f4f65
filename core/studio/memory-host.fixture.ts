import { sameBytes } from '../edit'
import { MemoryFiles, StudioError } from '../format'
import type { Bytes } from '../layout'
import type { Host, LaunchCommand, ResolvedPath, RunningProgram } from './api/host'

export interface MemoryHostOptions {
  readonly hash: (bytes: Bytes) => string
  /** Folders by absolute path; others are created on demand. */
  readonly folders: Map<string, MemoryFiles>
  readonly userData?: string
  readonly platform?: string
  /** Number of this process, and those that live beside it. */
  readonly pid?: number
  readonly living?: readonly number[]
  /** Programs that run now, each with its executable's absolute path. */
  readonly running?: () => readonly RunningProgram[]
  /** The game: what it does and how it ends. */
  readonly run?: (command: LaunchCommand, output: (text: string) => void) => Promise<number> | number
}

/** A machine in memory, for tests: folders, a clock that ticks, a game that is a function. */
export function memoryHost({
  hash,
  folders,
  userData = '/user',
  run,
  platform = 'linux',
  pid = 1,
  living = [],
  running = () => [],
}: MemoryHostOptions): Host {
  let ticks = 1_000_000
  let elapsed = 0
  const isInside = (outer: string, inner: string): boolean => inner === outer || inner.startsWith(`${outer}/`)
  const fileOf = async (path: string): Promise<ResolvedPath | undefined> => {
    for (const [folder, files] of folders) {
      if (!isInside(folder, path) || folder === path) continue
      const found = await files.stat(path.slice(folder.length + 1))
      if (found)
        return {
          kind: 'file',
          path,
          parent: path.slice(0, path.lastIndexOf('/')),
          name: path.slice(path.lastIndexOf('/') + 1),
        }
    }
    return undefined
  }
  return {
    userData,
    build: 'memory',
    platform,
    isInside,
    hash,
    same: sameBytes,
    now: () => (ticks += 1000),
    process: { machine: 'memory', pid },
    elapsed: () => (elapsed += 1000),
    isAlive: other => Promise.resolve(other.pid === pid || living.includes(other.pid)),
    running: async folder => running().filter(program => isInside(folder, program.executable)),
    rest: () => Promise.resolve(),
    repeat: () => () => undefined,
    pause: () => Promise.resolve(),
    join: (folder, relative) => `${folder}/${relative}`,
    resolve: async path => {
      const name = path.slice(path.lastIndexOf('/') + 1)
      const parent = path.slice(0, path.lastIndexOf('/'))
      return (await fileOf(path)) ?? { kind: folders.has(path) ? 'folder' : 'missing', path, parent, name }
    },
    folder: async (path, options) => {
      let files = folders.get(path)
      if (!files && options?.create) folders.set(path, (files = new MemoryFiles({}, { root: path })))
      if (!files) throw new StudioError('file.missing', { path })
      return files
    },
    move: async (from, to) => {
      for (const [path, files] of [...folders]) {
        if (!isInside(from, path)) continue
        folders.delete(path)
        folders.set(to + path.slice(from.length), files)
      }
    },
    run: async (command, output) => {
      const started = ticks
      return { exitCode: (await run?.(command, output)) ?? 0, signal: null, milliseconds: ticks - started }
    },
  }
}
