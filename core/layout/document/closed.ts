import type { AnyLayout, Length } from '../model/shape'

/** Names of the fields before the one that is searched, of each record around it: the innermost last. */
type Before = readonly ReadonlySet<string>[]

/** Whether a record reads no field of records around it, and contains no record of the kind of one of those. */
export const isClosed = (layout: AnyLayout): boolean => layout.shape.of === 'struct' && isClosedWithin(layout, [])

function isClosedWithin({ shape, fixedSize }: AnyLayout, before: Before): boolean {
  // Values of one size are not measured.
  if (fixedSize !== undefined) return true
  switch (shape.of) {
    case 'struct': {
      const names = new Set<string>()
      return shape.fields.every(({ name, layout }) => {
        const isInner = isClosedWithin(layout, [...before, names])
        names.add(name)
        return isInner
      })
    }
    case 'array':
      return isLengthClosed(shape.length, before) && isClosedWithin(shape.element, before)
    case 'bytes':
      return isLengthClosed(shape.length, before)
    case 'sized':
      return isClosedWithin(shape.body, before)
    case 'union': {
      const { tag, cases, otherwise, fallback } = shape
      const layouts = [...Object.values(cases), otherwise, fallback].filter(layout => layout !== undefined)
      return areRead(tag.names, before) && layouts.every(layout => isClosedWithin(layout, before))
    }
    case 'lengthPrefixedText':
    case 'line':
    case 'rest':
    case 'restText':
    case 'encoded':
      return true
    default:
      return false
  }
}

function isLengthClosed(length: Length, before: Before): boolean {
  if (length.from === 'fixed' || length.from === 'end') return true
  return length.from === 'formula' && areRead(length.names, before)
}

/** Whether the records within find all these names. */
const areRead = (names: readonly string[], before: Before): boolean =>
  names.every(name => {
    if (/^[@^]/.test(name)) return false
    const isOuter = name.startsWith('..')
    const field = (isOuter ? name.slice(2) : name).split('.')[0] ?? ''
    return isOuter ? before.slice(0, -1).some(fields => fields.has(field)) : before.at(-1)?.has(field) === true
  })
