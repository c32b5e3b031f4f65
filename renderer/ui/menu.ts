import type { Component } from 'vue'

/**
 * Opens the menu of the row with the cursor, at that row, for a menu opened by a key. Where no such row is drawn the
 * event is passed on.
 */
export function menuByKey(event: MouseEvent, row: HTMLElement | null | undefined): void {
  if (event.button >= 0 || !row) return
  event.preventDefault()
  event.stopImmediatePropagation()
  const { left, bottom } = row.getBoundingClientRect()
  row.dispatchEvent(
    new MouseEvent('contextmenu', { bubbles: true, cancelable: true, button: 2, clientX: left + 24, clientY: bottom }),
  )
}

/** Items of a menu: computed only while it is open, because they change with each selection. */
export type MenuItems = () => readonly MenuItem[]

/** One item of a menu, or `-` for a divider. */
export type MenuItem =
  | '-'
  | {
      readonly id: string
      readonly label: string
      readonly icon?: Component
      readonly keys?: string
      readonly disabled?: boolean
      readonly checked?: boolean
      readonly danger?: boolean
      readonly children?: readonly MenuItem[]
      readonly run?: () => void
    }
