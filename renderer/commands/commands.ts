import { defineStore } from 'pinia'
import { markRaw, shallowReactive } from 'vue'
import { filePath } from '@areal-studio/core/format'
import { useDeploy } from '../state/deploy.store'
import { useDictionary } from '../state/dictionary.store'
import { useFind } from '../state/find.store'
import { useLeaving } from '../state/leaving.store'
import { usePanes, type PaneId } from '../state/panes.store'
import { useReferences } from '../state/references.store'
import { useSelection } from '../state/selection.store'
import { useSession } from '../state/session.store'
import { useOpenSubject } from '../state/subject.store'
import { useWorkspace } from '../state/workspace.store'
import { inEveryWindow } from '../state/windows'
import type { Command } from './command'
import { helpPaneCommands } from './help'
import { keysUnder } from './keymap'
import { useKeys } from './keys.store'
import { IS_MAC, keyLabel } from './keys'
import { nextView } from './next-view'
import { paneCommands } from './pane-commands'
import { operationCommands } from './operations'
import { stepProblem } from './problems'
import { invertRecords, selectAllRecords, selectSameRecords } from './records'
import { shareCommands } from './share'
import { useShell } from './shell.store'
import { sizeCommands, viewCommands } from './view'

/** Alt and an arrow steps by words on a Mac; elsewhere no text has a use for it, and a browser would leave the page. */
const LEFT_TO_MAC: Pick<Command, 'isTyping'> = IS_MAC ? { isTyping: true } : {}
const added = shallowReactive(new Map<string, Command>())
/** Commands of the window itself, which act on its stores. */
const useOwnCommands = defineStore('own-commands', () => ({
  commands: markRaw([
    ...fileCommands(),
    ...editCommands(),
    ...selectCommands(),
    ...viewCommands(),
    ...sizeCommands(),
    ...buildCommands(),
    ...helpCommands(),
    ...paneCommands(),
  ]),
}))

/** Registers the commands of a pane while it is mounted. Returns a function that removes them. */
export function addCommands(commands: readonly Command[]): () => void {
  for (const command of commands) added.set(command.id, markRaw(command))
  return () => {
    for (const command of commands) added.delete(command.id)
  }
}

/** All registered commands in the order of the menus, with the user's keys. */
export function allCommands(): readonly Command[] {
  const { keymap } = useKeys()
  return knownCommands().map(command => {
    const keys = keysUnder(keymap, command)
    return keys === command.keys || (keys.length === 0 && !command.keys) ? command : { ...command, keys }
  })
}

/** All registered commands with their default keys. */
export function knownCommands(): readonly Command[] {
  return [...useOwnCommands().commands, ...operationCommands(), ...added.values()]
}

/** The first key of a command, in words; undefined where it has none. */
export function shownKey(id: string): string | undefined {
  const command = knownCommands().find(known => known.id === id)
  const key = command && keysUnder(useKeys().keymap, command)[0]
  return key === undefined ? undefined : keyLabel(key)
}

/** The text of a menu line or button with the first key of the command. */
export function withKey(id: string): { readonly keys?: string } {
  const keys = shownKey(id)
  return keys === undefined ? {} : { keys }
}

export const commandOf = (id: string): Command | undefined => allCommands().find(command => command.id === id)

/** Runs a command unless it is disabled now; returns whether it ran. */
export function runCommand(id: string): boolean {
  const command = commandOf(id)
  if (!command || command.isEnabled?.() === false) return false
  command.run()
  return true
}

/** Packs the file that contains the selected entry, and with it every other entry of that file. */
function packActive(): void {
  const { entry } = useSelection()
  if (entry !== null) void useDeploy().pack([filePath(entry)])
}

