import type { AnyLayout } from '../model/shape'
import { anywhere, lengthOf, namesUsed, operationsOf } from './table'

const known = new WeakMap<AnyLayout, ReadonlySet<string>>()

/** Names of the fields that the formulas, tags and sentinels of a declaration read: of `..n`, `^.n`, `@n` and `n.bits` it is `n`. */
export function namesRead(root: AnyLayout): ReadonlySet<string> {
  const before = known.get(root)
  if (before) return before
  const names = new Set<string>()
  const collect = anywhere(layout => {
    const { shape } = layout
    const length = lengthOf(layout)
    // A union is seen through the record that holds it: `partsOf` gives its cases only.
    const parts = operationsOf(shape).children.parts(shape)
    for (const one of [layout, ...parts.map(part => part.layout)])
      for (const name of namesUsed(one)) names.add(fieldIn(name))
    if (length?.from === 'until') for (const name of length.names) names.add(fieldIn(name))
    return false
  }, new WeakMap())
  collect(root)
  known.set(root, names)
  return names
}

const fieldIn = (name: string): string => name.replace(/^[.^@]+/, '').split('.')[0] ?? ''
