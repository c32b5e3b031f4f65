import type { EntryPath } from '@areal-studio/core/edit'
import { keepNow, remember, remembered } from './remembered'

/** Pixels from the left and from the top. */
export type Scrolled = readonly [left: number, top: number]

/** Where the work in a workspace was left. */
export interface Place {
  readonly entry?: EntryPath
  readonly path?: string | null
  readonly paths?: readonly string[]
  readonly range?: readonly [offset: number, size: number] | null
  /** Folders and archives that are open in the project tree. */
  readonly folders?: readonly string[]
  /** By pane, then by the part of it that is scrolled. */
  readonly scroll?: Readonly<Record<string, Readonly<Record<string, Scrolled>>>>
}
type Kept = Place & { readonly workspace: string }

const KEPT = 'places'
const MOST = 12
/** More selected records, or open folders, are not worth their room. */
const MOST_PATHS = 500
const REST = 200

let waiting: Kept | undefined
let timer: ReturnType<typeof setTimeout> | undefined

/** Where the work in that workspace was left at the last start; empty where nothing is known. */
export const keptPlace = (workspace: string): Place =>
  waiting?.workspace === workspace ? waiting : (all().find(kept => kept.workspace === workspace) ?? {})

/** Notes part of the present place, for the next start. */
export function keepPlace(workspace: string, change: Place): void {
  if (waiting !== undefined && waiting.workspace !== workspace) keepPlaceNow()
  waiting = { ...keptPlace(workspace), ...shortened(change), workspace }
  timer ??= setTimeout(keepPlaceNow, REST)
}

/** Before the page ends: nothing waits any longer. */
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

const shortened = (place: Place): Place => ({
  ...place,
  ...(place.paths && { paths: place.paths.length > MOST_PATHS ? [] : place.paths }),
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

/** A place as it was kept; what is wrong in it is left out. */
function read(kept: unknown): Kept | undefined {
  if (!isRecord(kept) || typeof kept['workspace'] !== 'string') return undefined
  const { workspace, entry, path, paths, range, folders } = kept
  return {
    workspace,
    ...(typeof entry === 'string' && { entry }),
    ...(typeof path === 'string' && { path }),
    ...(isTexts(paths) && { paths }),
    ...(isPair(range) && { range }),
    ...(isTexts(folders) && { folders }),
    ...(isRecord(kept['scroll']) && { scroll: readScroll(kept['scroll']) }),
  }
}

const readScroll = (kept: Readonly<Record<string, unknown>>): NonNullable<Place['scroll']> =>
  Object.fromEntries(
    Object.entries(kept).flatMap(([pane, parts]) =>
      isRecord(parts)
        ? [
            [
              pane,
              Object.fromEntries(Object.entries(parts).flatMap(([part, at]) => (isPair(at) ? [[part, at]] : []))),
            ] as const,
          ]
        : [],
    ),
  )
