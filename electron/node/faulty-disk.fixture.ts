import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { dirname, resolve } from 'node:path'

export const FAILURES = ['ENOSPC', 'EACCES', 'EBUSY', 'EIO', 'ENAMETOOLONG', 'ENOENT'] as const
/**
 * `kill`: the process ends before the call; `torn`: after it, of a write after half of it; `cut`: the power goes with it, all
 * that was not flushed is lost; `cut-data`: names are as they were last, bytes that were not flushed are lost.
 */
export const DEATHS = ['kill', 'torn', 'cut', 'cut-data'] as const
/** What another program does right before the chosen call, which continues afterwards. */
export type Intrusion = () => void
/**
 * What fails at the chosen call: a system error code, after which work continues; the end of the process; or an act of
 * another program.
 */
export type Fault = (typeof FAILURES)[number] | (typeof DEATHS)[number] | Intrusion

/** Thrown by every call after the process has ended: nothing it does is done any more. */
export class Ended extends Error {}

interface Unflushed {
  /** The folder whose names, or the number of the file whose bytes, are not on the disk yet. */
  readonly of: string | number
  undo(): void
}

const real = { ...fs }
/** Milliseconds after which no answer of before counts as late any more. */
const LATER = 60_000
const isThere = (path: string): boolean => real.lstatSync(path, { throwIfNoEntry: false }) !== undefined

/** The calls that this process makes to the disk below one folder, counted; one of them goes wrong. The disk is a real one. */
export class FaultyDisk {
  /** Calls met so far, by name. */
  readonly calls: string[] = []
  /** What each of them is about, as an absolute path. */
  readonly places: string[] = []
  private isOver = false
  /** While another program acts its calls are not counted. */
  private isIntruded = false
  private readonly files = new Map<number, string>()
  /** Path of each file by its number, through renames. */
  private readonly paths = new Map<number, string>()
  private unflushed: Unflushed[] = []

  /** `at`: the call that goes wrong, from 0; without it they are only counted. `asks`: whether questions for a name are calls too. */
  constructor(
    private readonly root: string,
    private readonly at?: number,
    private readonly fault: Fault = 'EIO',
    private readonly asks: 'counted' | 'free' = 'free',
  ) {}

  /**
   * Runs work on this disk; its faults are removed afterwards. Calls return without delay, so that the order of
   * operations, which are counted, is always the same.
   */
  async during<T>(run: () => Promise<T>): Promise<T> {
    const replacements = this.replacements()
    Object.assign(fs, replacements)
    syncBuiltinESMExports()
    const later = performance.now() + LATER
    performance.now = () => later
    try {
      return await run()
    } finally {
      Reflect.deleteProperty(performance, 'now')
      Object.assign(fs, Object.fromEntries(Object.entries(real).filter(([name]) => name in replacements)))
      syncBuiltinESMExports()
      for (const file of this.files.keys()) real.closeSync(file)
    }
  }

  /** The power goes between two calls: what was not flushed by then is lost. */
  cutPower(): void {
    this.loseUnflushed()
  }

  private replacements(): object {
    const of = (file: number): string => this.files.get(file) ?? ''
    return {
      openSync: (path: string, flags = 'r', mode?: number) => this.open(path, flags, mode),
      closeSync: (file: number) => {
        this.files.delete(file)
        real.closeSync(file)
      },
      close: (file: number) => {
        this.files.delete(file)
        real.close(file, () => undefined)
      },
      readSync: (file: number, bytes: Uint8Array, offset: number, length: number, place: number) =>
        this.call('read', of(file), () => real.readSync(file, bytes, offset, length, place)),
      writeSync: (file: number, bytes: Uint8Array, offset: number, length: number) =>
        this.call('write', of(file), half => {
          this.noteBytes(file)
          return real.writeSync(file, bytes, offset, half ? length >> 1 : length)
        }),
      ftruncateSync: (file: number, size: number) =>
        this.call('truncate', of(file), () => {
          this.noteBytes(file)
          real.ftruncateSync(file, size)
        }),
      fchmodSync: (file: number, mode: number) => this.call('chmod', of(file), () => real.fchmodSync(file, mode)),
      fsyncSync: (file: number) => this.call('fsync', of(file), () => this.flush(file)),
      fdatasyncSync: (file: number) => this.call('fsync', of(file), () => this.flush(file)),
      fsync: (file: number, done: (error: unknown) => void) => {
        try {
          this.call('fsync', of(file), () => this.flush(file))
          setImmediate(done, null)
        } catch (error) {
          setImmediate(done, error)
        }
      },
      renameSync: (from: string, to: string) => this.call('rename', to, () => this.rename(from, to)),
      unlinkSync: (path: string) => this.call('unlink', path, () => this.unlink(path)),
      mkdirSync: (path: string, options?: fs.MakeDirectoryOptions) =>
        this.call('mkdir', path, () => this.makeFolder(path, options)),
      ...(this.asks === 'counted' && {
        lstatSync: (path: string, options?: fs.StatSyncOptions) =>
          this.call('ask', path, () => real.lstatSync(path, options)),
        statSync: (path: string, options?: fs.StatSyncOptions) =>
          this.call('ask', path, () => real.statSync(path, options)),
      }),
      readdirSync: (path: string, options?: fs.ObjectEncodingOptions) =>
        this.call('list', path, () => real.readdirSync(path, options)),
    }
  }

