import type { AddPanelOptions } from 'dockview-vue'
import type { LayoutId, PaneId } from '../state/panes.store'
import { isLow, type Size } from './on-screen'

export type Place = Pick<AddPanelOptions, 'initialWidth' | 'initialHeight' | 'inactive'> & {
  readonly beside?: { readonly pane: PaneId; readonly direction: 'left' | 'right' | 'below' | 'within' }
}

export type Places = readonly (readonly [PaneId, Place])[]
const under = (pane: PaneId): Place => ({ inactive: true, beside: { pane, direction: 'within' } })
const TREE: Place = { initialWidth: 260, beside: { pane: 'viewport', direction: 'left' } }

/** The first screen: tree, map, form over struct, and the rest as tabs below the map. */
const BROWSE: Places = [
  ['viewport', {}],
  ['tree', TREE],
  ['find', under('tree')],
  ['form', { initialWidth: 340, beside: { pane: 'viewport', direction: 'right' } }],
  ['problems', { initialHeight: 240, beside: { pane: 'viewport', direction: 'below' } }],
  ['struct', { beside: { pane: 'form', direction: 'below' } }],
  ['outline', under('struct')],
  ...(['history', 'changes', 'hex', 'json', 'table', 'references', 'jobs'] as const).map(
    pane => [pane, under('problems')] as const,
  ),
  ['deploy', under('viewport')],
]
/** One layout per task; panes that are not named open on demand. */
const PLACES: Readonly<Record<LayoutId, Places>> = {
  browse: BROWSE,
  areals: [
    ['viewport', {}],
    ['form', { initialWidth: 340, beside: { pane: 'viewport', direction: 'right' } }],
    ['table', { initialHeight: 200, beside: { pane: 'viewport', direction: 'below' } }],
    ...(['problems', 'history'] as const).map(pane => [pane, under('table')] as const),
    ['tree', { ...under('form') }],
  ],
  hex: [
    ['hex', {}],
    ['struct', { initialWidth: 380, beside: { pane: 'hex', direction: 'left' } }],
    ...(['tree', 'find'] as const).map(pane => [pane, under('struct')] as const),
    ['json', { initialWidth: 320, beside: { pane: 'hex', direction: 'right' } }],
    ['form', under('json')],
    // Nothing below the bytes: the inspector stands there, or beside them in a wide window.
    ...(['viewport', 'problems', 'changes'] as const).map(pane => [pane, under('hex')] as const),
  ],
  table: [
    // The tree is a tab: beside it and the form, a window of 1280 pixels has no room for the statistics of a column.
    ['table', {}],
    ['form', { initialWidth: 340, beside: { pane: 'table', direction: 'right' } }],
    ['tree', { ...under('form') }],
    ['problems', { initialHeight: 180, beside: { pane: 'table', direction: 'below' } }],
    ...(['history', 'changes', 'jobs'] as const).map(pane => [pane, under('problems')] as const),
    ['viewport', under('table')],
  ],
  compare: [
    ['changes', {}],
    ['tree', { initialWidth: 260, beside: { pane: 'changes', direction: 'left' } }],
    ['history', { initialWidth: 340, beside: { pane: 'changes', direction: 'right' } }],
    ['hex', { initialHeight: 300, beside: { pane: 'changes', direction: 'below' } }],
    ...(['json', 'table'] as const).map(pane => [pane, under('hex')] as const),
    ['deploy', under('changes')],
    ['viewport', under('changes')],
  ],
}

/**
 * The panes of a ready layout in a dock of this size. One above another that would have no row to show becomes a tab
 * behind it.
 */
export const placesFor = (layout: LayoutId, room: Size): Places =>
  isLow(room)
    ? PLACES[layout].map(([pane, where]) => [
        pane,
        where.beside?.direction === 'below' ? under(where.beside.pane) : where,
      ])
    : PLACES[layout]

/** Which of these panes share a group, each group by the pane that is placed first. */
export function groupsOf(places: Places, panes: ReadonlySet<string>): ReadonlyMap<PaneId, readonly PaneId[]> {
  const heads = new Map<PaneId, PaneId>()
  const groups = new Map<PaneId, readonly PaneId[]>()
  for (const [pane, { beside }] of places) {
    const head = beside?.direction === 'within' ? (heads.get(beside.pane) ?? beside.pane) : pane
    heads.set(pane, head)
    if (panes.has(pane)) groups.set(head, [...(groups.get(head) ?? []), pane])
  }
  return groups
}

/**
 * Whether these groups of panes are those of the ready layout, unchanged by the user. Panes that the layout does not
 * name may be in any group.
 */
export function isAsPlaced(groups: readonly (readonly string[])[], places: Places): boolean {
  const line = (group: readonly string[]): string => [...group].sort().join(' ')
  const lines = (all: readonly (readonly string[])[]): string =>
    all
      .filter(group => group.length > 0)
      .map(line)
      .sort()
      .join('\n')
  const known = new Set<string>(places.map(([pane]) => pane))
  return (
    lines(groups.map(group => group.filter(pane => known.has(pane)))) ===
    lines([...groupsOf(places, new Set(groups.flat())).values()])
  )
}
