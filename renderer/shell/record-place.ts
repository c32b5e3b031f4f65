import type { EntryPath } from '@areal-studio/core/edit'
import { locate, type Document } from '@areal-studio/core/layout'
import type { Selected } from '../state/selection.store'

/** Records that people know by their number, whatever is looked at. */
const KNOWN_BY_NUMBER = 'areals'

/**
 * Where the number of a record leads: into the array that is looked at, else to the areals of what was looked at last and has so
 * many. Undefined where nothing has.
 */
export function recordPlace(
  number: number,
  { entry, path }: Pick<Selected, 'entry' | 'path'>,
  recent: readonly EntryPath[],
  documentOf: (entry: EntryPath) => Document | undefined,
): { readonly entry: EntryPath; readonly path: string } | undefined {
  const own = path?.split('/')[0]
  const places = [
    ...(entry !== null && own !== undefined ? [{ entry, path: `${own}/${number}` }] : []),
    ...[...(entry === null ? [] : [entry]), ...recent].map(seen => ({
      entry: seen,
      path: `${KNOWN_BY_NUMBER}/${number}`,
    })),
  ]
  return places.find(place => {
    const whole = documentOf(place.entry)
    return whole !== undefined && locate(whole, place.path) !== undefined
  })
}