function fileCommands(): Command[] {
  const session = useSession()
  const workspace = useWorkspace()
  const deploy = useDeploy()
  const isOpen = (): boolean => workspace.isOpen
  const canPack = (): boolean => isOpen() && workspace.info?.state !== 'missing' && deploy.running === null
  return [
    { id: 'file.open', menu: 'file', keys: ['Mod+KeyO'], run: () => void session.chooseFolder() },
    { id: 'file.open-sample', menu: 'file', run: () => void session.openSample() },
    { id: 'file.start', menu: 'file', isEnabled: isOpen, run: session.close },
    {
      id: 'file.pack',
      menu: 'file',
      section: 1,
      keys: ['Mod+Shift+KeyS'],
      isEnabled: canPack,
      run: () => void deploy.pack(),
    },
    {
      id: 'file.pack-active',
      menu: 'file',
      section: 1,
      keys: ['Mod+KeyS'],
      isEnabled: () => canPack() && useSelection().entry !== null,
      run: packActive,
    },
    ...shareCommands(),
    {
      id: 'file.names-export',
      menu: 'file',
      section: 2,
      isEnabled: () => isOpen() && useDictionary().hasNames,
      run: () => useDictionary().save(),
    },
    { id: 'file.names-import', menu: 'file', section: 2, isEnabled: isOpen, run: () => void useDictionary().load() },
    {
      id: 'file.settings',
      menu: 'file',
      section: 3,
      keys: ['Mod+Comma'],
      run: () => {
        useShell().dialog = 'settings'
      },
    },
    {
      id: 'file.settings-file',
      menu: 'file',
      section: 3,
      isInMenu: false,
      run: () => {
        useShell().dialog = 'settings-file'
      },
    },
    { id: 'file.quit', menu: 'file', section: 4, keys: ['Mod+KeyQ'], run: () => void useLeaving().quit() },
  ]
}

function findEverywhere(): void {
  usePanes().show('find')
  useFind().wanted++
}

/** Opens the search of the active pane, or focuses its filter; in its text the JSON pane uses this key for a search of its own. */
function findHere(): void {
  if (runCommand(`${usePanes().focused}.find`)) return
  const filter = inEveryWindow(`[data-testid="pane-${usePanes().focused}"] .ui-text-field.clearable input`)
  if (filter instanceof HTMLInputElement) filter.select()
  else findEverywhere()
}

function editCommands(): Command[] {
  const workspace = useWorkspace()
  return [
    {
      id: 'edit.undo',
      menu: 'edit',
      keys: ['Mod+KeyZ'],
      isTyping: 'unsaved',
      isEnabled: () => workspace.canUndo,
      run: () => void workspace.undo(),
    },
    {
      id: 'edit.redo',
      menu: 'edit',
      keys: ['Mod+KeyY', 'Mod+Shift+KeyZ'],
      isTyping: 'unsaved',
      isEnabled: () => workspace.info?.canRedo === true,
      run: () => void workspace.redo(),
    },
    { id: 'find.here', menu: 'edit', section: 1, keys: ['Mod+KeyF'], isEnabled: () => workspace.isOpen, run: findHere },
    {
      id: 'find.everywhere',
      menu: 'edit',
      section: 1,
      keys: ['Mod+Shift+KeyF'],
      isEnabled: () => workspace.isOpen,
      run: findEverywhere,
    },
    {
      id: 'edit.history',
      menu: 'edit',
      section: 1,
      isEnabled: () => workspace.isOpen,
      run: () => usePanes().show('history'),
    },
    {
      id: 'edit.changes',
      menu: 'edit',
      section: 1,
      isEnabled: () => workspace.isOpen,
      run: () => usePanes().show('changes'),
    },
  ]
}

/** Panes that show which records are selected. */
const OF_RECORDS: readonly PaneId[] = ['viewport', 'table', 'struct']

/** The ways to other places: to what a field names, and back. */
function placeCommands(): Command[] {
  const selection = useSelection()
  return [
    {
      id: 'select.jump',
      menu: 'select',
      section: 1,
      keys: ['F12'],
      isEnabled: () => selection.entry !== null && selection.path !== null,
      run: () => void useReferences().jump(selection.entry ?? '', selection.path ?? ''),
    },
    {
      id: 'select.back',
      menu: 'select',
      section: 1,
      keys: ['Alt+ArrowLeft'],
      ...LEFT_TO_MAC,
      isEnabled: () => selection.canGoBack,
      run: selection.goBack,
    },
    {
      id: 'select.forward',
      menu: 'select',
      section: 1,
      keys: ['Alt+ArrowRight'],
      ...LEFT_TO_MAC,
      isEnabled: () => selection.canGoForward,
      run: selection.goForward,
    },
  ]
}

