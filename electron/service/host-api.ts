import type { Words } from '@areal-studio/core/format'
import type { Release } from './release'

/** Small JSON values kept between starts in the user's data: language, theme, layout … */
export type Setting = string | number | boolean | null | readonly Setting[] | { readonly [name: string]: Setting }
export type Settings = Readonly<Record<string, Setting>>

export interface HostInfo {
  readonly kind: 'electron' | 'browser'
  /** Version of Areal Studio. */
  readonly version: string
  /** `node 20.20.2`, `electron 45.3.4` …, for a report. */
  readonly versions: Readonly<Record<string, string>>
  readonly platform: string
  readonly userData: string
  /** Path given on the command line, absolute; '' = what was opened last, or the bundled sample install. */
  readonly path: string
  /** Id given on the command line: the family whose sample is opened where `path` is ''. */
  readonly sample: string | null
  /** Whether `pickFolder` shows the system's own dialog; otherwise the window uses `browse`. */
  readonly hasFolderDialog: boolean
  /**
   * Started after three crashes in a row: the window begins with its default layout and without graphics acceleration.
   */
  readonly isSafe: boolean
}

/** A folder that was opened, newest use first. */
export interface Recent {
  readonly path: string
  readonly title: string
  /** Milliseconds since 1970. */
  readonly time: number
  readonly isMissing: boolean
  readonly isPinned: boolean
}

/** A game with a bundled sample install. */
export interface SampleInfo {
  /** Id of the family. */
  readonly id: string
  /** Title of the game. */
  readonly title: string
}

export interface BrowsedFolder {
  readonly name: string
  readonly path: string
  /** Title of the game that this folder looks like, '' for any other folder. */
  readonly game: string
}
export interface Browsed {
  /** Absolute; '' where the drives of the machine are listed. */
  readonly path: string
  /** '' at the top. */
  readonly parent: string
  readonly folders: readonly BrowsedFolder[]
  /** Files that can be opened alone, by name. */
  readonly files: readonly string[]
  /** Starting points: home folder, drives, common folders of games. */
  readonly places: readonly BrowsedFolder[]
}

/**
 * Methods of the host for a window, in addition to the studio. Served and called like StudioApi. Errors are
 * StudioErrors.
 */
export interface HostApi {
  hostInfo(): Promise<HostInfo>
  /** The system's folder dialog; null where it was closed or there is none. */
  pickFolder(): Promise<string | null>
  /** Folders below `path` (default: the home folder). */
  browse(path?: string): Promise<Browsed>
  /** Games that have a bundled sample install, in the order of the registry. */
  samples(): Promise<readonly SampleInfo[]>
  /**
   * Absolute path of the sample install of a family (an id of `samples`), else of the first one; written at the first
   * call. Throws StudioError `sample.unknown`.
   */
  sample(family?: string): Promise<string>
  recents(): Promise<readonly Recent[]>
  setRecent(
    path: string,
    change: { readonly isPinned?: boolean; readonly isForgotten?: boolean },
  ): Promise<readonly Recent[]>
  settings(): Promise<Settings>
  /** Replaces these settings; null removes one. */
  setSettings(change: Settings): Promise<Settings>
  /** The text of the settings file, for editing by hand. */
  settingsText(): Promise<string>
  /** Replaces the settings file. Throws StudioError `settings.malformed`, `settings.wrong`. */
  setSettingsText(text: string): Promise<Settings>
  /** Settings of the open workspace, which take precedence over the user's. Empty where nothing is open. */
  workspaceSettings(): Promise<Settings>
  /** The settings file of the open workspace, for editing by hand. Throws StudioError `studio.nothing-open`. */
  workspaceSettingsText(): Promise<string>
  /** Replaces it. Throws as `setSettingsText`. */
  setWorkspaceSettingsText(text: string): Promise<Settings>
  /** Faults found in the settings file since the last call. */
  settingsNotices(): Promise<readonly Words[]>
  /**
   * A release newer than this program, in the channel that the user chose; null if there is none or none is known. Uses
   * the network only if the user allowed it.
   */
  newerRelease(): Promise<Release | null>
  /**
   * If the user allowed it: downloads the file of the announced release for this system and compares its hash. Returns
   * an absolute path; the file is never run.
   */
  fetchRelease(): Promise<string | null>
  /** Games found on this computer: in Steam, in GOG, in common folders and Wine prefixes. */
  installs(): Promise<readonly BrowsedFolder[]>
  /** Logs a defect of the window. */
  report(words: string): Promise<void>
  /** The newest lines of the log, oldest first: `TIME LEVEL WORDS`; continued lines are indented. */
  log(): Promise<readonly string[]>
  /**
   * Text for a report of a defect: version, system, graphics (as the window reports them), what is open, the last lines
   * of the log; names and places masked, no game data.
   */
  supportReport(graphics: string): Promise<string>
  /** Ends the program (for the browser host: the server), with all its windows. */
  quit(): Promise<void>
}

/** Events sent to every window, in addition to StudioEvents. */
export interface HostEvents {
  /** The program was started again with a path to open. */
  openPath: { readonly path: string }
}

/**
 * Set by Electron's preload at `window.arealBridge`; absent in a browser. Messages are encoded by the codec of
 * core/port.
 */
export interface Bridge {
  /** `[method, args]`; returns a `Reply`. */
  call(message: Uint8Array): Promise<Uint8Array>
  /** Each message is `[event, payload]`. Returns an unsubscribe function. */
  listen(handler: (message: Uint8Array) => void): () => void
  /** The path of a file or folder dropped on the window. */
  pathOf(file: object): string
  /** Scales everything in the window; 1 is the usual size. */
  zoom(factor: number): void
}
