import type { EntryPath } from '@areal-studio/core/edit'
import { remember, remembered } from '../../state/remembered'
import type { View } from './camera'
import { ofWorkspace, readView, workspaceOf, type ViewOf } from './saved-cameras'

/** A destination: a place of the ground plane, or a region by its number. */
export type Wish = { readonly x: number; readonly y: number } | { readonly record: number }

/** Reads `864.1 507.5`, `864,1; 507,5`, `x 864 y 507` and `#637` or `637`. */
export function readWish(typed: string): Wish | undefined {
  const single = /^\s*#?\s*(\d+)\s*$/.exec(typed)?.[1]
  if (single !== undefined) return { record: Number(single) }
  // A comma divides two numbers unless something else does.
  const hasOther = /[;\s]\s*[xy]?\s*-?\d/i.test(typed.trim())
  const numbers =
    (hasOther ? typed.replaceAll(/(\d),(\d)/g, '$1.$2') : typed).match(/-?\d+(?:\.\d+)?/g)?.map(Number) ?? []
  const [x, y] = numbers
  return x === undefined || y === undefined ? undefined : { x, y }
}

const KEPT = 'saved-cameras'
const MOST = 90
type Kept = readonly { readonly workspace: string | undefined; readonly name: string; readonly view: unknown }[]

const all = (): Kept => {
  const found = remembered(KEPT)
  return Array.isArray(found)
    ? found.flatMap((one: unknown) =>
        typeof one === 'object' && one !== null && 'name' in one && typeof one.name === 'string' && 'view' in one
          ? [{ workspace: workspaceOf(one), name: one.name, view: one.view }]
          : [],
      )
    : []
}
const nameOf = (entry: EntryPath, digit: number): string => `${digit} ${entry}`

/** Stores a view of a map under a digit; it is kept over restarts. */
export function saveCamera({ workspace, entry }: ViewOf, digit: number, view: View): void {
  const name = nameOf(entry, digit)
  const others = all().filter(
    kept => kept.name !== name || (kept.workspace !== workspace && kept.workspace !== undefined),
  )
  remember(KEPT, [{ workspace, name, view }, ...others].slice(0, MOST))
}

export const savedCamera = ({ workspace, entry }: ViewOf, digit: number): View | undefined =>
  readView(
    ofWorkspace(
      all().filter(kept => kept.name === nameOf(entry, digit)),
      workspace,
    )?.view,
  )
