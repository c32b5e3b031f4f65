import { computed, onScopeDispose, shallowRef, watch, type Ref } from 'vue'
import { alignedSplices, type EntryPath } from '@areal-studio/core/edit'
import type { Bytes, Splice } from '@areal-studio/core/layout'
import type { Ranges } from '../value/ranges'
import { remember, remembered } from '../state/remembered'
import { isPartial } from '../state/replica'
import { useSelection } from '../state/selection.store'
import { useWorkspace } from '../state/workspace.store'
import { Alignment, differences } from './alignment'
import { wholeSource, type ByteSource } from './byte-source'
import type { ImagePair } from './compare-worker'
import CompareWorker from './compare-worker?worker'

/** What the bytes are compared with: nothing, the bytes before any edit, another entry. */
export type CompareWith = 'none' | 'original' | { readonly entry: EntryPath }

/** Two images, compared. */
export interface Comparison {
  /** The present bytes that were compared. */
  readonly bytes: Bytes
  readonly other: ByteSource
  readonly lines: Alignment
  /** Where they differ, changes that lie close together as one. */
  readonly changed: Ranges
}

/** Bytes of both images together that are compared at once; more of them are compared in a thread of their own. */
const AT_ONCE = 1024 * 1024

/** The comparison of the open entry, computed again when one side changes. */
export function useCompare(bytes: Readonly<Ref<Bytes | undefined>>, pristine: Readonly<Ref<Bytes | undefined>>) {
  const workspace = useWorkspace()
  const selection = useSelection()
  const kept = (): CompareWith => (remembered('hex.compare') === 'none' ? 'none' : 'original')
  const target = shallowRef<CompareWith>(kept())
  const result = shallowRef<Comparison>()
  let stop = (): void => undefined

  const entry = computed(() => (typeof target.value === 'object' ? target.value.entry : undefined))
  const other = computed(() => {
    if (entry.value !== undefined) return workspace.replica(entry.value)?.image.bytes
    return target.value === 'original' ? pristine.value : undefined
  })

  watch(
    () => [bytes.value, other.value] as const,
    ([mine, theirs]) => {
      stop()
      if (!mine || !theirs) {
        result.value = undefined
        return
      }
      if (mine === theirs || mine.length + theirs.length <= AT_ONCE)
        result.value = compared(mine, theirs, mine === theirs ? [] : alignedSplices(theirs, mine))
      else
        stop = compareApart(mine, theirs, splices => {
          result.value = compared(mine, theirs, splices)
        })
    },
    { immediate: true },
  )
  onScopeDispose(() => stop())

  watch(
    () => selection.entry,
    () => {
      target.value = kept()
    },
  )

  async function choose(next: CompareWith): Promise<void> {
    if (typeof next === 'object') {
      const found = await workspace.attempt(() => workspace.load(next.entry))
      if (!found) return
      if (isPartial(found)) return workspace.notify({ code: 'ui.hex.compare.large', params: {} }, 'warning')
    } else remember('hex.compare', next)
    target.value = next
  }

  return {
    target,
    choose,
    /** Undefined while nothing is compared or the present bytes are not compared yet. */
    comparison: computed(() =>
      result.value && result.value.bytes === bytes.value && other.value ? result.value : undefined,
    ),
    isBusy: computed(
      () => other.value !== undefined && bytes.value !== undefined && result.value?.bytes !== bytes.value,
    ),
  }
}

/** Typing changes the bytes with each key: the comparison waits for a pause. */
const PAUSE_MS = 30

/** Compares in a thread of its own; the answer takes it back. Where no thread can be started the window does it. */
function compareApart(mine: Bytes, theirs: Bytes, done: (splices: readonly Splice[]) => void): () => void {
  let worker: Worker | undefined
  const timer = setTimeout(() => {
    worker = new CompareWorker()
    worker.addEventListener('message', ({ data }: MessageEvent<readonly Splice[]>) => {
      worker?.terminate()
      done(data)
    })
    worker.addEventListener('error', () => done(alignedSplices(theirs, mine)))
    // A view would be sent with the whole buffer behind it.
    const pair: ImagePair = { mine: mine.slice(), theirs: theirs.slice() }
    worker.postMessage(pair, [pair.mine.buffer, pair.theirs.buffer])
  }, PAUSE_MS)
  return () => {
    clearTimeout(timer)
    worker?.terminate()
  }
}

function compared(mine: Bytes, theirs: Bytes, splices: readonly Splice[]): Comparison {
  return {
    bytes: mine,
    other: wholeSource(theirs),
    lines: new Alignment(mine.length, theirs.length, splices),
    changed: differences(splices, mine.length),
  }
}
