import { fieldsOf, type AnyLayout } from '../layout'

/** Names of numbers. */
type ValueNames = Readonly<Record<number, string>>

/** Names of the values of a directory attribute, from `ArchiveCodec.attributes`; undefined where they have none. */
export const attributeNames = (layout: AnyLayout | undefined, attribute: string): ValueNames | undefined =>
  layout && fieldsOf(layout)?.find(({ name }) => name === attribute)?.layout.meta.values

/** The number with that name, compared without case. */
export function numberCalled(names: ValueNames, words: string): number | undefined {
  const wanted = words.trim().toLowerCase()
  const found = Object.entries(names).find(([, name]) => name.toLowerCase() === wanted)
  return found && Number(found[0])
}

/** The name of a value of an attribute; undefined where it has none. */
export const nameOfValue = (layout: AnyLayout | undefined, attribute: string, value: unknown): string | undefined =>
  typeof value === 'number' ? attributeNames(layout, attribute)?.[value] : undefined