function selectCommands(): Command[] {
  const selection = useSelection()
  const workspace = useWorkspace()
  const hasEntry = (): boolean => selection.entry !== null
  /** What is selected where nobody sees it is changed unseen with the next edit. */
  const hasRecords = (): boolean => hasEntry() && OF_RECORDS.some(pane => usePanes().isVisible(pane))
  return [
    {
      id: 'select.all',
      menu: 'select',
      keys: ['Mod+KeyA'],
      panes: OF_RECORDS,
      isTyping: true,
      isEnabled: hasRecords,
      run: selectAllRecords,
    },
    {
      id: 'select.invert',
      menu: 'select',
      keys: ['Mod+KeyI'],
      panes: OF_RECORDS,
      isTyping: true,
      isEnabled: hasRecords,
      run: invertRecords,
    },
    {
      id: 'select.same',
      menu: 'select',
      keys: ['Mod+Alt+KeyA'],
      isTyping: true,
      isEnabled: () => hasEntry() && selection.path !== null,
      run: selectSameRecords,
    },
    ...placeCommands(),
    {
      id: 'select.query',
      menu: 'select',
      section: 1,
      keys: ['Mod+Alt+KeyQ'],
      isEnabled: hasEntry,
      run: () => {
        usePanes().show('table')
        useShell().query++
      },
    },
    {
      id: 'select.next-view',
      menu: 'select',
      section: 1,
      keys: ['Mod+Shift+KeyE'],
      isEnabled: hasEntry,
      run: nextView,
    },
    {
      id: 'select.reveal',
      menu: 'select',
      section: 1,
      isEnabled: hasEntry,
      run: () => {
        usePanes().show('tree')
        useShell().reveal++
      },
    },
    {
      id: 'select.next-problem',
      menu: 'select',
      section: 2,
      keys: ['F8'],
      isEnabled: () => workspace.problems.length > 0,
      run: () => stepProblem(1),
    },
    {
      id: 'select.previous-problem',
      menu: 'select',
      section: 2,
      keys: ['Shift+F8'],
      isEnabled: () => workspace.problems.length > 0,
      run: () => stepProblem(-1),
    },
  ]
}

function buildCommands(): Command[] {
  const workspace = useWorkspace()
  const deploy = useDeploy()
  const opened = useOpenSubject()
  const isReady = (): boolean => workspace.isOpen && deploy.running === null
  /** The game folder may be missing: then it is opened for reading. */
  const isThere = (): boolean => isReady() && workspace.info?.state !== 'missing'
  return [
    {
      id: 'build.check',
      menu: 'build',
      keys: ['F7'],
      isEnabled: isReady,
      run: () => {
        usePanes().show('problems')
        void workspace.check()
      },
    },
    { id: 'build.pack', menu: 'build', keys: ['Mod+KeyB'], isEnabled: isThere, run: () => void deploy.pack() },
    {
      id: 'build.plan',
      menu: 'build',
      section: 1,
      keys: ['Mod+Shift+KeyB'],
      isEnabled: isThere,
      run: () => {
        usePanes().show('deploy')
        void deploy.refreshPlan()
      },
    },
    { id: 'build.deploy', menu: 'build', section: 1, isEnabled: isThere, run: () => void deploy.deploy() },
    { id: 'build.restore', menu: 'build', section: 1, isEnabled: isThere, run: () => void deploy.restore() },
    { id: 'build.run', menu: 'build', section: 2, keys: ['F5'], isEnabled: isThere, run: () => void deploy.run() },
    {
      id: 'build.run-here',
      menu: 'build',
      section: 2,
      isEnabled: () => isThere() && opened.subject?.canStart === true,
      run: () => {
        const [entry] = opened.subject?.entries ?? []
        if (entry !== undefined) void deploy.run({ map: entry })
      },
    },
    {
      id: 'build.stop',
      menu: 'build',
      section: 2,
      keys: ['Shift+F5'],
      isEnabled: () => deploy.isGameRunning,
      run: () => void deploy.stop(),
    },
    {
      id: 'build.profile',
      menu: 'build',
      section: 2,
      isEnabled: isReady,
      run: () => {
        useShell().dialog = 'profile'
      },
    },
  ]
}

function helpCommands(): Command[] {
  const shell = useShell()
  return [
    ...helpPaneCommands(),
    {
      id: 'help.palette',
      menu: 'help',
      section: 1,
      keys: ['Mod+Shift+KeyP'],
      run: () => {
        shell.palette = 'commands'
      },
    },
    {
      id: 'help.go-to',
      menu: 'help',
      section: 1,
      keys: ['Mod+KeyP'],
      isEnabled: () => useWorkspace().isOpen,
      run: () => {
        shell.palette = 'entries'
      },
    },
    {
      id: 'help.keys',
      menu: 'help',
      section: 2,
      run: () => {
        shell.dialog = 'keys'
      },
    },
    { id: 'help.report', menu: 'help', section: 2, run: () => void useSession().copyReport() },
    {
      id: 'help.about',
      menu: 'help',
      section: 2,
      run: () => {
        shell.dialog = 'about'
      },
    },
  ]
}
