import { fromHex } from '@areal-studio/core/layout'
import { useDebounceFn } from '@vueuse/core'
import { computed, onScopeDispose, shallowRef } from 'vue'

/** Rest after which typed bytes are committed, in milliseconds. */
export const IDLE = 700

/** The hexadecimal digit of a key press, by the place of the key: `Ф` of a Russian layout is the key of A. */
export function hexDigit(event: { readonly code: string; readonly key: string }): number | undefined {
  const match = /^(?:Digit|Numpad)(\d)$|^Key([A-F])$/.exec(event.code) ?? /^([0-9])$|^([a-fA-F])$/.exec(event.key)
  const digit = match?.[1] ?? match?.[2]
  return digit === undefined ? undefined : parseInt(digit, 16)
}

/** Bytes of `0C 00`, `0x0c,0x00`, `0c00`; undefined where the text is not hexadecimal. */
export function parseHex(text: string): Uint8Array | undefined {
  const bare = text.replace(/0x/gi, '').replace(/[\s,;]+/g, '')
  return bare === '' ? undefined : fromHex(bare)
}

export interface ByteRun {
  readonly offset: number
  readonly bytes: Uint8Array
}

/** Typed bytes as runs of neighbours, in order. */
export function runsOf(typed: ReadonlyMap<number, number>): ByteRun[] {
  const offsets = [...typed.keys()].sort((a, b) => a - b)
  const runs: { offset: number; bytes: number[] }[] = []
  for (const offset of offsets) {
    const run = runs.at(-1)
    const byte = typed.get(offset) ?? 0
    if (run && run.offset + run.bytes.length === offset) run.bytes.push(byte)
    else runs.push({ offset, bytes: [byte] })
  }
  return runs.map(run => ({ offset: run.offset, bytes: Uint8Array.from(run.bytes) }))
}

/**
 * Bytes that were typed and are not committed yet. They are committed as one step after a rest, or when `flush` is
 * called because the focus leaves; until the commit is confirmed they are shown over the bytes.
 */
export function useTyping(commit: (runs: readonly ByteRun[]) => Promise<boolean>) {
  const waiting = shallowRef<ReadonlyMap<number, number>>(new Map())
  const flying = shallowRef<ReadonlyMap<number, number>>(new Map())
  const flushSoon = useDebounceFn(flush, IDLE)

  function type(offset: number, byte: number): void {
    waiting.value = new Map(waiting.value).set(offset, byte)
    void flushSoon()
  }

  async function flush(): Promise<void> {
    if (waiting.value.size === 0) return
    const batch = waiting.value
    waiting.value = new Map()
    flying.value = new Map([...flying.value, ...batch])
    await commit(runsOf(batch))
    const left = new Map(flying.value)
    for (const [offset, byte] of batch) if (left.get(offset) === byte) left.delete(offset)
    flying.value = left
  }

  onScopeDispose(() => {
    void flush()
  })

  return {
    type,
    flush,
    drop(): void {
      waiting.value = new Map()
    },
    hasWaiting: computed(() => waiting.value.size > 0),
    shown: computed<ReadonlyMap<number, number>>(() =>
      flying.value.size === 0 ? waiting.value : new Map([...flying.value, ...waiting.value]),
    ),
  }
}
