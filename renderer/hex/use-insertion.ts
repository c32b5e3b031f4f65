import { useDebounceFn } from '@vueuse/core'
import { computed, onScopeDispose, shallowRef } from 'vue'
import { IDLE } from './typing'

/** Bytes that are inserted at a place and not committed yet. */
export interface Insertion {
  readonly at: number
  readonly bytes: Uint8Array
}

/** Bytes with an insertion in them. */
export function withInsertion(bytes: Uint8Array, { at, bytes: inserted }: Insertion): Uint8Array {
  const joined = new Uint8Array(bytes.length + inserted.length)
  joined.set(bytes.subarray(0, at))
  joined.set(inserted, at)
  joined.set(bytes.subarray(at), at + inserted.length)
  return joined
}

/** Typing in insert mode: bytes that follow each other are one insertion, committed after a rest or by `flush`. */
export function useInsertion(commit: (insertion: Insertion) => Promise<boolean>) {
  const pending = shallowRef<Insertion>()
  const flying = shallowRef<Promise<unknown>>()
  const flushSoon = useDebounceFn(flush, IDLE)

  function insert(at: number, byte: number): void {
    const before = pending.value
    if (flying.value || (before && at !== before.at + before.bytes.length)) {
      void flush()
      void flying.value?.then(() => {
        insert(at, byte)
      })
      return
    }
    pending.value = before
      ? { at: before.at, bytes: Uint8Array.from([...before.bytes, byte]) }
      : { at, bytes: Uint8Array.of(byte) }
    void flushSoon()
  }

  /** Gives a byte of the insertion another value; answers false where the byte is none of them. */
  function replace(offset: number, byte: number): boolean {
    const now = pending.value
    if (!now || flying.value || offset < now.at || offset >= now.at + now.bytes.length) return false
    pending.value = { at: now.at, bytes: now.bytes.map((old, i) => (now.at + i === offset ? byte : old)) }
    void flushSoon()
    return true
  }

  async function flush(): Promise<void> {
    const now = pending.value
    if (!now || flying.value) return
    flying.value = commit(now)
    await flying.value
    flying.value = undefined
    pending.value = undefined
  }

  onScopeDispose(() => {
    void flush()
  })

  return {
    insert,
    replace,
    flush,
    /** A byte inserted at `at` joins those that are being inserted. */
    continues: (at: number): boolean =>
      pending.value !== undefined && at === pending.value.at + pending.value.bytes.length,
    drop(): void {
      if (!flying.value) pending.value = undefined
    },
    /** Bytes that can still be given up: no commit of them is under way. */
    hasWaiting: computed(() => pending.value !== undefined && !flying.value),
    pending: computed(() => pending.value),
  }
}