  /** Counts a call below the root and lets it go wrong where its turn has come. */
  private call<T>(name: string, path: string, act: (half: boolean) => T): T {
    if (this.isIntruded || !resolve(path).startsWith(this.root)) return act(false)
    if (this.isOver) throw new Ended()
    const isChosen = this.calls.length === this.at
    this.calls.push(name)
    this.places.push(resolve(path))
    if (!isChosen) return act(false)
    const { fault } = this
    if (typeof fault === 'function') {
      this.isIntruded = true
      fault()
      this.isIntruded = false
      return act(false)
    }
    if (fault !== 'kill' && fault !== 'torn' && fault !== 'cut' && fault !== 'cut-data')
      throw Object.assign(new Error(fault), { code: fault })
    if (fault === 'torn') act(true)
    if (fault === 'cut') this.loseUnflushed()
    if (fault === 'cut-data') this.loseUnflushed(({ of }) => typeof of === 'number')
    this.isOver = true
    throw new Ended()
  }

  private open(path: string, flags: string, mode?: number): number {
    const isWriting = /[wa+]/.test(flags)
    return this.call(isWriting ? 'create' : 'open', path, () => {
      const isNew = isWriting && !isThere(path)
      const file = real.openSync(path, flags, mode)
      if (!resolve(path).startsWith(this.root)) return file
      this.files.set(file, path)
      this.paths.set(real.fstatSync(file).ino, path)
      if (isNew) this.unflushed.push({ of: dirname(path), undo: () => real.rmSync(path, { force: true }) })
      return file
    })
  }

  /** Before the first change of a file since its last flush: what it holds on the disk. */
  private noteBytes(file: number): void {
    const { ino } = real.fstatSync(file)
    if (this.unflushed.some(({ of }) => of === ino)) return
    const bytes = real.readFileSync(this.paths.get(ino) ?? '')
    this.unflushed.push({
      of: ino,
      undo: () => {
        const path = this.paths.get(ino)
        if (path !== undefined && isThere(path)) real.writeFileSync(path, bytes)
      },
    })
  }

  private flush(file: number): void {
    real.fsyncSync(file)
    const { ino } = real.fstatSync(file)
    const path = this.files.get(file)
    this.unflushed = this.unflushed.filter(({ of }) => of !== ino && of !== path)
  }

  private rename(from: string, to: string): void {
    const old = isThere(to) ? real.readFileSync(to) : undefined
    const { ino } = real.statSync(from)
    real.renameSync(from, to)
    this.paths.set(ino, to)
    this.unflushed.push({
      of: dirname(to),
      undo: () => {
        real.renameSync(to, from)
        this.paths.set(ino, from)
        if (old) real.writeFileSync(to, old)
      },
    })
  }

  private unlink(path: string): void {
    const bytes = real.readFileSync(path)
    const { ino } = real.statSync(path)
    this.unflushed = this.unflushed.filter(({ of }) => of !== ino) // the number may be given to another file
    real.unlinkSync(path)
    this.unflushed.push({ of: dirname(path), undo: () => real.writeFileSync(path, bytes) })
  }

  private makeFolder(path: string, options?: fs.MakeDirectoryOptions): string | undefined {
    const first = real.mkdirSync(path, options)
    if (first === undefined) return first
    for (let made = path; made.length >= first.length; made = dirname(made)) {
      const folder = made
      this.unflushed.push({ of: dirname(folder), undo: () => real.rmSync(folder, { recursive: true, force: true }) })
    }
    return first
  }

  private loseUnflushed(isLost: (one: Unflushed) => boolean = () => true): void {
    for (const one of this.unflushed.filter(isLost).reverse()) one.undo()
    this.unflushed = []
  }
}
