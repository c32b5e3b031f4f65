import { nextTick, onScopeDispose, shallowReactive } from 'vue'
import { usePanes, type PaneId } from '../state/panes.store'
import type { Command, Context } from './command'
import type { Key } from './keys'

interface PaneKey {
  readonly keys: readonly Key[]
  /** Left to a field that is typed in. */
  readonly isTyping?: true
  readonly repeats?: true
}

/** What panes do by keys of their own, by the part of the window: known before the pane is first seen, so that the keys can be changed. */
const PANE_KEYS: Readonly<Record<Exclude<Context, 'map' | 'model'>, Readonly<Record<string, PaneKey>>>> = {
  picture: {
    'picture.zoom-in': { keys: ['Equal', 'Shift+Equal', 'NumpadAdd'], isTyping: true, repeats: true },
    'picture.zoom-out': { keys: ['Minus', 'NumpadSubtract'], isTyping: true, repeats: true },
    'picture.fit': { keys: ['Digit0', 'Numpad0'], isTyping: true },
    'picture.actual-size': { keys: ['Digit1', 'Numpad1'], isTyping: true },
    'picture.next-level': { keys: ['PageDown'], isTyping: true },
    'picture.previous-level': { keys: ['PageUp'], isTyping: true },
    'picture.before-after': { keys: ['Backslash'], isTyping: true },
  },
  sound: {
    'sound.play': { keys: ['Space'], isTyping: true },
    'sound.loop': { keys: ['KeyL'], isTyping: true },
  },
  tree: {
    'tree.rename': { keys: ['F2'] },
    'tree.remove': { keys: ['Delete'], isTyping: true },
    'tree.duplicate': { keys: ['Mod+KeyD'] },
    'tree.select-all': { keys: ['Mod+KeyA'], isTyping: true },
  },
  table: {
    'table.find': { keys: ['Mod+KeyF'] },
    'table.find-next': { keys: ['F3'], repeats: true },
    'table.find-previous': { keys: ['Shift+F3'], repeats: true },
    'table.select-all': { keys: ['Mod+KeyA'], isTyping: true },
    'table.invert': { keys: ['Mod+KeyI'], isTyping: true },
    'table.edit': { keys: ['F2'], isTyping: true },
    'table.revert': { keys: ['Mod+Backspace'], isTyping: true },
    'table.paste-new': { keys: ['Mod+Alt+KeyV'], isTyping: true },
  },
  hex: {
    'hex.find': { keys: ['Mod+KeyF'] },
    'hex.find-next': { keys: ['F3'], repeats: true },
    'hex.find-previous': { keys: ['Shift+F3'], repeats: true },
    'hex.go-to': { keys: ['Mod+KeyG'] },
    'hex.copy-as': { keys: ['Mod+Alt+KeyC'] },
    'hex.paste-as': { keys: ['Mod+Shift+KeyV'] },
    'hex.insert-mode': { keys: ['Insert'] },
    'hex.bookmark': { keys: ['Mod+KeyM'] },
    'hex.next-bookmark': { keys: ['F2'], repeats: true },
    'hex.previous-bookmark': { keys: ['Shift+F2'], repeats: true },
    'hex.next-difference': { keys: ['Alt+ArrowDown'], repeats: true },
    'hex.previous-difference': { keys: ['Alt+ArrowUp'], repeats: true },
  },
  bookmarks: {
    'bookmarks.edit': { keys: ['F2'] },
    'bookmarks.remove': { keys: ['Delete'] },
  },
  form: {
    'form.rename': { keys: ['F2'] },
    'form.revert': { keys: ['Mod+Backspace'] },
    'form.copy-record': { keys: ['Mod+Shift+KeyC'] },
    'form.paste-record': { keys: ['Mod+Shift+KeyV'] },
    'form.paste-new': { keys: ['Mod+Alt+KeyV'] },
  },
  problems: {
    'problems.hide': { keys: ['Delete'], isTyping: true },
  },
  struct: {
    'struct.edit': { keys: ['F2'], isTyping: true },
    'struct.revert': { keys: ['Mod+Backspace'], isTyping: true },
    'struct.copy': { keys: ['Mod+KeyC'], isTyping: true },
    'struct.copy-path': { keys: ['Mod+Shift+KeyC'], isTyping: true },
  },
}

interface Action {
  readonly run: () => void
  readonly isEnabled?: () => boolean
}
const actions = shallowReactive(new Map<string, Action>())

/** Registers the handlers of pane commands while the pane is mounted. */
export function usePaneCommands(own: Readonly<Record<string, Action | (() => void)>>): void {
  for (const [id, action] of Object.entries(own))
    actions.set(id, typeof action === 'function' ? { run: action } : action)
  onScopeDispose(() => {
    for (const id of Object.keys(own)) actions.delete(id)
  })
}

/** The commands of all panes; one of a pane that was not seen yet is disabled. */
export function paneCommands(): Command[] {
  const panes = usePanes()
  return Object.entries(PANE_KEYS).flatMap(([name, own]) => {
    const context = name as Exclude<Context, 'map' | 'model'>
    const pane: PaneId = context === 'bookmarks' ? 'hex' : context
    return Object.entries(own).map(
      ([id, { keys, isTyping, repeats }]): Command => ({
        id,
        menu: 'edit',
        isInMenu: false,
        context,
        keys,
        ...(isTyping && { isTyping }),
        ...(repeats && { repeats }),
        isEnabled: () => actions.has(id) && actions.get(id)?.isEnabled?.() !== false,
        run: () => {
          if (panes.isVisible(pane)) return actions.get(id)?.run()
          panes.show(pane)
          void nextTick(() => actions.get(id)?.run())
        },
      }),
    )
  })
}
