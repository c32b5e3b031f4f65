import { useDebounceFn } from '@vueuse/core'
import { computed, onBeforeUnmount, shallowRef, triggerRef, watch, type Ref, type ShallowRef } from 'vue'
import { useSettings, useText } from '../state/settings.store'
import { useWorkspace } from '../state/workspace.store'
import type { TextEditor, TextKind } from './monaco/editor'
import type { TextEditorEvents } from './monaco/events'
import { TextSession, type NodePorts } from './session'

interface TextEditorOptions {
  /** The element of the editor, while it is shown. */
  readonly place: Readonly<Ref<HTMLElement | undefined>>
  readonly kind: TextKind
  readonly ports: NodePorts
  /** Milliseconds without a key after which the text is committed. */
  readonly idle: number
  readonly isWritable: Readonly<Ref<boolean>>
  /** Name for screen readers. */
  readonly label: Readonly<Ref<string>>
  /** Shows the text of what is selected; called when an editor is made. */
  readonly refresh: () => Promise<void>
  readonly events?: Partial<Pick<TextEditorEvents, 'moved' | 'offered'>>
}

/** A text editor that exists while its place does, and the session that keeps its text and the bytes in sync. */
export function useTextEditor(options: TextEditorOptions) {
  const text = useText()
  const editor = shallowRef<TextEditor>()
  /** The text while there is no editor: the pane is hidden, or shows something that has no text. */
  let kept = ''
  const session = shallowRef(
    new TextSession({
      ...options.ports,
      text: () => editor.value?.text() ?? kept,
      setText(next) {
        if (editor.value) editor.value.setText(next)
        else kept = next
      },
      changed: () => triggerRef(session),
    }),
  )
  const status = computed(() => {
    const now = session.value
    if (now.key === null) return undefined
    if (!options.isWritable.value) return 'locked'
    if (now.mistake) return 'wrong'
    return now.isDirty ? 'typing' : 'valid'
  })
  const mistakeWords = computed(() => {
    const { mistake } = session.value
    const words = mistake ? text.say(mistake.code, mistake.params) : ''
    return mistake?.place ? text.say('ui.json.at', { ...mistake.place, words }) : words
  })
  const hasFailed = usePlace(options, { editor, session, keep: last => (kept = last), kept: () => kept })
  watch(
    () => [session.value.isDirty, session.value.mistake] as const,
    ([isDirty, mistake]) => {
      editor.value?.setDirty(isDirty)
      editor.value?.setMarks(mistake ? [{ start: mistake.start, end: mistake.end, words: mistakeWords.value }] : [])
    },
  )

  return {
    editor,
    session,
    hasFailed,
    status,
    mistakeWords,
    takeTheirs(): void {
      session.value.takeTheirs()
      void options.refresh()
    },
  }
}

interface EditedText {
  readonly editor: ShallowRef<TextEditor | undefined>
  readonly session: ShallowRef<TextSession>
  /** The text while there is no editor. */
  keep(text: string): void
  kept(): string
}

/** Makes the editor in its place and disposes of it with that. Returns whether that failed. */
function usePlace({ place, kind, idle, label, refresh, events }: TextEditorOptions, edited: EditedText): Ref<boolean> {
  const workspace = useWorkspace()
  const settings = useSettings()
  const { editor, session } = edited
  const hasFailed = shallowRef(false)
  const commitNow = (): void => void session.value.commit()
  const commitSoon = useDebounceFn(commitNow, idle)
  const callbacks: TextEditorEvents = {
    typed() {
      if (editor.value?.isLarge()) triggerRef(session)
      else session.value.check()
      void commitSoon()
    },
    moved: () => undefined,
    offered: () => [],
    left: commitNow,
    commit: commitNow,
    undo: () => void workspace.undo(),
    redo: () => void workspace.redo(),
    ...events,
  }

  async function make(into: HTMLElement): Promise<void> {
    try {
      const { createTextEditor } = await import('./monaco/editor')
      const made = await createTextEditor(into, settings.language, callbacks, kind)
      if (!made) return
      // Another place is shown by now, or none.
      if (place.value !== into) return made.dispose()
      const isUnfinished = session.value.isDirty
      editor.value = made
      if (isUnfinished) {
        made.setText(edited.kept())
        session.value.check()
      } else session.value.key = null
      dress()
      await refresh()
    } catch (error) {
      workspace.refuse(error)
      hasFailed.value = true
    }
  }
  function end(): void {
    if (!editor.value) return
    edited.keep(editor.value.text())
    editor.value.dispose()
    editor.value = undefined
  }
  watch(
    place,
    into => {
      end()
      if (into) void make(into)
    },
    { flush: 'post' },
  )
  watch(
    () => workspace.info?.workspace,
    () => {
      session.value.takeTheirs()
      session.value.clear()
    },
  )
  onBeforeUnmount(() => {
    commitNow()
    end()
  })

  function dress(): void {
    editor.value?.useTheme(settings.shown === 'light', settings.shown === 'contrast')
    editor.value?.setWords(label.value)
  }
  watch(() => [settings.shown, settings.language, label.value], dress, { flush: 'post' })
  return hasFailed
}
