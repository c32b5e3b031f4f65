import type { EntryPath } from '@areal-studio/core/edit'
import { locate, type Document } from '@areal-studio/core/layout'
import type { Selected } from '../state/selection.store'

/** An open entry, and the array whose records the status bar numbers. */
interface Numbered {
  readonly document: Document | undefined
  readonly array: string | undefined
}

/**
 * Node for the number of a record: in the selected array, else in the numbered records of the last entry that has that
 * many. Undefined where none has.
 */
export function recordPlace(
  number: number,
  { entry, path }: Pick<Selected, 'entry' | 'path'>,
  recent: readonly EntryPath[],
  open: (entry: EntryPath) => Numbered | undefined,
): { readonly entry: EntryPath; readonly path: string } | undefined {
  const own = path?.split('/')[0]
  const places = [
    ...(entry !== null && own !== undefined ? [{ entry, path: `${own}/${number}` }] : []),
    ...[...(entry === null ? [] : [entry]), ...recent].flatMap(seen => {
      const array = open(seen)?.array
      return array === undefined ? [] : [{ entry: seen, path: `${array}/${number}` }]
    }),
  ]
  return places.find(place => {
    const whole = open(place.entry)?.document
    return whole !== undefined && locate(whole, place.path) !== undefined
  })
}
