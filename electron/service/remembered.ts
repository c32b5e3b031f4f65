import { own } from '@areal-studio/core/layout'
import { statSync } from 'node:fs'
import { StudioError, type FileSystem, type Words } from '@areal-studio/core/format'
import type { Recent, Setting, Settings } from './host-api'
import { SettingsFile, isSetting } from './settings-file'

const RECENTS_KEPT = 32

interface KeptRecent {
  readonly path: string
  readonly title: string
  readonly time: number
  readonly isPinned: boolean
}

const STATE_FILE = 'state.json'

/**
 * State kept between starts in the user's data: settings, the state of the window, and the recent folders. Damaged
 * state counts as none.
 */
export class Remembered {
  private writing: Promise<void> = Promise.resolve()
  private readonly file: SettingsFile
  /** Called with the recents whenever they change. */
  onRecents: (recents: readonly Recent[]) => void = () => {}

  /** `files`: the user's data folder. */
  constructor(
    private readonly files: () => Promise<FileSystem>,
    private readonly now: () => number,
  ) {
    this.file = new SettingsFile(files)
  }

  /** Settings and the state of the window together. */
  settings(): Promise<Settings> {
    return this.inTurn(() => this.loadSettings())
  }

  setSettings(change: Settings): Promise<Settings> {
    return this.inTurn(async () => {
      const chosen = Object.fromEntries(Object.entries(change).filter(([name]) => isSetting(name)))
      const state = Object.fromEntries(Object.entries(change).filter(([name]) => !isSetting(name)))
      await this.keep(() => this.moveState())
      if (Object.keys(chosen).length > 0) await this.keep(() => this.file.change(chosen))
      if (Object.keys(state).length > 0) {
        const all = { ...(await this.load(STATE_FILE, isRecord, {})), ...state }
        await this.save(STATE_FILE, Object.fromEntries(Object.entries(all).filter(([, value]) => value !== null)))
      }
      return this.loadSettings()
    })
  }

  settingsText(): Promise<string> {
    return this.inTurn(() => this.file.shown())
  }

  /** Throws StudioError `settings.malformed`, `settings.wrong`, `file.…`. */
  setSettingsText(text: string): Promise<Settings> {
    return this.inTurn(async () => {
      await this.file.replace(text)
      return this.loadSettings()
    })
  }

  /** Faults found in the settings since the last call. */
  notices(): Promise<readonly Words[]> {
    return this.inTurn(async () => {
      await this.file.read()
      return this.file.notices()
    })
  }

  private async loadSettings(): Promise<Settings> {
    return { ...(await this.load(STATE_FILE, isRecord, {})), ...(await this.file.read()) }
  }

  /** Earlier versions kept the state of the window among the settings, in a file without a version. */
  private async moveState(): Promise<void> {
    const all = await this.file.all()
    const names = Object.keys(all).filter(name => !isSetting(name))
    if ('version' in all || names.length === 0) return
    await this.save(STATE_FILE, {
      ...Object.fromEntries(names.map(name => [name, own(all, name)])),
      ...(await this.load(STATE_FILE, isRecord, {})),
    })
    await this.keep(() => this.file.change(Object.fromEntries(names.map(name => [name, null]))))
  }

  recents(): Promise<readonly Recent[]> {
    return this.inTurn(async () => shown(await this.loadRecents()))
  }

  /** Puts an opened folder first. */
  opened(path: string, title: string): Promise<readonly Recent[]> {
    return this.changeRecents(all => {
      const isPinned = all.find(item => item.path === path)?.isPinned ?? false
      return [{ path, title, time: this.now(), isPinned }, ...all.filter(item => item.path !== path)]
    })
  }

  setRecent(
    path: string,
    change: { readonly isPinned?: boolean; readonly isForgotten?: boolean },
  ): Promise<readonly Recent[]> {
    return this.changeRecents(all =>
      all
        .filter(item => item.path !== path || change.isForgotten !== true)
        .map(item =>
          item.path === path && change.isPinned !== undefined ? { ...item, isPinned: change.isPinned } : item,
        ),
    )
  }

  /** Records that an install has another path now. */
  moved(from: string, to: string): Promise<readonly Recent[]> {
    return this.changeRecents(all =>
      all
        .filter(item => item.path !== to || from === to)
        .map(item => (item.path === from ? { ...item, path: to } : item)),
    )
  }

  private changeRecents(change: (all: readonly KeptRecent[]) => readonly KeptRecent[]): Promise<readonly Recent[]> {
    return this.inTurn(async () => {
      const all = change(await this.loadRecents())
      const kept = [...all.filter(item => item.isPinned), ...all.filter(item => !item.isPinned)].slice(0, RECENTS_KEPT)
      await this.save('recents.json', kept)
      const recents = shown(kept)
      this.onRecents(recents)
      return recents
    })
  }

  private async loadRecents(): Promise<readonly KeptRecent[]> {
    return (await this.load('recents.json', Array.isArray, [])).filter(isRecent)
  }

  private async load<T>(name: string, isRight: (value: unknown) => value is T, otherwise: T): Promise<T> {
    try {
      const value: unknown = JSON.parse(new TextDecoder().decode(await (await this.files()).read(name)))
      return isRight(value) ? value : otherwise
    } catch {
      return otherwise
    }
  }

  private save(name: string, value: unknown): Promise<void> {
    return this.keep(async () => {
      await (await this.files()).write(name, new TextEncoder().encode(`${JSON.stringify(value, null, 2)}\n`))
    })
  }

  /** Ignores errors of the disk: state that only adds convenience is not worth an error. */
  private async keep(write: () => Promise<void>): Promise<void> {
    try {
      await write()
    } catch (error) {
      if (!(error instanceof StudioError)) throw error
    }
  }

  private inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = this.writing.then(work)
    this.writing = done.then(
      () => undefined,
      () => undefined,
    )
    return done
  }
}

const isRecord = (value: unknown): value is Record<string, Setting> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function isRecent(value: unknown): value is KeptRecent {
  if (typeof value !== 'object' || value === null) return false
  const { path, title, time, isPinned } = value as Record<string, unknown>
  return (
    typeof path === 'string' && typeof title === 'string' && typeof time === 'number' && typeof isPinned === 'boolean'
  )
}

const shown = (kept: readonly KeptRecent[]): readonly Recent[] =>
  kept.map(item => ({ ...item, isMissing: statSync(item.path, { throwIfNoEntry: false }) === undefined }))
