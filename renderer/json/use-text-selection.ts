import { useDebounceFn, useThrottleFn } from '@vueuse/core'
import { shallowRef, type Ref } from 'vue'
import { locate, type Document, type Node } from '@areal-studio/core/layout'
import { recordOf } from '../state/label'
import { useSelection } from '../state/selection.store'
import { nodeAtText, spanOf, treeOf } from './json-place'
import type { TextEditor } from '../text-editor/monaco/editor'
import type { TextSession } from '../text-editor/session'

interface TextSelectionOptions {
  readonly editor: Readonly<Ref<TextEditor | undefined>>
  readonly session: Readonly<Ref<TextSession>>
  readonly document: Readonly<Ref<Document | undefined>>
  /** The node whose text is shown, where the text is of it already. */
  readonly shown: () => Node | undefined
}

/** A key that is held moves the caret more often than all panes can follow. */
const FOLLOWED = 100
/** Text that is being typed is parsed for every place in it. */
const TYPED = 30

/** The caret of the text selects a node; the text of the selected node is framed. */
export function useTextSelection({ editor, session, document, shown }: TextSelectionOptions) {
  const selection = useSelection()
  /** The node whose text is framed. */
  const framed = shallowRef<string | null>(null)

  /** The caret was moved while something was selected; what another pane has selected since stays. */
  function moved(offset: number, during: unknown): void {
    const node = shown()
    const { entry } = selection
    if (selection.selected !== during || !node || !editor.value || entry === null) return
    const found = nodeAtText(treeOf(editor.value.text()), node, offset)
    if (found.path === selection.path || found.path === '') return
    selection.select({ entry, path: found.path, paths: [recordOf(found).path] }, 'json')
  }
  const movedOften = useThrottleFn(moved, FOLLOWED, true)
  const movedWhileTyping = useDebounceFn(moved, TYPED)

  return {
    framed,
    /** The user moved the caret. */
    moved: (offset: number): void =>
      void (session.value.isDirty ? movedWhileTyping : movedOften)(offset, selection.selected),
    /** The selected node's text is framed; it is scrolled to where another pane selected it. */
    follow(): void {
      const node = shown()
      const view = editor.value
      if (!document.value || !node || !view) return
      const selected = selection.path === null ? undefined : locate(document.value, selection.path)
      const span = selected && selected.path !== node.path ? spanOf(treeOf(view.text()), node, selected) : undefined
      view.setSelected(span, selection.source !== 'json' && !session.value.isDirty)
      framed.value = span ? selection.path : node.path
    },
  }
}
