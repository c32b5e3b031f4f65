import { computed, shallowRef, watch, type Ref } from 'vue'
import type { Replica } from '../workspace/replica'
import { useWorkspace } from '../workspace/workspace.store'
import type { ByteSource } from './byte-source'

/** Bytes of a piece, and how many pieces are kept: those looked at last. */
const PIECE = 64 * 1024
const KEPT = 128

/** The bytes of an entry that is too large to be here whole, read as they are looked at. */
export function usePieces(replica: Readonly<Ref<Replica | undefined>>) {
  const workspace = useWorkspace()
  const pieces = shallowRef<ReadonlyMap<number, Uint8Array>>(new Map())
  const asked = new Set<number>()
  const isLarge = computed(() => replica.value !== undefined && replica.value.image.size > replica.value.image.bytes.length)
  watch(replica, () => {
    pieces.value = new Map()
    asked.clear()
  })

  const source = computed<ByteSource>(() => {
    const here = pieces.value
    const at = (offset: number): number | undefined => here.get(Math.floor(offset / PIECE))?.[offset % PIECE]
    return {
      size: replica.value?.image.size ?? 0, at,
      slice(start, end) {
        const bytes = Array.from({ length: Math.max(0, end - start) }, (_, i) => at(start + i))
        return bytes.includes(undefined) ? undefined : Uint8Array.from(bytes, byte => byte ?? 0)
      },
    }
  })

  async function read(piece: number): Promise<void> {
    const now = replica.value
    if (!now || asked.has(piece)) return
    asked.add(piece)
    const found = await workspace.attempt(() => workspace.studio.read(now.image.entry, { offset: piece * PIECE, length: PIECE }))
    if (replica.value !== now || !found) return
    const kept = [...pieces.value, [piece, found.bytes] as const].slice(-KEPT)
    pieces.value = new Map(kept)
    asked.clear()
    for (const [known] of kept) asked.add(known)
  }

  return {
    isLarge, source,
    /** Bytes `[start, end)` are looked at. */
    see(start: number, end: number): void {
      if (!isLarge.value) return
      for (let piece = Math.floor(start / PIECE); piece <= Math.floor(end / PIECE); piece++) void read(piece)
    },
  }
}
