import type { EntryPath } from '../../edit'

/** What another program did to a file that we edit: wrote it, deleted it, or added one where we add ours. */
export type OutsideWay = 'changed' | 'gone' | 'come'

/** A file that another program changed under our edits, or over what we deployed. */
export interface OutsideFile {
  readonly file: string
  readonly way: OutsideWay
  /** The edits fit its bytes and are applied to them; otherwise the file is shown without them and cannot be edited. */
  readonly isFitting: boolean
  /** It was deployed from here: the original is kept, and *Return to original* brings that. */
  readonly isDeployed: boolean
  /** The kept original is missing or damaged: only *Reload* can resolve it, or putting the copy back. */
  readonly isLost?: true
}

/**
 * What becomes of a file that both this workspace and another program changed. The same in `settle` and in `deploy`:
 * - reload: the external file replaces the local one and is its original from here on; the local version is a step that undo restores.
 * - keep: the local version replaces the whole external file, with fields that were never edited here.
 * - merge: by field. Where both changed one field `choices` decide; StudioError `deploy.conflicts` where one is left open.
 * - merge=local, merge=external: the same; this side wins wherever no choice is given.
 * A field counts as changed by the other program where it is neither as in the original nor as last deployed. What cannot be told
 * apart by field (a row or a file removed on one side, rows added by the other program) is one conflict as a whole.
 * Of a deleted file the external version is no file: reload deletes it here too, keep recreates it.
 */
export type ConflictAnswer = 'reload' | 'keep' | 'merge' | 'merge=local' | 'merge=external'

/** Where the local and the external version hold different changes of one original. */
export interface FieldConflict {
  readonly entry: EntryPath
  /** Node path, `@name` for a directory attribute, `0x…` for bytes that no field names, '' for the entry (or file) as a whole. */
  readonly path: string
  /** Values as text, of bytes the start of their digest; null where there is none (`original`: none that both had; a side: it removed the entry). */
  readonly original: string | null
  readonly local: string | null
  readonly external: string | null
}

export interface ConflictChoice {
  readonly entry: EntryPath
  readonly path: string
  readonly side: 'local' | 'external'
}

export interface OutsideAnswer {
  readonly file: string
  /** `mine`: older word for keep. */
  readonly answer: ConflictAnswer | 'mine'
  /** For merge: what holds where both changed one field. */
  readonly choices?: readonly ConflictChoice[]
}

/** As in `settle`; theirs: leave the external file for this deploy, nothing is decided. refuse: no answer yet. */
export type ForeignAnswer = 'refuse' | 'theirs' | OutsideAnswer['answer']
