import type { Commit, EntryPath } from '../../edit'
import type { Proof, WorkspaceInfo } from './workspace'
import type { Job } from './jobs'
import type { Found } from './find'
import type { ByteMark, Dictionary } from './annotations'
import type { Params } from '../../format'

/** Sends an event to every window. */
export type Emit = <E extends keyof StudioEvents>(event: E, payload: StudioEvents[E]) => void

/**
 * changed, come, gone: another program wrote, added or deleted them; ours: edits were applied to other bytes because of
 * a local operation; listed: they were added or deleted, by whichever program.
 */
export type OutsideKind = 'changed' | 'come' | 'gone' | 'ours' | 'listed'

/** Events sent to every window. */
export interface StudioEvents {
  commit: Commit
  /** WorkspaceInfo changed: after commit, pack, deploy, restore, open. */
  info: WorkspaceInfo
  proof: readonly Proof[]
  job: Job
  found: Found
  dictionary: Dictionary
  /** Bookmarks were set, changed or moved by an edit. */
  marks: readonly ByteMark[]
  /** Files of the install that changed. */
  outside: { readonly files: readonly string[]; readonly kind: OutsideKind }
  gameOutput: { readonly text: string }
}

/** Result of a call through a port: a value, or the error as data. */
export type Reply =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly code: string; readonly params: Params; readonly where?: EntryPath }

/** The connection to a studio: Electron's IPC or a WebSocket. The renderer knows nothing else of its host. */
export interface Port {
  call(method: string, args: readonly unknown[]): Promise<Reply>
  /** Returns an unsubscribe function. */
  listen<E extends keyof StudioEvents>(event: E, handler: (payload: StudioEvents[E]) => void): () => void
}
