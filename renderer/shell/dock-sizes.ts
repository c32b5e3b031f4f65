import type { DockviewApi, SerializedDockview } from 'dockview-vue'
import { FEW_ROWS, isLow, sideParts, type Size } from './on-screen'

/** A group of the dock with its set size and its minimum size, in pixels; or cells beside or above each other. */
export type Cell =
  | { readonly group: string; readonly wanted: Size; readonly least: Size }
  | { readonly along: keyof Size; readonly cells: readonly Cell[] }

const isGroup = (cell: Cell): cell is Extract<Cell, { group: string }> => 'group' in cell
const sum = (values: readonly number[]): number => values.reduce((all, value) => all + value, 0)

function extent(cell: Cell, axis: keyof Size, what: 'wanted' | 'least'): number {
  if (isGroup(cell)) return what === 'least' ? cell.least[axis] : Math.max(cell.wanted[axis], cell.least[axis])
  const parts = cell.cells.map(part => extent(part, axis, what))
  return cell.along === axis ? sum(parts) : Math.max(0, ...parts)
}

const holds = (cell: Cell, group: string | undefined): boolean =>
  isGroup(cell) ? cell.group === group : cell.cells.some(part => holds(part, group))

/** Divides a length in proportion to the wanted ones; where it is too short, each gives from what it has above its least. */
function divided(total: number, wanted: readonly number[], least: readonly number[]): number[] {
  const [all, floor] = [sum(wanted), sum(least)]
  const parts = wanted.map((want, i) => {
    const low = least[i] ?? 0
    if (total >= all) return Math.floor(all === 0 ? total / wanted.length : (total * want) / all)
    return all === floor ? low : Math.floor(low + (Math.max(0, total - floor) * (want - low)) / (all - floor))
  })
  const rest = total - sum(parts)
  return parts.map((part, i) => (i === parts.length - 1 ? part + Math.max(0, rest) : part))
}

/**
 * Lengths of cells in a row or column: each keeps the same part of its designed length, and the one in the middle takes
 * the rest.
 */
function lengths(
  total: number,
  cells: readonly Cell[],
  axis: keyof Size,
  { middle, part }: { readonly middle: string | undefined; readonly part: number },
): number[] {
  const wanted = cells.map(cell => extent(cell, axis, 'wanted'))
  const least = cells.map(cell => extent(cell, axis, 'least'))
  const at = cells.findIndex(cell => holds(cell, middle))
  if (at === -1) return divided(total, wanted, least)
  const low = least[at] ?? 0
  const sides = wanted.toSpliced(at, 1)
  const room = Math.min(Math.floor(sum(sides) * part), total - low)
  const found = room >= sum(sides) ? sides : divided(room, sides, least.toSpliced(at, 1))
  return found.toSpliced(at, 0, Math.max(low, total - sum(found)))
}

/** A group that lies directly in the cell of that number, and the length of the cell. */
export interface Step {
  readonly group: string
  readonly axis: keyof Size
  readonly length: number
}

/**
 * Sizes to set, in this order, for a dock of this size. The last cell of each row or column is left out: it gets the
 * remaining space.
 */
export function stepsTo(root: Cell, room: Size, middle: string | undefined, parts = sideParts(room)): Step[] {
  if (isGroup(root)) return []
  const found = lengths(room[root.along], root.cells, root.along, { middle, part: parts[root.along] })
  const own = root.cells.slice(0, -1).flatMap((cell, i): Step[] => {
    const group = isGroup(cell) ? cell : cell.cells.find(isGroup)
    return group ? [{ group: group.group, axis: root.along, length: found[i] ?? 0 }] : []
  })
  const inner = root.cells.flatMap((cell, i) => stepsTo(cell, { ...room, [root.along]: found[i] ?? 0 }, middle, parts))
  return [...own, ...inner]
}

const isSame = (a: number, b: number): boolean => Math.abs(a - b) < 1
type Grid = SerializedDockview['grid']

/** Sizes that the user gave the groups of the dock, independent of the present size of the window. */
export class DockSizes {
  private wanted = new Map<string, Size>()
  /** Heights of groups that lie behind another one while the window is low, by pane. */
  private readonly aside = new Map<string, number>()
  private shown = new Map<string, Size>()
  private room: Size = { width: 0, height: 0 }

