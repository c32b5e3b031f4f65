import type { FileSystem, JsonRecord, WorkArguments, WorkName, WorkResult } from '../../format'
import type { Bytes } from '../../layout'
import type { SearchOrder, SearchPool } from '../../search'
import type { OperationThread } from './operation-pool'
import type { ReferenceOrder, ReferencePool } from './reference-pool'

/** A path on the computer of the host. */
export interface ResolvedPath {
  readonly kind: 'folder' | 'file' | 'missing' | 'unreadable'
  /** Absolute, links resolved. */
  readonly path: string
  /** Absolute path of its parent folder. */
  readonly parent: string
  readonly name: string
}

/** A program to start, with its arguments and environment. */
export interface LaunchCommand {
  readonly command: string
  readonly arguments: readonly string[]
  readonly folder: string
  readonly environment: Readonly<Record<string, string>>
}

/** A process by the name of its computer, its number and its start. */
export interface ProcessName {
  readonly machine: string
  readonly pid: number
  /**
   * Start time in a form that only the host compares; distinguishes the process from a later one with the same number.
   * Absent where it is not known.
   */
  readonly started?: string
}

/** The process named in a file of the workspace; undefined where there is none. */
export function processNamed({ machine, pid, started }: JsonRecord): ProcessName | undefined {
  if (typeof pid !== 'number' || typeof machine !== 'string') return undefined
  return { machine, pid, ...(typeof started === 'string' && { started }) }
}

/** A running program: process number and path of its executable. */
export interface RunningProgram {
  readonly pid: number
  readonly executable: string
}

/** A payload to encode in the form that an archive of a family's format stores: see `ArchiveCodec.encode`. */
export interface EncodeOrder {
  readonly family: string
  readonly format: string
  readonly encoding: string
  readonly payload: Bytes
}

/** A payload whose thumbnail is made: see `Format.picture`. */
export interface ThumbnailOrder {
  readonly family: string
  readonly format: string
  readonly payload: Bytes
}

/** What the studio needs of the machine: core has no clock, hash, threads, processes or files of its own. */
export interface Host {
  /** Absolute path of the user's data folder. */
  readonly userData: string
  /** Identifies the build of the program: results that another one kept on disk are not used. */
  readonly build: string
  /** `win32`, `darwin`, `linux` …; decides whether a Windows program needs a wrapper. */
  readonly platform: string
  resolve(path: string): Promise<ResolvedPath>
  /** Absolute path of `relative` (with `/`) below `folder`. */
  join(folder: string, relative: string): string
  /** Whether `inner` is `outer` or inside it (both absolute, links resolved). */
  isInside(outer: string, inner: string): boolean
  /** A folder as files; `create` creates it. `only`: the one file of an install that is a single file. */
  folder(path: string, options?: { readonly create?: boolean; readonly only?: string }): Promise<FileSystem>
  /** Moves a folder with its contents within one disk; creates missing parent folders. */
  move(from: string, to: string): Promise<void>
  /** SHA-256 as 64 lower-case hex digits. */
  hash(bytes: Bytes): string
  /** The same hash, for images of megabytes: other work of the process runs between its pieces. Absent where the host has none. */
  hashInPieces?(bytes: Bytes): Promise<string>
  /** Whether two images are the same byte for byte; the machine's own comparison is five times ours. */
  same(a: Bytes, b: Bytes): boolean
  /** Milliseconds since 1970. */
  now(): number
  /** Milliseconds of a monotonic clock, for durations. */
  elapsed(): number
  readonly process: ProcessName
  /**
   * Whether this process of this computer still runs. A process of the same number that started at another time does
   * not count.
   */
  isAlive(process: ProcessName): Promise<boolean>
  /**
   * Running programs of this computer with their executable in the folder (absolute, links resolved); empty where the
   * system does not list them.
   */
  running(folder: string): Promise<readonly RunningProgram[]>
  /** Waits, in milliseconds. */
  rest(milliseconds: number): Promise<void>
  /**
   * Runs `work` at an interval in milliseconds until the returned function is called; does not keep the process alive.
   */
  repeat(milliseconds: number, work: () => void): () => void
  /** Lets other work of the process run; awaited between the files of a long job. */
  pause(): Promise<void>
  /** Threads that search the files of an install; undefined where the host has none. */
  searchPool?(order: SearchOrder): SearchPool | undefined
  /** Threads that read the references of files; undefined where the host has none. */
  referencePool?(order: ReferenceOrder): ReferencePool | undefined
  /** Encodes a payload in a thread; undefined where the host has none. Rejects where the thread ends early. */
  encode?(order: EncodeOrder): Promise<Bytes | undefined>
  /**
   * Does a slow part of a conversion in a thread; undefined where the host has none, or it ended early. `guard`: called
   * before a thread starts it; rejects with what it throws.
   */
  convert?<Name extends WorkName>(
    name: Name,
    given: WorkArguments<Name>,
    guard?: () => void,
  ): Promise<WorkResult<Name> | undefined>
  /** Runs an operation that is heavy in a thread; absent where the host has none. */
  readonly operate?: OperationThread
  /** Makes a thumbnail in a thread, without bytes where there is no picture; undefined where the host has none. */
  thumbnail?(order: ThumbnailOrder): Promise<Bytes | undefined>
  /** Logs an error that does not end the program; `place` is the entry where it occurred. */
  defect?(error: unknown, place: string): void
  /** Starts a program; resolves when it has ended. Throws StudioError `launch.failed`. */
  run(
    command: LaunchCommand,
    output: (text: string) => void,
    stop: (kill: () => void) => void,
  ): Promise<{ exitCode: number | null; signal: string | null; milliseconds: number }>
}
