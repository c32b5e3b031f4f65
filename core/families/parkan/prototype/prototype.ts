import type { Opened } from '../../../format'
import { array, document, read, struct, toEnd, type Document, type Layout } from '../../../layout'
import { declaredFormat } from '../../../format/declared-format'
import { plainText, records, textOf } from '../../../format/fields'
import { Reference } from '../parts/parts'
import { checkReference } from '../references'
import type { Report } from '../../../format/report'

const OBJECTS = 'objects.rlb'

/** A row of objects.rlb: what an object is made of, 64 bytes for each slot (parkan 9.4). */
export const PROTOTYPE = struct('prototype', {
  slots: array(Reference, toEnd, { certainty: 'confirmed', source: 'parkan 9.4' }),
})

/** Slots name rows that are there, and do not lead back to this row (parkan 9.4). */
async function checkSlots(opened: Document, report: Report, entry: Opened): Promise<void> {
  for (const slot of records(opened, 'slots')) {
    await checkReference(entry, slot, { path: '', code: 'prototype.reference' }, report)
    if (textOf(slot, 'archive').toLowerCase() !== OBJECTS) continue
    const way = await wayBack(entry, textOf(slot, 'name'))
    if (way)
      report.warning('prototype.cycle', { way: way.join(' → ') }, { path: slot.path, range: [slot.offset, slot.size] })
  }
}

/** Names of rows from this one over `next` back to this one; undefined where the way ends. */
async function wayBack(entry: Opened, next: string): Promise<readonly string[] | undefined> {
  const way = [entry.name]
  for (let name: string | undefined = next; name !== undefined; ) {
    way.push(name)
    if (name.toLowerCase() === entry.name.toLowerCase()) return way
    if (way.slice(1, -1).some(other => other.toLowerCase() === name?.toLowerCase())) return undefined
    const row = await entry.beside(name)
    name = row && inherited(row)
  }
  return undefined
}

/** The row of objects.rlb that a row inherits from. */
function inherited({ bytes }: Opened): string | undefined {
  if (!document(PROTOTYPE, bytes).isWhole) return undefined
  const { slots } = read(PROTOTYPE as Layout<{ slots: readonly { archive: string; name: string }[] }>, bytes)
  const parent = slots.find(slot => plainText(slot.archive).toLowerCase() === OBJECTS)
  return parent && plainText(parent.name)
}

/** Rows of objects.rlb. */
export const PROTOTYPE_FORMAT = declaredFormat({
  id: 'parkan.prototype',
  match: ({ container }) => container !== null && container.name.toLowerCase() === OBJECTS,
  layout: () => PROTOTYPE,
  codes: { cut: 'prototype.cut', trailing: 'prototype.cut' },
  rules: checkSlots,
})
