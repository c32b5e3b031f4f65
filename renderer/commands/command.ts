import type { PaneId } from '../state/panes.store'
import type { Key } from './keys'

export const MENUS = ['file', 'edit', 'select', 'view', 'build', 'help'] as const
export type Menu = (typeof MENUS)[number]

/** Parts of the window with keys of their own; they carry it as `data-context`. */
export type Context =
  | 'map'
  | 'model'
  | 'picture'
  | 'sound'
  | 'tree'
  | 'table'
  | 'hex'
  | 'bookmarks'
  | 'struct'
  | 'form'
  | 'problems'

/** The title of a command, translated by a function for texts of the chosen language. */
export const titleOf = (command: Command, text: { say(key: string, params?: Command['params']): string }): string =>
  command.words ?? text.say(command.title ?? `command.${command.id}`, command.params)

/** A command; menu, toolbar, palette and keyboard are made from these. */
export interface Command {
  /** Title under `command.<id>`, one line of what it does under `command.<id>.help`. */
  readonly id: string
  /** Catalogue key of the title, where it is not `command.<id>`. */
  readonly title?: string
  /** Parameters of the title. */
  readonly params?: Readonly<Record<string, number>>
  /** A title that is the same in every language. */
  readonly words?: string
  readonly menu: Menu
  /** False: only in the palette and by its keys. */
  readonly isInMenu?: boolean
  /** A divider is drawn before the first command of another section. */
  readonly section?: number
  /** Its submenu, and its shorter title there: catalogue keys. */
  readonly submenu?: { readonly title: string; readonly label?: string }
  /** All keys that run it; the first is shown. */
  readonly keys?: readonly Key[]
  /** Its keys act only while the focus is there, and win over those that act everywhere. */
  readonly context?: Context
  /** Its keys act only while the focus is in one of these panes, or in none; elsewhere they do nothing. */
  readonly panes?: readonly PaneId[]
  /** Left to the field, the hex cell or the editor that has the focus (K-02). `unsaved`: to a field only while its text is not yet taken. */
  readonly isTyping?: true | 'unsaved'
  /** Runs again and again while its key is held. */
  readonly repeats?: true
  readonly isEnabled?: () => boolean
  readonly isChecked?: () => boolean
  readonly run: () => void
}
