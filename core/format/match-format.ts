import type { Candidate, Format, Magic } from './format'
import type { Bytes } from '../layout'

/** Formats by the order in which they are tried. */
interface Order {
  readonly magics: readonly { readonly format: Format; readonly magic: Magic }[]
  readonly byFamily: readonly (readonly Format[])[]
}

const orders = new WeakMap<readonly Format[], Order>()

/** Id of the family that a format is of. */
export const familyOf = (format: string): string => format.slice(0, Math.max(0, format.indexOf('.')))

/**
 * The format of an entry: the first whose `magic` is in its head, else the first that matches. Where several families
 * match, one that matches without the name of the entry wins over one that needs the name.
 */
export function matchFormat(entry: Candidate, formats: readonly Format[]): Format | undefined {
  const { magics, byFamily } = orderOf(formats)
  for (const { format, magic } of magics) if (hasMagic(entry.head, magic)) return format
  const found: Format[] = []
  for (const family of byFamily) {
    const first = family.find(format => format.match(entry))
    if (first) found.push(first)
  }
  if (found.length < 2) return found[0]
  const nameless = { ...entry, path: '', name: '' }
  return found.find(format => format.match(nameless)) ?? found[0]
}

/** Called for each row of an archive with each format. */
function hasMagic(head: Bytes, { at, bytes }: Magic): boolean {
  if (at + bytes.length > head.length) return false
  for (let i = 0; i < bytes.length; i++) if (head[at + i] !== bytes[i]) return false
  return true
}

function orderOf(formats: readonly Format[]): Order {
  const known = orders.get(formats)
  if (known) return known
  const families = new Map<string, Format[]>()
  for (const format of formats) {
    const family = familyOf(format.id)
    const others = families.get(family)
    if (others) others.push(format)
    else families.set(family, [format])
  }
  const order = {
    magics: formats.flatMap(format => (format.magic ?? []).map(magic => ({ format, magic }))),
    byFamily: [...families.values()],
  }
  orders.set(formats, order)
  return order
}
