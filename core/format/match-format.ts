import type { Candidate, Format, Magic } from './format'
import type { Bytes } from '../layout'

/** Formats by the order in which they are tried. */
interface Order {
  readonly withMagic: readonly Format[]
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
  const { withMagic, byFamily } = orderOf(formats)
  const certain = withMagic.find(({ magic }) => magic?.some(one => hasMagic(entry.head, one)))
  if (certain) return certain
  const found = byFamily.flatMap(family => family.find(format => format.match(entry)) ?? [])
  if (found.length < 2) return found[0]
  const nameless = { ...entry, path: '', name: '' }
  return found.find(format => format.match(nameless)) ?? found[0]
}

const hasMagic = (head: Bytes, { at, bytes }: Magic): boolean =>
  at + bytes.length <= head.length && bytes.every((byte, i) => head[at + i] === byte)

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
  const order = { withMagic: formats.filter(format => format.magic), byFamily: [...families.values()] }
  orders.set(formats, order)
  return order
}
