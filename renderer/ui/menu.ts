import type { Component } from 'vue'

/** One line of a menu, or `-` for a divider. */
export type MenuItem = '-' | {
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
