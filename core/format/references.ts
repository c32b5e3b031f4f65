import { bodyOf, document, namingFields, ruleOf, tagName, type Document, type Node } from '../layout'
import { plainText } from './fields'
import type { EntryInfo, Format, Opened } from './format'

/** An entry by name: a file of the install, and with `row` a row of the archive that the file is. Letters have no case. */
export interface EntryName {
  /** Relative to the install, with `/`. */
  readonly file: string
  readonly row?: string
  /** Searched where this entry does not exist, and so on: of several archives, the first that has the row is meant. */
  readonly otherwise?: EntryName
}

/** The entry that a field is in, as far as rules need it: its names, and the document to read other fields from. */
export type NamingEntry = Pick<EntryInfo, 'path' | 'name' | 'container'>

/**
 * The entries that the value of a field names: several where one text names several files; one with `otherwise` where the
 * first that exists is meant; none where the text names nothing.
 */
export type NamingRule = (field: Node, entry: NamingEntry) => readonly EntryName[]

/** What an entry names by its own name: the table of materials beside a model. */
export interface Companion {
  /** `ui.relation.<relation>` in the catalogue. */
  readonly relation: string
  readonly name: EntryName
  /** Without it the entry is whole, too. */
  readonly isOptional?: true
}

/** A record, by the entry that it is in and its path. */
export interface RecordPlace {
  readonly entry: Opened
  readonly path: string
}

/** How a number names a record. */
export interface RecordRule {
  /** Ids of the formats of which it may name records. */
  readonly to: readonly string[]
  /** The record that the number of a field names; undefined where it names none, or none of that number is there. */
  readonly find: (field: Node, from: Opened) => Promise<RecordPlace | undefined>
}

/** How the entries of a family name each other. */
export interface References {
  /**
   * By the rule that a field of numbers declares with `refers: { by }`. Followed when asked for, not indexed: a map has
   * such numbers in each of its faces.
   */
  readonly records?: Readonly<Record<string, RecordRule>>
  /** By the rule that a field declares: `names`, `refers: { by }`. Fields of other rules name records, not entries. */
  readonly rules: Readonly<Record<string, NamingRule>>
  /** By format id. */
  readonly companions: Readonly<Record<string, (entry: NamingEntry) => readonly Companion[]>>
  /** The rules of the formats report the missing names that are faults: others may be missing. */
  readonly isChecked?: true
}

/** One reference of an entry to another. */
export interface Reference {
  /** Path of the field; '' where the entry has a companion by its name. */
  readonly path: string
  /** Text of the field; '' for a companion. */
  readonly value: string
  /** Name of the field, or the relation of a companion. */
  readonly relation: string
  readonly name: EntryName
  readonly isOptional?: true
}

/** Declares that a text names an entry by a rule of the family. */
export const byRule = (rule: string) => ({ refers: { by: rule } }) as const

const walks = new WeakMap<References, (opened: Document) => Iterable<Node>>()

function fieldsOf(references: References, opened: Document): Iterable<Node> {
  let walk = walks.get(references)
  if (!walk) walks.set(references, (walk = namingFields(Object.keys(references.rules))))
  return walk(opened)
}

/** How entries name each other in the family that a format belongs to. */
export const referencesOf = (
  families: readonly { readonly id: string; readonly references?: References }[],
  format: Format | undefined,
): References | undefined => format && families.find(({ id }) => format.id.startsWith(`${id}.`))?.references

/**
 * What an entry names, field by field in stored order, after its companions. Reads nothing but the entry. A damaged
 * entry has the references of its readable records.
 */
export function referencesIn(
  entry: EntryInfo & Pick<Opened, 'bytes'>,
  format: Format,
  references: References,
): readonly Reference[] {
  const found: Reference[] = (references.companions[format.id]?.(entry) ?? []).map(companion => ({
    path: '',
    value: '',
    ...companion,
  }))
  const layout = format.layout?.(entry)
  if (!layout) return found
  for (const field of fieldsOf(references, document(layout, entry.bytes))) {
    const value = plainText(field.value)
    for (const name of references.rules[ruleOf(field.meta) ?? '']?.(field, entry) ?? [])
      found.push({ path: field.path, value, relation: relationOf(field), name })
  }
  return found
}

/**
 * The name of a field; of an element the name of its array, of the body of a frame that of the frame, of a value with a tag
 * that of the tag.
 */
export function relationOf(field: Node): string {
  let at: Node | undefined = field
  while (at && (/^\d+$/.test(at.name) || (at.name === 'body' && at.parent && bodyOf(at.parent.layout)))) at = at.parent
  return (at?.parent && tagName(at.parent)) ?? at?.name ?? ''
}

/** The first of these names that is there, the others behind it; undefined for no names. */
export const firstOf = (names: readonly EntryName[]): EntryName | undefined =>
  names.reduceRight<EntryName | undefined>(
    (otherwise, name) => ({ ...name, ...(otherwise && { otherwise }) }),
    undefined,
  )

/** A name and those that are looked for where it is not there, in this order. */
export function alternativesOf(name: EntryName): readonly EntryName[] {
  const found: EntryName[] = []
  for (let at: EntryName | undefined = name; at; at = at.otherwise) found.push(at)
  return found
}

/** The entry that is meant, beside this one; undefined where it is not there. */
export async function entryOf(from: Opened, name: EntryName): Promise<Opened | undefined> {
  for (const { file, row } of alternativesOf(name)) {
    const found = await from.file(file)
    const meant = row === undefined ? found : await found?.row(row)
    if (meant) return meant
  }
  return undefined
}
