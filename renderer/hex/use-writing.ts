import { computed, shallowRef, type Ref } from 'vue'
import type { Edit } from '@areal-studio/core/edit'
import { StudioError } from '@areal-studio/core/format'
import { isPartial, type Replica } from '../state/replica'
import { useWorkspace } from '../state/workspace.store'
import { isFree, overwrite, replaceBytes } from './byte-edits'
import { overwriteFar } from './far-bytes'
import { useTyping } from './typing'
import { useInsertion } from './use-insertion'

/** Edits of the open entry's bytes: overwriting, inserting, or replacing a range at once. */
export function useWriting(replica: Readonly<Ref<Replica | undefined>>) {
  const workspace = useWorkspace()
  const isInserting = shallowRef(false)
  const entryNow = (): string => replica.value?.image.entry ?? ''
  // Another entry may be open by the time the typing rests.
  let typedIn = ''
  let insertedIn = ''

  const typing = useTyping(runs =>
    submit(typedIn, now => (isPartial(now) ? overwriteFar(workspace.studio, now.image, runs) : [overwrite(now, runs)])),
  )
  const insertion = useInsertion(({ at, bytes }) => put(insertedIn, at, at, bytes))

  /** One step, computed on the bytes present when it runs. */
  function submit(entry: string, editsOf: (now: Replica) => Edit[] | Promise<Edit[]>): Promise<boolean> {
    return workspace.submit(null, () => {
      const now = workspace.replica(entry)
      return now ? editsOf(now) : []
    })
  }

  /** Puts bytes in place of `[start, end)`. */
  function put(entry: string, start: number, end: number, bytes: Uint8Array): Promise<boolean> {
    return submit(entry, now => {
      if (!isPartial(now)) return [replaceBytes(now, start, end, bytes)]
      if (bytes.length !== end - start) throw new StudioError('hex.large-length', { entry })
      return overwriteFar(workspace.studio, now.image, [{ offset: start, bytes }])
    })
  }

  /** Commits what is typed. */
  function finish(): void {
    void typing.flush()
    void insertion.flush()
  }

  /** Whether a byte may be inserted before the one at `at`. Shows the reason where not; the caller then writes nothing. */
  function mayInsert(at: number): boolean {
    const now = replica.value
    if (!now || insertion.continues(at) || isFree(now, at)) return true
    workspace.notify(
      { code: isPartial(now) ? 'refusal.hex.large-length' : 'ui.hex.inserting.refused', params: {} },
      'warning',
    )
    return false
  }

  return {
    isInserting,
    finish,
    /** Bytes typed over others that are not committed yet. */
    typed: typing.shown,
    /** Inserted bytes that are not committed yet. */
    inserted: insertion.pending,
    /** Whether something is typed that can still be given up. */
    isTyping: computed(() => typing.hasWaiting.value || insertion.hasWaiting.value),
    type(offset: number, byte: number): void {
      typedIn = entryNow()
      if (!insertion.replace(offset, byte)) typing.type(offset, byte)
    },
    insert(at: number, byte: number): void {
      insertedIn = entryNow()
      insertion.insert(at, byte)
    },
    /** Puts bytes in place of `[start, end)`, after all that is typed. */
    replace(entry: string, start: number, end: number, bytes: Uint8Array): Promise<boolean> {
      finish()
      return put(entry, start, end, bytes)
    },
    /** Discards the typed bytes. */
    drop(): void {
      typing.drop()
      insertion.drop()
    },
    /** Switches between insert and overwrite, with a message where the fields allow no insertion at the caret. */
    toggleInsert(caret: number): void {
      finish()
      isInserting.value = !isInserting.value
      if (isInserting.value) mayInsert(caret)
    },
    mayInsert,
  }
}
