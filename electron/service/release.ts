/** notify: new releases are announced; automatic: the file for this system is also downloaded, and never run. */
export const UPDATE_MODES = ['off', 'notify', 'automatic'] as const
export type UpdateMode = (typeof UPDATE_MODES)[number]
export const CHANNELS = ['stable', 'beta'] as const
export type UpdateChannel = (typeof CHANNELS)[number]

/** A release newer than this program. */
export interface Release {
  readonly version: string
  /** Release notes, in the languages of the program. */
  readonly notes: Readonly<Record<'en' | 'ru', string>>
  /** By `win32-x64`, `linux-arm64` …: the file to download, relative to the announcement. */
  readonly files?: Readonly<Record<string, ReleaseFile>> | undefined
}
export interface ReleaseFile {
  readonly name: string
  readonly size: number
  /** 64 hex digits. */
  readonly sha256: string
}
