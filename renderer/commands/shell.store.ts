import { defineStore } from 'pinia'
import { ref, shallowRef } from 'vue'

export type DialogId = 'profile' | 'settings' | 'keys' | 'settings-file' | 'about'

/** An operation on an entry, and on these of its records. */
export interface WantedOperation {
  readonly operation: string
  readonly records: readonly number[]
  readonly item: { readonly path: string; readonly name: string }
  /** Format id of the entry. */
  readonly format: string | undefined
}

/** A file that would replace an entry. */
interface WantedFile {
  readonly item: { readonly path: string; readonly name: string }
  readonly file: string
  readonly bytes: Uint8Array
}

/** Dialogs and menus open over the panes. */
export const useShell = defineStore('shell', () => ({
  palette: ref<'commands' | 'entries' | null>(null),
  dialog: ref<DialogId | null>(null),
  /** Increased when the project tree should open and scroll to the selected entry. */
  reveal: ref(0),
  /** An entry opened by name, in the project tree, the gallery or in *Go to*: its view is shown in front. */
  opened: shallowRef<{ readonly entry: string } | null>(null),
  /** Increased when the query of the record table should open and get the focus. */
  query: ref(0),
  /** A folder of edited files is requested; the project tree shows it, at once or once it is loaded. */
  isImporting: ref(false),
  /** An operation is requested; the project tree shows what it would change. */
  operation: shallowRef<WantedOperation | null>(null),
  /** A file was chosen for an entry; the project tree shows what it would change. */
  incoming: shallowRef<WantedFile | null>(null),
}))
