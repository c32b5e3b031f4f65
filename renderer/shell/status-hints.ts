import { computed, type ComputedRef } from 'vue'
import { shownKey } from '../commands/commands'
import { keyLabel } from '../commands/keys'
import { usePanes, type Hint, type PaneId } from '../state/panes.store'
import { useWorkspace } from '../state/workspace.store'

const LIST_HINTS: readonly Hint[] = [
  { mouse: 'left', does: 'ui.hint.select' },
  { keys: 'Up Down', does: 'ui.hint.walk' },
]
const keysOf = (id: string): string => shownKey(id) ?? ''
const original = (pane: PaneId): Hint => ({ keys: keysOf(`${pane}.revert`), does: 'ui.hint.original' })
/** What mouse and keys do in each pane; those of the map follow its tool and the keys that are held (`panes.hints`). */
const paneHints = (): Partial<Record<PaneId, readonly Hint[]>> => ({
  tree: [
    { mouse: 'left', does: 'ui.hint.open' },
    { mouse: 'right', does: 'ui.hint.menu' },
    { keys: 'Enter', does: 'ui.hint.open' },
  ],
  problems: [...LIST_HINTS, { keys: keysOf('select.next-problem'), does: 'command.select.next-problem' }],
  history: [
    { mouse: 'left', does: 'ui.hint.go-back' },
    { keys: keysOf('edit.undo'), does: 'command.edit.undo' },
  ],
  changes: LIST_HINTS,
  find: [...LIST_HINTS, { keys: 'Enter', does: 'ui.hint.open' }],
  gallery: [{ mouse: 'left', does: 'ui.hint.open' }],
  picture: [
    { mouse: 'left', does: 'ui.hint.pick' },
    { mouse: 'wheel', does: 'ui.hint.zoom' },
    { keys: keysOf('picture.fit'), does: 'command.picture.fit' },
    { keys: keysOf('picture.before-after'), does: 'command.picture.before-after' },
  ],
  sound: [
    { mouse: 'left', does: 'ui.hint.seek' },
    { keys: keysOf('sound.play'), does: 'command.sound.play' },
  ],
  form: [{ keys: 'Tab', does: 'ui.hint.next-field' }, original('form')],
  struct: [...LIST_HINTS, { keys: keysOf('struct.edit'), does: 'ui.hint.edit' }, original('struct')],
  hex: [
    { keys: '0-F', does: 'ui.hint.overwrite' },
    { keys: keysOf('hex.insert-mode'), does: 'ui.hint.insert-mode' },
    { keys: 'Tab', does: 'ui.hint.text-column' },
    { keys: keysOf('hex.go-to'), does: 'ui.hint.go-to' },
  ],
  json: [
    { keys: keyLabel('Mod+Space'), does: 'ui.hint.suggestions' },
    { keys: keysOf('find.here'), does: 'command.find.here' },
  ],
  text: [{ keys: keysOf('find.here'), does: 'command.find.here' }],
  jobs: [],
  help: [],
  table: [
    { keys: 'Enter', does: 'ui.hint.type-down' },
    { keys: 'Tab', does: 'ui.hint.next-cell' },
    original('table'),
    { keys: keyLabel('Mod+KeyV'), does: 'ui.table.paste' },
  ],
  deploy: [
    { keys: keysOf('build.run'), does: 'ui.deploy.and-run' },
    { keys: keysOf('build.pack'), does: 'command.build.pack' },
  ],
})

const atStart = (): readonly Hint[] => [
  { keys: keysOf('file.open'), does: 'command.file.open' },
  { keys: keysOf('help.open'), does: 'command.help.open' },
]

/**
 * Hints of mouse and keys for the left of the status bar: how to end a drag, else those of the pane under the pointer,
 * else of the pane with the focus.
 */
export function useStatusHints(): ComputedRef<readonly Hint[]> {
  const workspace = useWorkspace()
  const panes = usePanes()
  const own = computed(paneHints)
  return computed(() => {
    if (!workspace.isOpen) return atStart()
    if (panes.dragging) return panes.dragging
    const pane = panes.pointed ?? panes.focused
    return (pane && (panes.modes.get(pane) ?? own.value[pane])) ?? panes.hints
  })
}
