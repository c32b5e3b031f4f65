import type { EntryPath } from '../../edit'

/**
 * What another program did to a file that is edited here: wrote it, deleted it, or added one where the workspace adds
 * one.
 */
export type OutsideWay = 'changed' | 'gone' | 'come'

/** A file that another program changed while it has local edits, or after it was deployed. */
export interface OutsideFile {
  readonly file: string
  readonly way: OutsideWay
  /** Whether the edits apply to its bytes; if not, the file is shown without them and cannot be edited. */
  readonly isFitting: boolean
  /** Deployed from this workspace: the original is kept, and *Return to original* restores it. */
  readonly isDeployed: boolean
  /** The kept original is missing or damaged: only *Reload*, or writing the deployed copy back, resolves it. */
  readonly isLost?: true
}

/**
 * How a file that both this workspace and another program changed is resolved, in `settle` and in `deploy`:
 * - reload: the external file replaces the local one and is its original from here on; the local version is a step that
 *   undo restores.
 * - keep: the local version replaces the whole external file, with fields that were never edited here.
 * - merge: by field. Where both changed one field `choices` decide; StudioError `deploy.conflicts` where one is missing.
 * - merge=local, merge=external: the same; this side wins where no choice is given.
 *
 * A field counts as changed by the other program where it equals neither the original nor the deployed value. A difference
 * that has no fields (a row or a file removed on one side, rows added by the other program) is one conflict. Where the
 * other program deleted the file, reload deletes it here, too, and keep recreates it.
 */
export type ConflictAnswer = 'reload' | 'keep' | 'merge' | 'merge=local' | 'merge=external'

/** A field that the local and the external version changed differently. */
export interface FieldConflict {
  readonly entry: EntryPath
  /**
   * Node path, `@name` for a directory attribute, `0x…` for bytes without a field, '' for the entry (or file) as a
   * whole.
   */
  readonly path: string
  /**
   * Values as text, of bytes the start of their digest; null where there is none (`original`: the versions have no
   * common one; a side: it removed the entry).
   */
  readonly original: string | null
  readonly local: string | null
  readonly external: string | null
}

/** The side that wins in one conflict of a merge. */
export interface ConflictChoice {
  readonly entry: EntryPath
  readonly path: string
  readonly side: 'local' | 'external'
}

/** The answer for one file that another program changed. */
export interface OutsideAnswer {
  readonly file: string
  /** `mine`: older word for keep. */
  readonly answer: ConflictAnswer | 'mine'
  /** For merge: the side that wins in a field that both changed. */
  readonly choices?: readonly ConflictChoice[]
}

/** Answers of `deploy`: those of `settle`; `theirs` keeps the external file, in this deploy only; `refuse`: none yet. */
export type ForeignAnswer = 'refuse' | 'theirs' | OutsideAnswer['answer']
