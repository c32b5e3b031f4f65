import { computed, shallowRef, watch, type Ref } from 'vue'
import { isPartial, overwritten, type Replica } from '../state/replica'
import { useWorkspace } from '../state/workspace.store'
import type { ByteSource } from './byte-source'

/** Bytes of a piece, and how many pieces are kept: the most recently used ones. */
const PIECE = 64 * 1024
const KEPT = 128

type Pieces = ReadonlyMap<number, Uint8Array>

/**
 * The bytes of an entry that is too large to be loaded whole, read where they are visible; `of`: the present or the
 * pristine ones.
 */
export function usePieces(replica: Readonly<Ref<Replica | undefined>>, of: 'present' | 'pristine' = 'present') {
  const workspace = useWorkspace()
  const pieces = shallowRef<Pieces>(new Map())
  const size = shallowRef<number>()
  const asked = new Set<number>()
  watch(
    replica,
    (now, before) => {
      if (now && before && isOverwritten(now, before)) {
        if (of === 'present') pieces.value = after(pieces.value, now)
        return
      }
      pieces.value = new Map()
      size.value = undefined
      asked.clear()
    },
    { flush: 'sync' },
  ) // one edit after another: each is done to the pieces

  const source = computed<ByteSource>(() => {
    const here = pieces.value
    const at = (offset: number): number | undefined => here.get(Math.floor(offset / PIECE))?.[offset % PIECE]
    return {
      size: size.value ?? replica.value?.image.size ?? 0,
      at,
      slice(start, end) {
        const bytes = Array.from({ length: Math.max(0, end - start) }, (_, i) => at(start + i))
        return bytes.includes(undefined) ? undefined : Uint8Array.from(bytes, byte => byte ?? 0)
      },
    }
  })

  async function read(piece: number): Promise<void> {
    const entry = replica.value?.image.entry
    if (entry === undefined || asked.has(piece)) return
    asked.add(piece)
    const found = await workspace.attempt(() =>
      workspace.studio.read(entry, { offset: piece * PIECE, length: PIECE, of }),
    )
    const now = replica.value
    if (!found || now?.image.entry !== entry) return
    if (found.revision < now.image.revision) {
      // an edit came between
      asked.delete(piece)
      return read(piece)
    }
    size.value = found.size
    const kept = [...pieces.value, [piece, found.bytes] as const].slice(-KEPT)
    pieces.value = new Map(kept)
    asked.clear()
    for (const [known] of kept) asked.add(known)
  }

  return {
    source,
    /** Bytes `[start, end)` are visible. */
    see(start: number, end: number): void {
      if (!replica.value || !isPartial(replica.value)) return
      for (let piece = Math.floor(start / PIECE); piece <= Math.floor(end / PIECE); piece++) void read(piece)
    },
  }
}

/** Whether `now` is `before` after one edit that moves no byte. */
const isOverwritten = (now: Replica, before: Replica): boolean =>
  now.image.entry === before.image.entry &&
  now.version === before.version + 1 &&
  now.splices?.every(splice => splice.removed.length === splice.inserted.length) === true

const after = (pieces: Pieces, { splices = [] }: Replica): Pieces =>
  new Map(
    [...pieces].map(([piece, bytes]) => {
      const start = piece * PIECE
      const isTouched = splices.some(
        ({ offset, inserted }) => offset < start + bytes.length && offset + inserted.length > start,
      )
      return [piece, isTouched ? overwritten(bytes, splices, start) : bytes]
    }),
  )
