import { statSync } from 'node:fs'
import { StudioError, type FileSystem } from '@areal-studio/core/format'
import type { Recent, Setting, Settings } from './host-api'

const RECENTS_KEPT = 32

interface KeptRecent { readonly path: string; readonly title: string; readonly time: number; readonly isPinned: boolean }

/** What is kept between starts in the user's data: settings, and the folders that were opened. A damaged file counts as empty. */
export class Remembered {
  private writing: Promise<void> = Promise.resolve()

  /** `files`: the user's data folder. */
  constructor(private readonly files: () => Promise<FileSystem>, private readonly now: () => number) {}

  settings(): Promise<Settings> {
    return this.inTurn(() => this.load('settings.json', isRecord, {})) as Promise<Settings>
  }

  setSettings(change: Settings): Promise<Settings> {
    return this.inTurn(async () => {
      const all = { ...await this.load('settings.json', isRecord, {}), ...change }
      const kept = Object.fromEntries(Object.entries(all).filter(([, value]) => value !== null)) as Record<string, Setting>
      await this.save('settings.json', kept)
      return kept
    })
  }

  recents(): Promise<readonly Recent[]> {
    return this.inTurn(async () => shown(await this.loadRecents()))
  }

  /** A folder was opened: it comes first. */
  opened(path: string, title: string): Promise<readonly Recent[]> {
    return this.changeRecents(all => {
      const isPinned = all.find(item => item.path === path)?.isPinned ?? false
      return [{ path, title, time: this.now(), isPinned }, ...all.filter(item => item.path !== path)]
    })
  }

  setRecent(path: string, change: { readonly isPinned?: boolean; readonly isForgotten?: boolean }): Promise<readonly Recent[]> {
    return this.changeRecents(all => all
      .filter(item => item.path !== path || change.isForgotten !== true)
      .map(item => (item.path === path && change.isPinned !== undefined ? { ...item, isPinned: change.isPinned } : item)))
  }

  private changeRecents(change: (all: readonly KeptRecent[]) => readonly KeptRecent[]): Promise<readonly Recent[]> {
    return this.inTurn(async () => {
      const all = change(await this.loadRecents())
      const kept = [...all.filter(item => item.isPinned), ...all.filter(item => !item.isPinned)].slice(0, RECENTS_KEPT)
      await this.save('recents.json', kept)
      return shown(kept)
    })
  }

  private async loadRecents(): Promise<readonly KeptRecent[]> {
    return (await this.load('recents.json', Array.isArray, [])).filter(isRecent)
  }

  private async load<T>(name: string, isRight: (value: unknown) => value is T, otherwise: T): Promise<T> {
    const files = await this.files()
    try {
      const value: unknown = JSON.parse(new TextDecoder().decode(await files.read(name)))
      return isRight(value) ? value : otherwise
    } catch {
      return otherwise
    }
  }

  /** Comfort that cannot be kept (a full or read-only disk) is not worth a refusal. */
  private async save(name: string, value: unknown): Promise<void> {
    try {
      await (await this.files()).write(name, new TextEncoder().encode(`${JSON.stringify(value, null, 2)}\n`))
    } catch (error) {
      if (!(error instanceof StudioError)) throw error
    }
  }

  private inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = this.writing.then(work)
    this.writing = done.then(() => undefined, () => undefined)
    return done
  }
}

const isRecord = (value: unknown): value is Record<string, Setting> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function isRecent(value: unknown): value is KeptRecent {
  if (typeof value !== 'object' || value === null) return false
  const { path, title, time, isPinned } = value as Record<string, unknown>
  return typeof path === 'string' && typeof title === 'string' && typeof time === 'number' && typeof isPinned === 'boolean'
}

const shown = (kept: readonly KeptRecent[]): readonly Recent[] =>
  kept.map(item => ({ ...item, isMissing: statSync(item.path, { throwIfNoEntry: false }) === undefined }))
