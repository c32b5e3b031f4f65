import { mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isRecord, parseJson } from '@areal-studio/core/format'

const NAME = /^session-(\d+)\.json$/

/** A session that ended without closing: killed, or by a power cut. */
interface KilledSession {
  readonly process: number
  /** ISO time of its start; '' where it is unknown. */
  readonly started: string
}

/**
 * Marks this session in `<user data>/logs/session-PID.json` until it is closed, and finds the marks of sessions whose
 * process ended without removing them. Never throws; a mark that cannot be written is skipped.
 */
export class SessionMarker {
  private readonly folder: string
  private readonly file: string

  constructor(
    userData: string,
    private readonly isAlive: (process: number) => boolean = isRunning,
  ) {
    this.folder = join(userData, 'logs')
    this.file = join(this.folder, `session-${process.pid}.json`)
  }

  /** Returns killed sessions, each once, and marks this session. */
  begin(now: Date = new Date()): readonly KilledSession[] {
    const killed = this.names().flatMap(name => this.take(name) ?? [])
    try {
      mkdirSync(this.folder, { recursive: true, mode: 0o700 })
      writeFileSync(this.file, JSON.stringify({ started: now.toISOString() }), { mode: 0o600 })
    } catch {
      // See above.
    }
    return killed
  }

  /** To be called at the regular end of the session. */
  end(): void {
    try {
      rmSync(this.file, { force: true })
    } catch {
      // Then it is reported as killed at the next start.
    }
  }

  private names(): readonly string[] {
    try {
      return readdirSync(this.folder)
    } catch {
      return []
    }
  }

  private take(name: string): KilledSession | undefined {
    const id = Number(NAME.exec(name)?.[1] ?? NaN)
    if (Number.isNaN(id) || (id !== process.pid && this.isAlive(id))) return undefined
    const file = join(this.folder, name)
    try {
      const known = parseJson(readFileSync(file, 'utf8'))
      rmSync(file, { force: true })
      return { process: id, started: isRecord(known) && typeof known['started'] === 'string' ? known['started'] : '' }
    } catch {
      return undefined
    }
  }
}

function isRunning(id: number): boolean {
  try {
    return process.kill(id, 0)
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
