import type { EntryPath } from '../edit'

/** Values of the placeholders of a sentence. */
export type Params = Readonly<Record<string, string | number>>
/** error: the game or a tool will fail; warning: it may; info: worth knowing. */
export type Severity = 'error' | 'warning' | 'info'

/** A sentence as data: `code` is a key of the message catalogue. */
export interface Words {
  readonly code: string
  readonly params: Params
}

/** Something is wrong in the data. Shown, counted, filtered; never thrown. */
export interface Problem extends Words {
  readonly severity: Severity
  /** Relative to the install; '' where the problem is one of the install as a whole. */
  readonly file: string
  readonly entry: EntryPath
  /** The row of this archive that the problem is about, where `range` is its line in the directory. */
  readonly about?: EntryPath
  /** Node path: `areals/211/links/3`. */
  readonly path?: string
  /** The declared record that `path` is in, and its own path: `areal`, `areals/211`. */
  readonly record?: { readonly name: string; readonly path: string }
  /** In the entry's payload; in the file where the entry is the file itself. */
  readonly range?: readonly [offset: number, size: number]
  /** `studio.repair(problem)` computes the transaction on the present image. */
  readonly fix?: { readonly id: string; readonly params: Params }
}

/** The studio could not do something. Thrown; crosses the process border as data. */
export class StudioError extends Error {
  constructor(
    readonly code: string,
    readonly params: Params = {},
    readonly where?: EntryPath,
  ) {
    super(code)
    this.name = 'StudioError'
  }
}
