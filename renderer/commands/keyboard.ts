import { everyWindow, inEveryWindow } from '../state/windows'
import type { Command } from './command'
import { allCommands } from './commands'
import { matches, readLayout } from './keys'
import { paneAt } from './pane-focus'

const TYPED_IN =
  'input, textarea, select, [contenteditable=""], [contenteditable="true"], [data-own-keys], .monaco-editor'

/** Text fields, hex cells and the JSON editor keep their own keys. */
function isTypedIn(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest(TYPED_IN) !== null && !isQuietInput(target)
}
const isQuietInput = (target: Element): boolean =>
  target instanceof HTMLInputElement && ['checkbox', 'radio', 'button', 'range'].includes(target.type)

const SLIDER_KEYS = ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'Home', 'End', 'PageUp', 'PageDown']

/** The keys that move a slider are its own. */
const isSlid = ({ target, key, ctrlKey, altKey, metaKey }: KeyboardEvent): boolean =>
  target instanceof HTMLInputElement &&
  target.type === 'range' &&
  SLIDER_KEYS.includes(key) &&
  !(ctrlKey || altKey || metaKey)

/** Monaco calls its line to find text a dialog, and the dock a pane that floats; they cover nothing, nor does what waits in a corner. */
const isOverlaid = (): boolean =>
  inEveryWindow(
    '[role="dialog"]:not(.monaco-editor *, .dv-resize-container, .ui-dialog.aside), [role="menu"], [role="alertdialog"]',
  ) !== null

/** Fields with text that was typed and not yet taken by Enter or by leaving the field. */
const unsaved = new WeakSet<EventTarget>()

function keepsKey(command: Command, target: EventTarget | null): boolean {
  if (command.isTyping === undefined || !isTypedIn(target)) return false
  const isField = target instanceof HTMLInputElement && !target.closest('[data-own-keys], .monaco-editor')
  return command.isTyping === true || !isField || unsaved.has(target)
}

/** The command of a key where the focus is: of that part of the window first. */
function asked(event: KeyboardEvent): Command | undefined {
  const found = allCommands().filter(command => command.keys?.some(key => matches(key, event)))
  for (let at = contextAt(event.target); at; at = contextAt(at.parentElement)) {
    const context = at.dataset['context']
    const own = found.find(command => command.context === context)
    if (own) return own
  }
  return found.find(command => command.context === undefined)
}

/** The innermost part of the window around an element that has keys of its own. */
const contextAt = (target: EventTarget | null): HTMLElement | null =>
  target instanceof Element ? target.closest<HTMLElement>('[data-context]') : null

/** Whether the focus is where a command has its keys; what has no pane is everywhere. */
function actsAt({ panes }: Command, target: EventTarget | null): boolean {
  const pane = target instanceof Element ? paneAt(target) : undefined
  return !panes || pane === undefined || panes.includes(pane)
}

/** Runs commands by their keys, wherever the focus is. Called once. */
export function useCommandKeys(): void {
  void readLayout()
  const note = (event: Event): void => {
    if (event.target) unsaved.add(event.target)
  }
  const forget = (event: Event): void => {
    if (event.target) unsaved.delete(event.target)
  }
  everyWindow.addEventListener('input', note, { capture: true })
  everyWindow.addEventListener('change', forget, { capture: true })
  everyWindow.addEventListener('focusin', forget)
  everyWindow.addEventListener('keydown', event => {
    if (event.key === 'Enter' || event.key === 'Escape') forget(event)
    if (event.defaultPrevented || isSlid(event)) return
    const command = asked(event)
    if (
      !command ||
      (event.repeat && !event.ctrlKey && !command.repeats) ||
      keepsKey(command, event.target) ||
      isOverlaid()
    )
      return
    const isEnabled = command.isEnabled?.() !== false
    if (!isEnabled && command.context !== undefined && isTypedIn(event.target)) return // the field has a use for it
    event.preventDefault()
    if (isEnabled && actsAt(command, event.target)) command.run()
  })
}
