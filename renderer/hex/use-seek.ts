import { computed, shallowRef, watch, type Ref } from 'vue'
import type { Words } from '@areal-studio/core/format'
import { seek, type Pattern } from '@areal-studio/core/search'
import type { Replica } from '../state/replica'
import { useWorkspace } from '../state/workspace.store'

/** Bytes that are read and searched at a time: some milliseconds of work. */
const PIECE = 2 * 1024 * 1024

/** Searches an entry that is too large to be loaded whole, reading it piece by piece from the caret on. */
export function useSeek(
  replica: Readonly<Ref<Replica | undefined>>,
  pattern: Readonly<Ref<Pattern | Words | undefined>>,
) {
  const workspace = useWorkspace()
  const state = shallowRef<'rest' | 'running' | 'missing'>('rest')
  const looked = shallowRef(0)
  let turn = 0

  function stop(): void {
    turn++
    state.value = 'rest'
  }
  watch([replica, pattern], stop, { flush: 'sync' }) // a search that begins right after must not be taken for the one before

  return {
    state,
    stop,
    /** Part that was searched, in percent. */
    percent: computed(() => Math.floor((100 * looked.value) / Math.max(1, replica.value?.image.size ?? 1))),
    /** The next place as bytes `[start, end)`; undefined where there is none, or another search or `stop` came between. */
    async next(caret: number, step: 1 | -1): Promise<readonly [number, number] | undefined> {
      stop()
      const mine = turn
      const image = replica.value?.image
      const wanted = pattern.value
      if (!image || !wanted || 'code' in wanted) return undefined
      state.value = 'running'
      const found = await seek(wanted, caret, step, {
        size: image.size,
        piece: PIECE,
        read: async (offset, length) =>
          (await workspace.attempt(() => workspace.studio.read(image.entry, { offset, length })))?.bytes,
        goOn: bytes => {
          if (turn === mine) looked.value = bytes
          return turn === mine
        },
      })
      if (turn !== mine) return undefined
      state.value = found === undefined ? 'missing' : 'rest'
      return found === undefined ? undefined : [found, found + wanted.values.length]
    },
  }
}
