import { useEventListener } from '@vueuse/core'
import { allCommands } from './commands'
import { matches, readLayout } from './keys'

const TYPED_IN = 'input, textarea, select, [contenteditable=""], [contenteditable="true"], [data-own-keys], .monaco-editor'

/** Text fields, hex cells and the JSON editor keep their own keys. */
export function isTypedIn(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest(TYPED_IN) !== null && !isQuietInput(target)
}
const isQuietInput = (target: Element): boolean =>
  target instanceof HTMLInputElement && ['checkbox', 'radio', 'button', 'range'].includes(target.type)

const isOverlaid = (): boolean => document.querySelector('[role="dialog"], [role="menu"], [role="alertdialog"]') !== null

/** Runs commands by their keys, wherever the focus is. Called once. */
export function useCommandKeys(): void {
  void readLayout()
  useEventListener(window, 'keydown', event => {
    if (event.defaultPrevented || event.repeat && !event.ctrlKey) return
    const command = allCommands().find(other => other.keys?.some(key => matches(key, event)))
    if (!command || (command.isTyping === true && isTypedIn(event.target)) || isOverlaid()) return
    event.preventDefault()
    if (command.isEnabled?.() !== false) command.run()
  })
}
