import type { Words } from '../../format'

/** How the game is started: set by the user, else the default of the family. */
export interface LaunchProfile {
  /** Relative to the install or absolute; '' = the family's default. */
  readonly executable: string
  readonly arguments: readonly string[]
  /** Working folder; '' = the install. */
  readonly folder: string
  readonly environment: Readonly<Record<string, string>>
  /** Put before the executable: `['wine']`. */
  readonly wrapper: readonly string[]
  /**
   * Commands, each with its arguments, that run one after another before the game; if one fails, the game is not
   * started.
   */
  readonly before: readonly (readonly string[])[]
  /** Commands after the game, whatever its exit code; a failure is reported. */
  readonly after: readonly (readonly string[])[]
}

/** Options of a launch. */
export interface LaunchOptions {
  /** Title, folder or an entry of a subject to start in, such as a map. */
  readonly map?: string
  /** The user allows the profile with the digest that `launch.untrusted` named, now and in future. */
  readonly trust?: string
}

/** Result of a run. */
export interface LaunchReport {
  readonly command: readonly string[]
  readonly exitCode: number | null
  readonly signal: string | null
  readonly milliseconds: number
  readonly output: string
  readonly logs: readonly { readonly file: string; readonly text: string }[]
  readonly notices: readonly Words[]
  /** Absolute path of the log file in the workspace; null where it could not be written. */
  readonly kept: string | null
}
