import { shallowRef, type Ref } from 'vue'
import { StudioError } from '@areal-studio/core/format'
import type { CodePage } from '@areal-studio/core/layout'
import { isPartial, type Replica } from '../workspace/replica'
import { useWorkspace } from '../workspace/workspace.store'
import { windowAtWork } from '../workspace/windows'
import { isFree, replaceBytes } from './byte-edits'
import { bytesToText, repeated, type ByteText } from './byte-text'
import { farBytes, overwriteFar } from './far-bytes'
import { parseHex } from './typing'
import { useInsertion, withInsertion } from './use-insertion'

interface ToolOptions {
  readonly replica: Readonly<Ref<Replica | undefined>>
  readonly page: Readonly<Ref<CodePage>>
  /** The chosen bytes `[start, end)`. */
  readonly chosen: () => readonly [start: number, end: number]
  readonly pick: (start: number, end: number) => void
  /** Commits what is typed. */
  readonly flush: () => Promise<void>
}

/** What the person is asked, about the bytes from `start`. */
export type Asking =
  | { readonly what: 'paste'; readonly entry: string; readonly clipboard: string; readonly start: number; readonly size: number; readonly canInsert: boolean }
  | { readonly what: 'fill'; readonly entry: string; readonly start: number; readonly size: number }

/** Copying, pasting, filling, inserting and deleting of the chosen bytes; each is one step. */
export function useByteTools({ replica, page, chosen, pick, flush }: ToolOptions) {
  const workspace = useWorkspace()
  const asking = shallowRef<Asking>()
  const isInserting = shallowRef(false)
  let insertedIn = ''

  const insertion = useInsertion(({ at, bytes }) => put(insertedIn, at, at, bytes))
  const entryNow = (): string => replica.value?.image.entry ?? ''

  /** Puts bytes in place of `[start, end)` after all that is typed, on the bytes as they are when it is their turn. */
  function put(entry: string, start: number, end: number, bytes: Uint8Array): Promise<boolean> {
    return workspace.submit(null, () => {
      const now = workspace.replica(entry)
      if (!now) return []
      if (!isPartial(now)) return [replaceBytes(now, start, end, bytes)]
      if (bytes.length !== end - start) throw new StudioError('hex.large-length', { entry })
      return overwriteFar(workspace.studio, now.image, [{ offset: start, bytes }])
    })
  }

  async function change(entry: string, start: number, end: number, bytes: Uint8Array): Promise<void> {
    asking.value = undefined
    void flush()
    void insertion.flush()
    const isDone = await put(entry, start, end, bytes)
    if (isDone && entry === entryNow()) pick(start, start + Math.max(1, bytes.length))
  }

  function insertByte(at: number, byte: number): void {
    insertedIn = entryNow()
    insertion.insert(at, byte)
  }

  async function copy(as: ByteText): Promise<void> {
    const [start, end] = chosen()
    const now = replica.value
    const far = now && isPartial(now) ? await workspace.attempt(() => farBytes(workspace.studio, now.image, start, end)) : undefined
    const bytes = now && isPartial(now) ? far?.bytes : now?.image.bytes.subarray(start, end)
    if (!bytes || bytes.length === 0) return
    try {
      await windowAtWork().navigator.clipboard.writeText(bytesToText(bytes, as, page.value))
      workspace.notify({ code: 'ui.hex.copied', params: { n: bytes.length } }, 'ok')
    } catch {
      workspace.notify({ code: 'ui.hex.no-clipboard', params: {} }, 'warning')
    }
  }

  async function paste(): Promise<void> {
    try {
      askPaste(await windowAtWork().navigator.clipboard.readText())
    } catch {
      workspace.notify({ code: 'ui.hex.no-clipboard', params: {} }, 'warning')
    }
  }

  function askPaste(clipboard: string): void {
    const now = replica.value
    if (!now) return
    const [start, end] = chosen()
    asking.value = { what: 'paste', entry: now.image.entry, clipboard, start, size: end - start, canInsert: isFree(now, start) }
  }

  /** Plain hexadecimal bytes go where they fit; everything else is asked about. */
  function pasted(clipboard: string): void {
    const now = replica.value
    const [start, end] = chosen()
    const bytes = parseHex(clipboard)
    if (!now || !bytes) return askPaste(clipboard)
    const fits = start + bytes.length <= now.image.size && (end - start <= 1 || bytes.length <= end - start)
    if (isInserting.value && end - start <= 1) void change(now.image.entry, start, start, bytes)
    else if (fits) void change(now.image.entry, start, start + bytes.length, bytes)
    else askPaste(clipboard)
  }

  function askFill(): void {
    const [start, end] = chosen()
    if (end > start) asking.value = { what: 'fill', entry: entryNow(), start, size: end - start }
  }

  function toggleInsert(): void {
    void flush()
    void insertion.flush()
    isInserting.value = !isInserting.value
  }

  /** Whether a byte may be typed in before the one at `at`; says so where it may not, and nothing is overwritten in its stead. */
  function mayInsert(at: number): boolean {
    const now = replica.value
    if (!now || insertion.continues(at) || isFree(now, at)) return true
    workspace.notify({ code: isPartial(now) ? 'refusal.hex.large-length' : 'ui.hex.inserting.refused', params: {} }, 'warning')
    return false
  }

  const remove = (start: number, end: number): void => void change(entryNow(), start, end, new Uint8Array())

  return {
    asking, isInserting, pasted, remove, mayInsert,
    insertion: { ...insertion, insert: insertByte },
    /** Bytes with those in them that are being inserted. */
    shown: (bytes: Uint8Array): Uint8Array => (insertion.pending.value ? withInsertion(bytes, insertion.pending.value) : bytes),
    stopAsking(): void { asking.value = undefined },
    /** Writes bytes over those at `start`, after all that is typed. The selection stays. */
    async write(start: number, bytes: Uint8Array): Promise<void> {
      const entry = entryNow()
      void flush()
      void insertion.flush()
      await put(entry, start, start + bytes.length, bytes)
    },
    overwrite(bytes: Uint8Array): void {
      if (asking.value) void change(asking.value.entry, asking.value.start, asking.value.start + bytes.length, bytes)
    },
    insert(bytes: Uint8Array): void {
      if (asking.value) void change(asking.value.entry, asking.value.start, asking.value.start, bytes)
    },
    fill(pattern: Uint8Array): void {
      const now = asking.value
      if (now) void change(now.entry, now.start, now.start + now.size, repeated(pattern, now.size))
    },
    actions: {
      toggleInsert, fill: askFill,
      copy: (as: ByteText): void => void copy(as),
      paste: (): void => void paste(),
      remove: (): void => { remove(...chosen()) },
    },
  }
}
