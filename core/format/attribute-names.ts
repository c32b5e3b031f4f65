import { fieldsOf, type AnyLayout } from '../layout'

/** Names of numbers. */
type ValueNames = Readonly<Record<number, string>>

/** What the values of a directory attribute are called (`ArchiveCodec.attributes`); undefined where they have no names. */
export const attributeNames = (layout: AnyLayout | undefined, attribute: string): ValueNames | undefined =>
  layout && fieldsOf(layout)?.find(({ name }) => name === attribute)?.layout.meta.values

/** The number with that name, compared without case. */
export function numberCalled(names: ValueNames, words: string): number | undefined {
  const wanted = words.trim().toLowerCase()
  const found = Object.entries(names).find(([, name]) => name.toLowerCase() === wanted)
  return found && Number(found[0])
}

/** What a value of an attribute is called; undefined where it has no name. */
export const nameOfValue = (layout: AnyLayout | undefined, attribute: string, value: unknown): string | undefined =>
  typeof value === 'number' ? attributeNames(layout, attribute)?.[value] : undefined
