import {
  assignedEdit,
  canonicalSplices,
  sameBytes,
  type Commit,
  type Edit,
  type Label,
  type Revision,
  type Transaction,
} from '@areal-studio/core/edit'
import { StudioError } from '@areal-studio/core/format'
import { assignAll, type Document, type Value } from '@areal-studio/core/layout'
import type { Gestures } from './gesture'
import { labelOf } from './label'
import { forecast, isPartial, type Replica } from './replica'

/** One value for one node of an entry. */
export interface Target {
  readonly path: string
  readonly value: Value
}

/** Edits, or a function that computes them when earlier ones are done; it may read bytes. */
export type Edits = readonly Edit[] | (() => readonly Edit[] | Promise<readonly Edit[]>)

export interface Outbox {
  /** Runs after the replies to all earlier calls. */
  send(label: Label | null, edits: Edits): Promise<Commit | null>
  /** Runs a change by the studio itself, after earlier calls; later calls wait for it. */
  act<T extends Made>(run: () => Promise<T>): Promise<T>
  /** Resolves when no call is pending. */
  settled(): Promise<unknown>
}

/** Results of the studio with commits: of undo and repair; of a jump in the history; of a query, patch or recipe. */
export type Made = Commit | null | readonly Commit[] | { readonly commit?: Commit | null }

interface OutboxOptions {
  readonly replica: (entry: string) => Replica | undefined
  readonly commit: (transaction: Transaction) => Promise<Commit>
  readonly receive: (commit: Commit) => void
  readonly gestures: Gestures
  /** After a lost connection: resolves when it is restored and every replica is up to date. */
  readonly recovered: () => Promise<void>
}

/** Commits are sent one after another, each computed on the replica after the previous one. */
export function createOutbox(options: OutboxOptions): Outbox {
  let tail: Promise<unknown> = Promise.resolve()
  let last: { readonly gesture: string | undefined; readonly revision: Revision } | undefined

  async function sendNow(label: Label | null, given: Edits): Promise<Commit | null> {
    const compute = typeof given === 'function' ? given : () => given
    for (;;) {
      const edits = (await compute()).map(edit => tidy(edit, options.replica(edit.entry))).filter(isReal)
      if (edits.length === 0) return null
      const said = label ?? labelOf(edits, options.replica)
      const gesture = options.gestures.of(said, edits)
      const joins = gesture !== undefined && gesture === last?.gesture ? last.revision : undefined
      const transaction: Transaction = { label: said, edits, ...(joins !== undefined && { joins }) }
      const after = edits.map(edit => forecastOf(edit, options.replica(edit.entry)))
      try {
        const commit = await options.commit(transaction)
        last = { gesture, revision: commit.revision }
        options.receive(commit)
        return commit
      } catch (error) {
        if (!(error instanceof StudioError && error.code === 'connection.lost')) throw error
        await options.recovered()
        // The reply was lost, perhaps not the commit: edits that are in effect are not sent again.
        if (edits.every((edit, i) => stands(after[i], options.replica(edit.entry)))) return null
      }
    }
  }

  function inTurn<T>(run: () => Promise<T>): Promise<T> {
    const answer = tail.then(run)
    tail = answer.catch(() => undefined)
    return answer
  }

  return {
    send: (label, edits) => inTurn(() => sendNow(label, edits)),
    act: run =>
      inTurn(async () => {
        const made = await run()
        for (const commit of commitsOf(made)) options.receive(commit)
        return made
      }),
    settled: () => tail,
  }
}

function commitsOf(made: Made): readonly Commit[] {
  if (made === null) return []
  if (Symbol.iterator in made) return made
  if ('revision' in made) return [made]
  return made.commit ? [made.commit] : []
}

const isReal = (edit: Edit): boolean => edit.splices.length > 0 || edit.attributes !== undefined

/** Normalises splices, so that the same change is the same edit in every pane. */
function tidy(edit: Edit, replica: Replica | undefined): Edit {
  if (!replica || edit.base !== replica.image.revision || isPartial(replica)) return edit
  return { ...edit, splices: canonicalSplices(replica.image.bytes, edit.splices) }
}

const forecastOf = (edit: Edit, replica: Replica | undefined): Uint8Array | undefined =>
  replica && !isPartial(replica) && edit.base === replica.image.revision
    ? forecast(replica, edit)?.image.bytes
    : undefined

function stands(expected: Uint8Array | undefined, replica: Replica | undefined): boolean {
  return expected !== undefined && replica !== undefined && sameBytes(expected, replica.image.bytes)
}

/** The record of an entry that can be edited by field. Throws StudioError `edit.not-editable`. */
export function editableRecord(replica: Replica): Document {
  const whole = replica.document
  if (!whole?.isWhole || !replica.image.isEditable)
    throw new StudioError('edit.not-editable', { entry: replica.image.entry })
  return whole
}

/** One edit that sets the value of every target, and the words that follow. Throws StudioError `edit.not-editable` and LayoutErrors. */
export function assignTargets(replica: Replica, targets: readonly Target[]): Edit {
  const opened = editableRecord(replica)
  return assignedEdit(replica.image, opened, assignAll(opened, targets), replica.format?.follow)
}
