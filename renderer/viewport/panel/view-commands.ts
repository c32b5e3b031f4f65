import type { Command } from '../../commands/command'
import { TOOL_GROUPS, TOOL_KEYS, type ToolId } from '../tools/tool'

interface Sources {
  isReady(): boolean
  frame(): void
  home(): void
  look(yaw: number, pitch: number): void
  ortho(): void
  goTo(): void
  /** Selects the next or previous neighbour of the selected region. */
  neighbour(step: 1 | -1): void
  /** Selects what is not hidden. */
  selectAll(): void
  hide(): void
  isolate(): void
  showAll(): void
  isUsable(tool: ToolId): boolean
  activeTool(): ToolId
  choose(tool: ToolId): void
  /** Whether regions can be edited here. */
  canRebuild(): boolean
  rebuild(): void
  picture(): void
  /** Commands on the active tool, the selected regions, and the views and sets under digits. */
  readonly keyed: {
    digit(digit: number): boolean
    resize(step: 1 | -1): boolean
    merge(): boolean
    remove(): boolean
    camera(digit: number, isStoring: boolean): void
    set(digit: number, isStoring: boolean): void
  }
  /** Makes arrows, handles and compass larger or smaller by one step. */
  resizeGizmo(step: 1 | -1): void
}

/** The map's own commands: in the menu and the palette while the map is there. Their keys act in the map only. */
export function viewCommands(sources: Sources): Command[] {
  const {
    isReady,
    frame,
    home,
    look,
    ortho,
    goTo,
    canRebuild,
    rebuild,
    picture,
    neighbour,
    selectAll,
    hide,
    isolate,
    showAll,
    resizeGizmo,
  } = sources
  const common = { menu: 'view', section: 5, context: 'map', isEnabled: isReady } as const
  const quiet = { ...common, isInMenu: false } as const
  return [
    { ...common, id: 'map.frame', keys: ['KeyF'], run: frame },
    { ...common, id: 'map.home', keys: ['Home'], run: home },
    { ...common, id: 'map.top', keys: ['Numpad7'], run: () => look(Math.PI / 2, -Math.PI / 2) },
    { ...common, id: 'map.front', keys: ['Numpad1'], run: () => look(Math.PI / 2, 0) },
    { ...common, id: 'map.side', keys: ['Numpad3'], run: () => look(Math.PI, 0) },
    { ...common, id: 'map.ortho', keys: ['Numpad5'], run: ortho },
    { ...common, id: 'map.go-to', keys: ['Mod+KeyG'], run: goTo },
    { ...common, id: 'map.rebuild', isEnabled: () => isReady() && canRebuild(), run: rebuild },
    { ...common, id: 'map.picture', run: picture },
    { ...quiet, id: 'map.gizmo-larger', keys: ['Shift+Equal'], run: () => resizeGizmo(1) },
    { ...quiet, id: 'map.gizmo-smaller', keys: ['Shift+Minus'], run: () => resizeGizmo(-1) },
    { ...quiet, id: 'map.next-neighbour', keys: ['Period'], run: () => neighbour(1) },
    { ...quiet, id: 'map.previous-neighbour', keys: ['Comma'], run: () => neighbour(-1) },
    { ...quiet, id: 'map.select-all', keys: ['Mod+KeyA'], run: selectAll },
    { ...quiet, id: 'map.hide', keys: ['KeyH'], run: hide },
    { ...quiet, id: 'map.isolate', keys: ['Shift+KeyH'], run: isolate },
    { ...quiet, id: 'map.show-all', keys: ['Alt+KeyH'], run: showAll },
    ...keyedCommands(sources),
    ...TOOL_GROUPS.flat().map(
      (tool): Command => ({
        ...quiet,
        id: `map.tool-${tool}`,
        title: `ui.viewport.tool.${tool}`,
        keys: [TOOL_KEYS[tool]],
        isEnabled: () => isReady() && sources.isUsable(tool),
        isChecked: () => sources.activeTool() === tool,
        run: () => sources.choose(tool),
      }),
    ),
  ]
}

const DIGITS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 0]

/** What tools and selected regions have under keys, and what is kept under digits. */
function keyedCommands({ isReady, keyed }: Sources): Command[] {
  const quiet = { menu: 'view', section: 5, context: 'map', isEnabled: isReady, isInMenu: false } as const
  const byDigit = (digit: number): Command[] => {
    const params = { digit }
    const key = `Digit${digit}`
    const value: Command = {
      ...quiet,
      id: `map.value-${digit}`,
      title: 'command.map.value',
      params,
      keys: [key, `Numpad${digit}`].filter(one => !LOOKING.has(one)),
      run: () => void keyed.digit(digit),
    }
    const sets: Command[] = [
      {
        ...quiet,
        id: `map.set-${digit}`,
        title: 'command.map.set',
        params,
        keys: [`Alt+${key}`],
        run: () => keyed.set(digit, false),
      },
      {
        ...quiet,
        id: `map.keep-set-${digit}`,
        title: 'command.map.keep-set',
        params,
        keys: [`Mod+Alt+${key}`],
        run: () => keyed.set(digit, true),
      },
    ]
    if (digit === 0) return [value, ...sets]
    return [
      value,
      {
        ...quiet,
        id: `map.camera-${digit}`,
        title: 'command.map.camera',
        params,
        keys: [`Shift+${key}`],
        run: () => keyed.camera(digit, false),
      },
      {
        ...quiet,
        id: `map.keep-camera-${digit}`,
        title: 'command.map.keep-camera',
        params,
        keys: [`Mod+Shift+${key}`],
        run: () => keyed.camera(digit, true),
      },
      ...sets,
    ]
  }
  return [
    { ...quiet, id: 'map.brush-larger', keys: ['BracketRight'], repeats: true, run: () => void keyed.resize(1) },
    { ...quiet, id: 'map.brush-smaller', keys: ['BracketLeft'], repeats: true, run: () => void keyed.resize(-1) },
    { ...quiet, id: 'map.merge', keys: ['KeyJ'], run: () => void keyed.merge() },
    { ...quiet, id: 'map.remove', keys: ['Delete'], run: () => void keyed.remove() },
    ...DIGITS.flatMap(byDigit),
  ]
}

/** Keys of the number pad that turn the view; digits of the row above the letters have no other meaning. */
const LOOKING: ReadonlySet<string> = new Set(['Numpad1', 'Numpad3', 'Numpad5', 'Numpad7'])
