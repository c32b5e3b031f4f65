import type { Revision } from '../../edit'
import type { Problem, Words } from '../../format'
import type { RunningProgram } from './host'
import type { ConflictChoice, ForeignAnswer } from './conflicts'

/** A file that deploy writes, or leaves as it is. */
export interface PlannedFile {
  readonly file: string
  readonly action: 'replace' | 'add' | 'restore' | 'none'
  readonly pristineHash: string
  readonly installHash: string
  /** '' where the edits cannot be packed until the user has decided about a foreign file. */
  readonly newHash: string
  readonly size: number
  /** The install's file is neither the pristine one nor one that we deployed. */
  readonly isForeign: boolean
}

/** Preview of a deploy, and everything that prevents it. */
export interface DeployPlan {
  readonly files: readonly PlannedFile[]
  /** Errors that the pristine files do not have: deploy is refused unless forced. */
  readonly blocking: readonly Problem[]
  /** Warnings that the pristine files do not have, to be confirmed by the user. */
  readonly warnings: readonly Problem[]
  readonly unpacked: number
  /** Files and folders that cannot be written now, with the error that deploy would throw. */
  readonly unwritable: readonly Words[]
  /** Programs of the install that run now: deploy is refused unless forced. */
  readonly running: readonly RunningProgram[]
}

/** Options of a deploy. */
export interface DeployOptions {
  /** Deploy although the check finds new errors or the game runs. */
  readonly force?: boolean
  /** How files changed by other programs are resolved; `refuse` by default. */
  readonly foreign?: ForeignAnswer
  /** The same for single files; takes precedence over the answer for all. */
  readonly answers?: readonly {
    readonly file: string
    readonly answer: ForeignAnswer
    readonly choices?: readonly ConflictChoice[]
  }[]
}

/** Result of a deploy or of a return to the original. */
export interface DeployReport {
  readonly written: readonly string[]
  readonly restored: readonly string[]
  /** Files of another program that were replaced; a copy of each is in the workspace's folder backup. */
  readonly kept: readonly string[]
  /** Files of another program that were not written. */
  readonly left: readonly string[]
}

/** A deploy, or a return to the original, that wrote at least one file. */
export interface PastDeployment {
  readonly kind: 'deploy' | 'restore'
  /** Its end, in milliseconds since 1970. */
  readonly time: number
  /** The last step in effect then, to `jump` to or `compare` with; 0: none. */
  readonly revision: Revision
  /** Written and restored files, at most 100; `fileCount` counts all. */
  readonly files: readonly string[]
  readonly fileCount: number
}

/** A file that is not the original now, and what restore does with it. */
export interface RestoreFile {
  readonly file: string
  /** remove: the original install had no such file. */
  readonly action: 'restore' | 'remove'
  /** SHA-256 of the file now and of the original; '' for no file. */
  readonly installHash: string
  readonly originalHash: string
  /** Of the original, in bytes. */
  readonly size: number
  /**
   * foreign: another program changed it since; unconfirmed: only a file in the game folder records that it was
   * deployed. For such a file the user must choose.
   */
  readonly question: 'foreign' | 'unconfirmed' | null
  /** No original is kept: the file can only stay as it is. */
  readonly isLost: boolean
}

/** Preview of a return to the original. */
export interface RestorePlan {
  /** Absolute path of the workspace that deployed; '' where nothing is deployed. */
  readonly workspace: string
  readonly files: readonly RestoreFile[]
}

/** Options of a return to the original. */
export interface RestoreOptions {
  /** How files that another program changed are handled; `refuse` by default. */
  readonly foreign?: 'refuse' | 'overwrite'
  /**
   * The same for single files; takes precedence over the answer for all. An unconfirmed file is restored only with such
   * an answer. A copy is kept.
   */
  readonly answers?: readonly { readonly file: string; readonly answer: 'restore' | 'keep' }[]
}
