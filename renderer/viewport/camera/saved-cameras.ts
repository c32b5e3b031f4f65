import { own } from '@areal-studio/core/layout'
import type { EntryPath } from '@areal-studio/core/edit'
import { remember, remembered } from '../../state/remembered'
import type { Vec, View } from './camera'

const KEPT = 'cameras'
const MOST = 24
const REST = 500

/** Install and map of a view: two installs may each have an `SC_1`. */
export interface ViewOf {
  /** Folder of the workspace. */
  readonly workspace: string
  readonly entry: EntryPath
}

/** `workspace` is undefined where an earlier version kept the view: the first workspace that keeps one of this entry takes it over. */
type Kept = readonly { readonly workspace: string | undefined; readonly entry: EntryPath; readonly view: View }[]
/** By map: what the next map does must not lose the view of the one before it. */
const timers = new Map<string, ReturnType<typeof setTimeout>>()

/** The last view of this map. */
export const keptView = (of: ViewOf): View | undefined =>
  ofWorkspace(
    all().filter(kept => kept.entry === of.entry),
    of.workspace,
  )?.view

/** The value stored for this workspace, else the one that an earlier version stored for all workspaces. */
export const ofWorkspace = <T extends { readonly workspace: string | undefined }>(
  kept: readonly T[],
  workspace: string,
): T | undefined => kept.find(one => one.workspace === workspace) ?? kept.find(one => one.workspace === undefined)

/** Keeps the view of a map for the next time, once the camera rests. */
export function keepView({ workspace, entry }: ViewOf, view: View): void {
  const map = JSON.stringify([workspace, entry])
  clearTimeout(timers.get(map))
  const keep = (): void => {
    timers.delete(map)
    const others = all().filter(
      kept => kept.entry !== entry || (kept.workspace !== workspace && kept.workspace !== undefined),
    )
    remember(KEPT, [{ workspace, entry, view }, ...others].slice(0, MOST))
  }
  timers.set(map, setTimeout(keep, REST))
}

function all(): Kept {
  const found = remembered(KEPT)
  return Array.isArray(found) ? found.flatMap((one: unknown) => read(one) ?? []) : []
}

function read(one: unknown): Kept[number] | undefined {
  if (typeof one !== 'object' || one === null || !('entry' in one) || !('view' in one) || typeof one.entry !== 'string')
    return undefined
  const view = readView(one.view)
  return view && { workspace: workspaceOf(one), entry: one.entry, view }
}

/** The workspace that a record was kept in. */
export const workspaceOf = (one: object): string | undefined =>
  'workspace' in one && typeof one.workspace === 'string' ? one.workspace : undefined

/** A view as it was kept; undefined where it cannot be one. */
export function readView(kept: unknown): View | undefined {
  if (typeof kept !== 'object' || kept === null) return undefined
  const found: Record<string, unknown> = { ...kept }
  const number = (name: string): number => {
    const value = own(found, name)
    return typeof value === 'number' ? value : NaN
  }
  const pivot = readPlace(found['pivot'])
  const view = { yaw: number('yaw'), pitch: number('pitch'), distance: number('distance'), fov: number('fov') }
  if (!pivot || !Object.values(view).every(Number.isFinite) || !(view.distance > 0) || !(view.fov > 0)) return undefined
  return { ...view, pivot, isOrtho: found['isOrtho'] === true }
}

function readPlace(kept: unknown): Vec | undefined {
  if (!Array.isArray(kept)) return undefined
  const [x, y, z]: unknown[] = kept
  return typeof x === 'number' && typeof y === 'number' && typeof z === 'number' ? [x, y, z] : undefined
}
