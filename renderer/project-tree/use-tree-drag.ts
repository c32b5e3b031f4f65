import { computed, ref, type Ref } from 'vue'
import { safeName } from '@areal-studio/core/format'
import { dragged, hasFiles } from '../state/dragged'
import { useWorkspace } from '../state/workspace.store'
import { useExchange } from './exchange.store'
import type { ProjectRow } from './tree-rows'

/** An entry up to this size is made ready to be dragged out of the window, in bytes. */
const LARGEST = 16 * 1024 * 1024
/** Time in which the system may still fetch a row dropped outside, in milliseconds. */
const KEPT = 60_000

/** Drag and drop in the project tree: rows dragged out of it, and files dropped on rows. Esc cancels either. */
export function useTreeDrag(rows: Readonly<Ref<readonly ProjectRow[]>>) {
  const workspace = useWorkspace()
  const exchange = useExchange()
  const over = ref<string | null>(null)
  let address = ''
  /** Bytes of the row that was pressed last. They are no replica: nothing has to keep them up to date. */
  let pressed: { readonly key: string; readonly bytes: Uint8Array } | undefined

  function rowAt(event: Event): ProjectRow | undefined {
    const element = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-key]') : null
    return element ? rows.value.find(row => row.key === element.dataset['key']) : undefined
  }

  /** Read when the button is pressed: a drag must have its bytes when it begins. */
  function press(event: PointerEvent): void {
    const row = event.button === 0 ? rowAt(event) : undefined
    pressed = undefined
    if (!row || row.item.kind === 'folder' || row.item.state === 'removed' || row.item.size > LARGEST) return
    workspace.studio.read(row.key).then(
      ({ bytes, size }) => {
        if (bytes.length === size) pressed = { key: row.key, bytes }
      },
      () => undefined,
    ) // said where it is opened
  }

  /** The path for other panes; for the desktop the entry as a file, as Chromium has it: Electron's own `startDrag` would end the drag between panes. */
  function begin(event: DragEvent): void {
    const row = rowAt(event)
    const data = event.dataTransfer
    if (!row || !data) return
    dragged.value = row.item
    data.effectAllowed = 'copy'
    data.setData('text/plain', row.key)
    if (pressed?.key !== row.key) return
    address = URL.createObjectURL(new Blob([Uint8Array.from(pressed.bytes)], { type: 'application/octet-stream' }))
    data.setData('DownloadURL', `application/octet-stream:${safeName(row.item.name)}:${address}`)
  }

  function end(): void {
    dragged.value = null
    const used = address
    address = ''
    if (used !== '') window.setTimeout(() => URL.revokeObjectURL(used), KEPT)
  }

  function move(event: DragEvent): void {
    const row = hasFiles(event) ? rowAt(event) : undefined
    over.value = row?.key ?? null
    if (row && event.dataTransfer) event.dataTransfer.dropEffect = 'copy'
  }

  /** A folder, a program or a project is opened by the window, wherever it is dropped. */
  function drop(event: DragEvent): void {
    over.value = null
    const row = hasFiles(event) ? rowAt(event) : undefined
    const { files = [], items = [] } = event.dataTransfer ?? {}
    const isToOpen =
      [...items].some(item => item.webkitGetAsEntry()?.isDirectory === true) ||
      [...files].some(file => /\.(?:exe|areal)$/i.test(file.name))
    if (!row || files.length === 0 || isToOpen) return
    event.preventDefault()
    event.stopPropagation()
    void exchange.offerFiles(row.item, [...files])
  }

  const leave = (): void => {
    over.value = null
  }
  return {
    over: computed(() => over.value),
    on: { pointerdown: press, dragstart: begin, dragend: end, dragover: move, dragleave: leave, drop },
  }
}
