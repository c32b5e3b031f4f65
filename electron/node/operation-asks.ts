import type { MessagePort } from 'node:worker_threads'
import type { Attributes } from '@areal-studio/core/edit'
import type { EntryInfo, Outcome, Params, ParameterValues } from '@areal-studio/core/format'

// What the two threads of an operation say to each other.

/** Start of an operation: its words, the entry, and the way to ask. */
export interface OperationStart {
  readonly family: string
  readonly format: string
  readonly operation: string
  readonly parameters: ParameterValues
  readonly records: readonly number[]
  readonly entry: RemoteEntry
  /** The answers; the thread waits for each by the first word of `signal`. */
  readonly port: MessagePort
  readonly signal: SharedArrayBuffer
}

/** An entry that the other thread has open, by its number there. */
export interface RemoteEntry extends Pick<EntryInfo, 'path' | 'name' | 'size' | 'attributes' | 'container'> {
  readonly number: number
}

/** A question for other entries. */
export type EntryAsk =
  | { readonly ask: 'entries'; readonly of: number }
  | { readonly ask: 'sibling'; readonly of: number; readonly at: number }
  | { readonly ask: 'beside' | 'file'; readonly of: number; readonly name: string }
  | { readonly ask: 'row'; readonly of: number; readonly which: string | number }
  | { readonly ask: 'rowIn'; readonly of: number; readonly name: string; readonly at: number }

/** Bytes of an entry that a thread reads when it needs them. */
export type StoredPart = 'bytes' | 'base' | 'head'

/** A question of the thread about an entry of that number, or about its progress. */
export type Ask =
  | EntryAsk
  | { readonly ask: StoredPart; readonly of: number }
  | { readonly ask: 'around'; readonly of: number }
  | { readonly ask: 'fileNames'; readonly of: number; readonly name: string }
  | { readonly ask: 'folderNames'; readonly of: number; readonly name: string }
  | { readonly ask: 'rowsIn'; readonly of: number; readonly name: string }
  | { readonly ask: 'step'; readonly done: number; readonly total: number }

/** An answer, or the error that the question caused. */
export type Answer =
  | { readonly bytes: Uint8Array }
  | { readonly entries: readonly RemoteEntry[] }
  | { readonly attributes: readonly Attributes[] }
  | { readonly names: readonly string[] }
  | { readonly done: true }
  | { readonly failure: Failure }

/** An error as data: of the studio, of a layout, or any other. */
export interface Failure {
  readonly kind: 'studio' | 'layout' | 'other'
  readonly code: string
  readonly params: Params
  readonly where?: string
}

/** Result of an operation; null where the thread does not know it. */
export type Ended = { readonly outcome: Outcome | null } | { readonly failure: Failure }
