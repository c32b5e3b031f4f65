import { apply } from '../../../edit'
import { document, write, type AnyLayout, type Bytes } from '../../../layout'
import { REG, REG_MAGIC } from './reg'
import { tableSplices } from './reg-tables'

type RegValue = number | string | readonly string[]

/** A REG file: numbers that are whole are integers, others floats. */
export function regFile(sections: Readonly<Record<string, Readonly<Record<string, RegValue>>>>): Bytes {
  const slot = { next: 0xffff, offset: 0 }
  const typeOf = (value: RegValue): number =>
    typeof value === 'number' ? (Number.isInteger(value) ? 0 : 1) : typeof value === 'string' ? 2 : 130
  // Without its type, which wants the counts that the writer fills.
  const layout: AnyLayout = REG
  const bytes = write(layout, {
    magic: REG_MAGIC,
    section_slots: Object.keys(sections).map(() => slot),
    sections: Object.entries(sections).map(([name, keys]) => ({
      name,
      key_slots: Object.keys(keys).map(() => slot),
      keys: Object.entries(keys).map(([key, value]) => ({
        type: typeOf(value),
        name: key,
        value: Array.isArray(value) ? { values: value } : value,
      })),
    })),
  }).bytes
  return apply(bytes, tableSplices(document(REG, bytes)))
}
