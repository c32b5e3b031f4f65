import { LAYOUTS, PANES, usePanes, VIEWS, type PaneId } from '../state/panes.store'
import { useSelection } from '../state/selection.store'
import { CAN_ZOOM, LANGUAGE_NAMES, LANGUAGES, SCALES, THEMES, useSettings } from '../state/settings.store'
import { useWorkspace } from '../state/workspace.store'
import type { Command } from './command'

function closeEntry(): void {
  const selection = useSelection()
  if (selection.entry !== null) selection.close(selection.entry)
}

/** Whether a pane has the tabs of the open entries above it. */
export function hasEntryTabs(pane: PaneId): boolean {
  return usePanes().middle === pane && VIEWS.has(pane) && useSelection().opened.length > 1
}

/** Closes the active entry where its tab is above the active pane, else that pane. */
function closeFocused(): void {
  const { focused, dock } = usePanes()
  if (!focused) return
  if (hasEntryTabs(focused)) closeEntry()
  else dock?.close(focused)
}

/** Panes, open entries, layouts, theme and language. */
export function viewCommands(): Command[] {
  const panes = usePanes()
  const workspace = useWorkspace()
  const isOpen = (): boolean => workspace.isOpen
  const isPoppedOut = (): boolean => isOpen() && panes.dock?.isPoppedOut() === true
  const isDocked = (): boolean => isOpen() && !isPoppedOut()
  const selection = useSelection()
  const hasTabs = (): boolean => isOpen() && selection.opened.length > 1
  return [
    ...PANES.map(
      (pane): Command => ({
        id: `view.${pane}`,
        title: `ui.pane.${pane}`,
        menu: 'view',
        submenu: { title: 'ui.menu.panes' },
        isEnabled: isOpen,
        isChecked: () => panes.isVisible(pane),
        run: () => panes.show(pane),
      }),
    ),
    {
      id: 'view.maximise',
      menu: 'view',
      section: 1,
      keys: ['Shift+Escape'],
      isEnabled: isDocked,
      run: () => panes.dock?.maximise(),
    },
    {
      id: 'view.next-pane',
      menu: 'view',
      section: 1,
      keys: ['F6'],
      isEnabled: isOpen,
      run: () => panes.dock?.nextPane(1),
    },
    {
      id: 'view.previous-pane',
      menu: 'view',
      section: 1,
      keys: ['Shift+F6'],
      isEnabled: isOpen,
      run: () => panes.dock?.nextPane(-1),
    },
    {
      id: 'view.next-tab',
      menu: 'view',
      section: 1,
      keys: ['Mod+Tab'],
      isEnabled: isOpen,
      run: () => panes.dock?.next(1),
    },
    {
      id: 'view.previous-tab',
      menu: 'view',
      section: 1,
      keys: ['Mod+Shift+Tab'],
      isEnabled: isOpen,
      run: () => panes.dock?.next(-1),
    },
    {
      id: 'view.close-pane',
      menu: 'view',
      section: 1,
      keys: ['Mod+KeyW', 'Alt+KeyW'],
      isEnabled: () => isOpen() && panes.focused !== null,
      run: closeFocused,
    },
    {
      id: 'view.next-entry',
      menu: 'view',
      section: 1,
      keys: ['Mod+PageDown', 'Alt+PageDown'],
      isEnabled: hasTabs,
      run: () => selection.step(1),
    },
    {
      id: 'view.previous-entry',
      menu: 'view',
      section: 1,
      keys: ['Mod+PageUp', 'Alt+PageUp'],
      isEnabled: hasTabs,
      run: () => selection.step(-1),
    },
    { id: 'view.close-entry', menu: 'view', section: 1, keys: ['Mod+F4'], isEnabled: hasTabs, run: closeEntry },
    { id: 'view.float', menu: 'view', section: 1, isEnabled: isDocked, run: () => panes.dock?.float() },
    { id: 'view.pop-out', menu: 'view', section: 1, isEnabled: isDocked, run: () => panes.dock?.popOut() },
    { id: 'view.dock-again', menu: 'view', section: 1, isEnabled: isPoppedOut, run: () => panes.dock?.dockAgain() },
    ...lookCommands(isOpen),
  ]
}

/** Layouts, theme and language. */
function lookCommands(isOpen: () => boolean): Command[] {
  const settings = useSettings()
  const panes = usePanes()
  return [
    ...LAYOUTS.map(
      (layout): Command => ({
        id: `view.layout-${layout}`,
        menu: 'view',
        section: 2,
        submenu: { title: 'ui.menu.layout', label: `ui.layout.${layout}` },
        isEnabled: isOpen,
        isChecked: () => panes.layout === layout,
        run: () => panes.dock?.arrange(layout),
      }),
    ),
    {
      id: 'view.reset-layout',
      menu: 'view',
      section: 2,
      submenu: { title: 'ui.menu.layout' },
      isEnabled: isOpen,
      run: () => panes.dock?.reset(),
    },
    ...THEMES.map(
      (theme): Command => ({
        id: `view.theme-${theme}`,
        title: `ui.theme.${theme}`,
        menu: 'view',
        section: 2,
        submenu: { title: 'ui.start.theme', label: `ui.settings.theme.${theme}` },
        isChecked: () => settings.theme === theme,
        run: () => {
          settings.theme = theme
        },
      }),
    ),
    ...LANGUAGES.map(
      (language): Command => ({
        id: `view.language-${language}`,
        words: LANGUAGE_NAMES[language],
        menu: 'view',
        section: 2,
        submenu: { title: 'ui.start.language' },
        isChecked: () => settings.language === language,
        run: () => {
          settings.language = language
        },
      }),
    ),
  ]
}

/** Commands of the window's scale; a browser has its own zoom with the same keys. */
export function sizeCommands(): Command[] {
  if (!CAN_ZOOM) return []
  const settings = useSettings()
  const common = { menu: 'view', isInMenu: false } as const
  const step = (by: number): void => {
    settings.scale = Math.min(SCALES.most, Math.max(SCALES.least, settings.scale + by))
  }
  return [
    {
      ...common,
      id: 'view.larger',
      keys: ['Mod+Equal', 'Mod+Shift+Equal', 'Mod+NumpadAdd'],
      run: () => step(SCALES.step),
    },
    { ...common, id: 'view.smaller', keys: ['Mod+Minus', 'Mod+NumpadSubtract'], run: () => step(-SCALES.step) },
    {
      ...common,
      id: 'view.usual-size',
      keys: ['Mod+Digit0'],
      run: () => {
        settings.scale = SCALES.usual
      },
    },
  ]
}
