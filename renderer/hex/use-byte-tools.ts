import { shallowRef, type Ref } from 'vue'
import type { CodePage } from '@areal-studio/core/layout'
import { isPartial, type Replica } from '../state/replica'
import { useWorkspace } from '../state/workspace.store'
import { windowAtWork } from '../state/windows'
import { isFree } from './byte-edits'
import { bytesToText, repeated, type ByteText } from './byte-text'
import { farBytes } from './far-bytes'
import { parseHex } from './typing'
import type { useLock } from './use-lock'
import type { useWriting } from './use-writing'

interface ToolOptions {
  readonly replica: Readonly<Ref<Replica | undefined>>
  readonly page: Readonly<Ref<CodePage>>
  /** The chosen bytes `[start, end)`. */
  readonly chosen: () => readonly [start: number, end: number]
  readonly pick: (start: number, end: number) => void
  readonly writing: ReturnType<typeof useWriting>
  readonly unlessLocked: ReturnType<typeof useLock>['unlessLocked']
}

/** The open form, about the bytes from `start`. */
type Asking =
  | {
      readonly what: 'paste'
      readonly entry: string
      readonly clipboard: string
      readonly start: number
      readonly size: number
      readonly canInsert: boolean
    }
  | { readonly what: 'fill'; readonly entry: string; readonly start: number; readonly size: number }

/** Copying, pasting, filling and deleting of the chosen bytes; each is one step. */
export function useByteTools({ replica, page, chosen, pick, writing, unlessLocked }: ToolOptions) {
  const workspace = useWorkspace()
  const asking = shallowRef<Asking>()
  const entryNow = (): string => replica.value?.image.entry ?? ''

  async function change(entry: string, start: number, end: number, bytes: Uint8Array): Promise<void> {
    asking.value = undefined
    const isDone = await writing.replace(entry, start, end, bytes)
    if (isDone && entry === entryNow()) pick(start, start + Math.max(1, bytes.length))
  }

  async function copy(as: ByteText): Promise<void> {
    const [start, end] = chosen()
    const now = replica.value
    const far =
      now && isPartial(now)
        ? await workspace.attempt(() => farBytes(workspace.studio, now.image, start, end))
        : undefined
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
    asking.value = {
      what: 'paste',
      entry: now.image.entry,
      clipboard,
      start,
      size: end - start,
      canInsert: isFree(now, start),
    }
  }

  /** Plain hexadecimal bytes are pasted where they fit; for everything else a form opens. */
  function pasted(clipboard: string): void {
    const now = replica.value
    const [start, end] = chosen()
    const bytes = parseHex(clipboard)
    if (!now || !bytes) return askPaste(clipboard)
    const fits = start + bytes.length <= now.image.size && (end - start <= 1 || bytes.length <= end - start)
    if (writing.isInserting.value && end - start <= 1) void change(now.image.entry, start, start, bytes)
    else if (fits) void change(now.image.entry, start, start + bytes.length, bytes)
    else askPaste(clipboard)
  }

  function askFill(): void {
    const [start, end] = chosen()
    if (end > start) asking.value = { what: 'fill', entry: entryNow(), start, size: end - start }
  }

  const remove = unlessLocked((start: number, end: number) => void change(entryNow(), start, end, new Uint8Array()))

  return {
    asking,
    remove,
    pasted: unlessLocked(pasted),
    stopAsking(): void {
      asking.value = undefined
    },
    /** Writes bytes over those at `start`. The selection stays. */
    write(start: number, bytes: Uint8Array): void {
      void writing.replace(entryNow(), start, start + bytes.length, bytes)
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
      toggleInsert: unlessLocked(() => writing.toggleInsert(chosen()[0])),
      fill: unlessLocked(askFill),
      copy: (as: ByteText): void => void copy(as),
      paste: unlessLocked(() => void paste()),
      remove: (): void => remove(...chosen()),
    },
  }
}
