import type { Opened } from '../../format'
import { plainText } from '../../format/fields'
import type { Report } from '../../format/report'
import type { Node } from '../../layout'
import { knownNames, namedIn, placesOf, type Named } from './named'
import { nameKey } from './names'
import type { Reference } from './references'

/** A text that names something, and the field that messages call it by. */
interface Naming {
  readonly field: string
  readonly by: Reference
  readonly text: Node
}

/** Texts of a value that name something: itself, or those of its list. */
export function* namingsIn(value: Node, field: string): Generator<Naming> {
  const { refers } = value.layout.meta
  if (value.childCount === 0 && typeof refers === 'object' && 'by' in refers)
    yield { field, by: refers.by as Reference, text: value }
  for (let at = 0; at < value.childCount; at++) yield* namingsIn(value.child(at), field)
}

/** Kinds that the reference install names without having them: what is missing of these is no fault. */
const OFTEN_MISSING: ReadonlySet<Named> = new Set(['modifier', 'perk', 'quest'])

/** Reports names that nothing has, where the archives that have them are there (evil-islands 5.3, 15.8, 21). */
export async function checkNames(
  entry: Opened,
  namings: Iterable<Naming>,
  report: (params: { field: string; name: string; places: string }, place: Parameters<Report['error']>[2]) => void,
): Promise<void> {
  const names = knownNames(entry)
  for (const { field, by, text } of namings) {
    if (!text.isWhole) continue
    for (const [kind, name] of namedIn(by, plainText(text.value))) {
      if (OFTEN_MISSING.has(kind)) continue
      const known = await names(kind)
      if (known && !known.has(nameKey(name)))
        report({ field, name, places: placesOf(kind) }, { path: text.path, range: [text.offset, text.size] })
    }
  }
}