  constructor(
    private readonly api: DockviewApi,
    /** Number of the group that takes the room which the others leave. */
    private readonly middle: () => string | undefined,
  ) {}

  /** After a change of the layout: another size of the dock is shared out, a group that was resized keeps its new size. */
  follow(): void {
    if (this.api.hasMaximizedGroup()) return
    if (isSame(this.api.width, this.room.width) && isSame(this.api.height, this.room.height)) this.note()
    else this.fit()
  }

  /** Size that a group is to have from the next `fit` on. */
  give(group: string, size: Partial<Size>): void {
    const now = this.wantedOf(group) ?? { width: 0, height: 0 }
    this.wanted.set(group, { ...now, ...size })
  }

  wantedOf = (group: string): Size | undefined => this.wanted.get(group)

  putAside(pane: string, height: number | undefined): void {
    if (height !== undefined) this.aside.set(pane, height)
  }

  takeBack(pane: string): number | undefined {
    const height = this.aside.get(pane)
    this.aside.delete(pane)
    return height
  }

  /** Forgets the groups of another layout. */
  clear(): void {
    this.aside.clear()
    this.wanted = new Map()
    this.shown = new Map()
  }

  /** Gives the groups their designed sizes, fitted to the present room. */
  fit(): void {
    this.room = { width: this.api.width, height: this.api.height }
    for (const { id, api } of this.docked())
      if (!this.wanted.has(id)) this.wanted.set(id, { width: api.width, height: api.height })
    const { grid } = this.api.toJSON()
    const root = this.cellOf(grid.root, grid.orientation === 'HORIZONTAL' ? 'width' : 'height')
    for (const { group, axis, length } of root ? stepsTo(root, this.room, this.middle()) : [])
      this.api.getGroup(group)?.api.setSize({ [axis]: length })
    this.shown = this.present()
  }

  /** For the next start. */
  toJSON(): { readonly groups: Record<string, Size>; readonly aside: Record<string, number> } {
    const groups = this.docked().flatMap(({ id }) => {
      const size = this.wanted.get(id)
      return size ? [[id, size] as const] : []
    })
    return { groups: Object.fromEntries(groups), aside: Object.fromEntries(this.aside) }
  }

  restore(kept: unknown): void {
    if (!isRecord(kept)) return
    for (const [group, size] of Object.entries(isRecord(kept['groups']) ? kept['groups'] : {}))
      if (isSize(size)) this.wanted.set(group, size)
    for (const [pane, height] of Object.entries(isRecord(kept['aside']) ? kept['aside'] : {}))
      if (typeof height === 'number') this.aside.set(pane, height)
  }

  /** A group that was resized by hand or created keeps its present size. */
  private note(): void {
    const now = this.present()
    for (const [id, size] of now) {
      const [before, wanted] = [this.shown.get(id), this.wanted.get(id)]
      this.wanted.set(id, {
        width: before && wanted && isSame(before.width, size.width) ? wanted.width : size.width,
        height: before && wanted && isSame(before.height, size.height) ? wanted.height : size.height,
      })
    }
    this.shown = now
  }

  private docked() {
    return this.api.groups.filter(group => group.api.location.type === 'grid' && group.api.isVisible)
  }

  private present(): Map<string, Size> {
    return new Map(this.docked().map(({ id, api }) => [id, { width: api.width, height: api.height }]))
  }

  private cellOf(node: Grid['root'], along: keyof Size): Cell | undefined {
    if (node.visible === false) return undefined
    if (Array.isArray(node.data)) {
      const across = along === 'width' ? 'height' : 'width'
      return { along, cells: node.data.flatMap(part => this.cellOf(part, across) ?? []) }
    }
    const { id } = node.data
    const group = this.docked().find(one => one.id === id)
    const least = { width: group?.minimumWidth ?? 0, height: group?.minimumHeight ?? 0 }
    const wanted = this.wanted.get(id) ?? least
    const rows = isLow(this.room) ? 0 : Math.min(FEW_ROWS, wanted.height)
    return { group: id, wanted, least: { ...least, height: Math.max(least.height, rows) } }
  }
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null
const isSize = (value: unknown): value is Size =>
  isRecord(value) && Number.isFinite(value['width']) && Number.isFinite(value['height'])
