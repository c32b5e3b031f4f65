import { computed, ref, type ShallowRef } from 'vue'
import type { Change, Edit, EntryPath, Label } from '@areal-studio/core/edit'
import type { StudioApi, WorkspaceInfo } from '@areal-studio/core/studio'
import { hasDrafts } from './drafts'
import { attempt, refuse } from './notices'
import { assignTargets, createOutbox, type Edits, type Made, type Outbox, type Target } from './outbox'
import { readOnlyRefusal } from './read-only'
import { rebaseSelected } from './rebase-selection'
import type { createReplicas } from './replicas'
import { followPresses } from './row-press'
import { changedBy, completed } from './selected-nodes'
import { useSelection, type Selected } from './selection.store'

type Replicas = ReturnType<typeof createReplicas>
type OutboxOptions = Parameters<typeof createOutbox>[0]

interface EditsHost {
  readonly info: ShallowRef<WorkspaceInfo | null>
  readonly studio: () => StudioApi
  readonly replicas: Replicas
}

/** Insertions whose selection from before is remembered. */
const MOST_INSERTIONS = 100

/** Selections from before records were inserted: undo of the insertion restores them. */
function insertions() {
  const known: { readonly edit: Edit; readonly selected: Selected }[] = []
  const isInverse = ({ entry, moves = [] }: Edit, { entry: other, moves: others = [] }: Edit): boolean =>
    entry === other &&
    moves.length === others.length &&
    moves.every(({ array, at, inserted, removed }, k) => {
      const move = others[others.length - 1 - k]
      return move?.array === array && move.at === at && move.inserted === removed && move.removed === inserted
    })
  return {
    remember(edit: Edit, selected: Selected): void {
      if (selected.entry !== edit.entry || selected.path === null) return
      if (!edit.moves?.some(({ inserted }) => inserted > 0)) return
      known.push({ edit, selected })
      if (known.length > MOST_INSERTIONS) known.shift()
    },
    /** The selection from before the insertion that an edit takes back. */
    take(undone: Edit): Selected | undefined {
      const at = known.findLastIndex(({ edit }) => isInverse(edit, undone))
      return at < 0 ? undefined : known.splice(at, 1)[0]?.selected
    },
  }
}

/** Keeps the selection at its nodes while edits move them. */
export function useSelectionMoves(replicas: Replicas) {
  const selection = useSelection()
  const inserted = insertions()
  selection.completeWith(selected => {
    const whole = selected.entry === null ? undefined : replicas.get(selected.entry)?.document
    return whole ? completed(selected, whole) : selected
  })
  return {
    follow(change: Change): void {
      for (const edit of change.transaction.edits) {
        if (change.kind !== 'undo') inserted.remember(edit, selection.selected)
        followPresses(edit)
        selection.rebase(edit.entry, selected => rebaseSelected(selected, edit, replicas.get(edit.entry)?.document))
      }
    },
    /** Selects what an undo changed. */
    async select(change: Change): Promise<void> {
      const edit = change.transaction.edits.find(other => other.attributes?.after !== null)
      if (!edit) return
      const before = change.kind === 'undo' ? inserted.take(edit) : undefined
      const whole = (await attempt(() => replicas.load(edit.entry)))?.document
      selection.select(whole ? changedBy(edit, whole, before) : { entry: edit.entry }, 'undo')
    },
    count: selection.moves,
  }
}

/** Changes of the open workspace, sent one after another. */
export function useEdits({ info, studio, replicas }: EditsHost, moves: ReturnType<typeof useSelectionMoves>) {
  const sending = ref(0)
  let outbox: Outbox | undefined

  /** Called once, when the studio is connected. */
  function begin(options: Pick<OutboxOptions, 'receive' | 'gestures' | 'recovered'>): void {
    outbox = createOutbox({
      replica: entry => replicas.get(entry),
      commit: transaction => studio().commit(transaction),
      ...options,
    })
  }

  /**
   * Commits edits, one transaction, after those sent before. Edits given as a function are computed then. Label null
   * names the change by its fields, the same words in every pane. Returns false where it was refused.
   */
  async function submit(label: Label | null, edits: Edits): Promise<boolean> {
    const locked = readOnlyRefusal(info.value)
    if (locked) {
      refuse(locked)
      return false
    }
    sending.value++
    try {
      await outbox?.send(label, edits)
      return true
    } catch (error) {
      refuse(error)
      return false
    } finally {
      sending.value--
    }
  }

  /** Sets the value of every node, as one transaction. */
  async function assignAll(entry: EntryPath, targets: readonly Target[], label: Label | null = null): Promise<boolean> {
    const replica = replicas.get(entry) ?? (await attempt(() => replicas.load(entry)))
    if (!replica) return false
    return submit(label, () => [assignTargets(replicas.get(entry) ?? replica, targets)])
  }

  /** Runs a change by the studio itself between the edits. Throws its errors. */
  async function act<T extends Made>(run: (studio: StudioApi) => Promise<T>): Promise<T> {
    if (!outbox) throw new Error('the workspace has no port yet')
    return outbox.act(() => run(studio()))
  }

  async function step(direction: 'undo' | 'redo'): Promise<void> {
    const before = moves.count()
    const commit = await attempt(() => act(api => api[direction]()))
    if (!commit || commit.kind === 'packed') return
    if (moves.count() === before && !hasDrafts()) await moves.select(commit)
  }

  return {
    ...{ begin, submit, assignAll, act },
    undo: () => step('undo'),
    redo: () => step('redo'),
    /** Calls with changes are pending. */
    isSending: computed(() => sending.value > 0),
    /** A step can be undone, or is pending: undo waits for it. */
    canUndo: computed(() => info.value?.canUndo === true || sending.value > 0),
    settled: async (): Promise<unknown> => outbox?.settled(),
  }
}
