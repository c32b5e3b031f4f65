import type { EntryPath } from '@areal-studio/core/edit'
import { keepNow, remember, remembered } from './remembered'

/** Pixels from the left and from the top. */
export type Scrolled = readonly [left: number, top: number]

/** Parts of a pane, by name. */
export type Parts = Readonly<Record<string, Scrolled>>
type Scroll = Readonly<Record<string, Parts>>

/** What was selected in an entry. */
interface Left {
  readonly path?: string | null
  readonly paths?: readonly string[]
  readonly range?: readonly [offset: number, size: number] | null
}

/** An open entry, with the title of its tab. */
export interface Tab extends Left {
  readonly entry: EntryPath
  readonly name?: string
}

/** What was open and selected when a workspace was closed. */
export interface Place extends Left {
  readonly entry?: EntryPath
  /** Open entries, in the order of their tabs. */
  readonly tabs?: readonly Tab[]
  /** Folders and archives that are open in the project tree. */
  readonly folders?: readonly string[]
  /** By pane, then by the part of it that is scrolled. */
  readonly scroll?: Scroll
  /** By open entry, as it was when another one became the active one. */
  readonly scrolls?: Readonly<Record<EntryPath, Scroll>>
}
type Kept = Place & { readonly workspace: string }

const KEPT = 'places'
const MOST = 12
/** More selected records, or open folders, are not worth their room. */
const MOST_PATHS = 500
const REST = 200

let waiting: Kept | undefined
let timer: ReturnType<typeof setTimeout> | undefined

/** What was open and selected when that workspace was closed; empty where unknown. */
export const keptPlace = (workspace: string): Place =>
  waiting?.workspace === workspace ? waiting : (all().find(kept => kept.workspace === workspace) ?? {})

/** Notes part of the present place, for the next start. */
export function keepPlace(workspace: string, change: Place): void {
  if (waiting !== undefined && waiting.workspace !== workspace) keepPlaceNow()
  waiting = { ...keptPlace(workspace), ...shortened(change), workspace }
  timer ??= setTimeout(keepPlaceNow, REST)
}

/** Stores pending changes now, before the page ends. */
export function keepPlaceNow(): void {
  clearTimeout(timer)
  timer = undefined
  const place = waiting
  waiting = undefined
  if (place) remember(KEPT, [place, ...all().filter(kept => kept.workspace !== place.workspace)].slice(0, MOST))
}

/** Stores the place before the page is closed. */
export function keepPlaceAtEnd(page: Pick<EventTarget, 'addEventListener'>): void {
  page.addEventListener('pagehide', () => {
    keepPlaceNow()
    keepNow()
  })
}

const few = <L extends Left>(left: L): L => ({
  ...left,
  ...(left.paths && { paths: left.paths.length > MOST_PATHS ? [] : left.paths }),
})

const shortened = (place: Place): Place => ({
  ...few(place),
  ...(place.tabs && { tabs: place.tabs.map(few) }),
  ...(place.folders && { folders: place.folders.slice(-MOST_PATHS) }),
})

function all(): readonly Kept[] {
  const found = remembered(KEPT)
  return Array.isArray(found) ? found.flatMap((one: unknown) => read(one) ?? []) : []
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const isTexts = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every(one => typeof one === 'string')
const isPair = (value: unknown): value is readonly [number, number] =>
  Array.isArray(value) && value.length === 2 && value.every(one => Number.isFinite(one))

const readLeft = ({ path, paths, range }: Readonly<Record<string, unknown>>): Left => ({
  ...(typeof path === 'string' && { path }),
  ...(isTexts(paths) && { paths }),
  ...(isPair(range) && { range }),
})

/** A place as it was kept; what is wrong in it is left out. */
function read(kept: unknown): Kept | undefined {
  if (!isRecord(kept) || typeof kept['workspace'] !== 'string') return undefined
  const { workspace, entry, tabs, folders, scroll, scrolls } = kept
  return {
    workspace,
    ...(typeof entry === 'string' && { entry }),
    ...readLeft(kept),
    ...(Array.isArray(tabs) && { tabs: tabs.flatMap(readTab) }),
    ...(isTexts(folders) && { folders }),
    ...(isRecord(scroll) && { scroll: readScroll(scroll) }),
    ...(isRecord(scrolls) && { scrolls: mapRecords(scrolls, readScroll) }),
  }
}

function readTab(kept: unknown): Tab[] {
  if (!isRecord(kept) || typeof kept['entry'] !== 'string') return []
  const { entry, name } = kept
  return [{ entry, ...(typeof name === 'string' && { name }), ...readLeft(kept) }]
}

const readScroll = (kept: Readonly<Record<string, unknown>>): Scroll =>
  mapRecords(kept, parts =>
    Object.fromEntries(Object.entries(parts).flatMap(([part, at]) => (isPair(at) ? [[part, at]] : []))),
  )

/** Members that are records, each read; others are left out. */
const mapRecords = <T>(
  kept: Readonly<Record<string, unknown>>,
  of: (member: Readonly<Record<string, unknown>>) => T,
): Record<string, T> =>
  Object.fromEntries(Object.entries(kept).flatMap(([name, member]) => (isRecord(member) ? [[name, of(member)]] : [])))
