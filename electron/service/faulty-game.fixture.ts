import { cpSync, existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createStudio, type Host, type Studio } from '@areal-studio/core/studio'
import { TINY_KNOWN } from '../../core/studio/tiny-family.fixture'
import { nodeHost } from '../node/node-host'

/** A disk in memory where the system has one: what is flushed is decided by the faulty disk, not by waiting. */
const TEMP = existsSync('/dev/shm') ? '/dev/shm' : tmpdir()

/** A game and the user's data in a folder that is saved and set back between the faults of a disk. */
export class FaultyGame {
  private readonly base: string
  /** Holds `game` and `user`. */
  readonly live: string
  private processes = 0

  constructor(name: string) {
    this.base = realpathSync(mkdtempSync(join(TEMP, `areal-${name}-`)))
    this.live = join(this.base, 'live')
  }

  /** Absolute path of a file of the game; of its folder without one. */
  game(file = ''): string {
    return join(this.live, 'game', file)
  }

  /** A new game of these files, without data of the user. */
  fill(files: Readonly<Record<string, Uint8Array>>): void {
    rmSync(this.live, { recursive: true, force: true })
    for (const [path, bytes] of Object.entries(files)) {
      mkdirSync(dirname(this.game(path)), { recursive: true })
      writeFileSync(this.game(path), bytes)
    }
    mkdirSync(join(this.live, 'user'))
  }

  /** As after a new start some seconds later: a process of its own, and the one before it is dead. */
  studio(): Studio {
    const pid = ++this.processes
    const host: Host = {
      ...nodeHost(join(this.live, 'user'), this.live),
      process: { machine: 'test', pid },
      isAlive: async other => other.pid === pid,
      now: () => Date.now() + 5000,
      repeat: () => () => undefined,
    }
    return createStudio({ host, families: [TINY_KNOWN] })
  }

  async opened(): Promise<Studio> {
    const studio = this.studio()
    await studio.api.open(this.game())
    return studio
  }

  /** Saves the present state under a name. */
  keep(name: string): void {
    cpSync(this.live, join(this.base, name), { recursive: true })
  }

  /** Sets a saved state back. */
  put(name: string): void {
    rmSync(this.live, { recursive: true, force: true })
    cpSync(join(this.base, name), this.live, { recursive: true })
  }

  remove(): void {
    rmSync(this.base, { recursive: true, force: true })
  }
}
