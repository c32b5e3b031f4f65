import { apply } from '../edit'
import { assign, document, LayoutError, locate, ruleOf, withWords, wordsOf, type Document } from '../layout'
import { alternativesOf, type EntryName, type NamingEntry, type References } from './references'

/**
 * The words with which a text field names an entry, by its rule: the name of a row, the path of a file as the game
 * writes it, with or without its ending. Undefined where no such words lead to the entry, or the field cannot hold
 * them: a row of another archive than the record names.
 */
export function wordsNaming(
  opened: Document,
  path: string,
  entry: NamingEntry,
  { rules }: References,
  wanted: EntryName,
): string | undefined {
  const field = locate(opened, path)
  const rule = field && rules[ruleOf(field.meta) ?? '']
  if (!field || !rule) return undefined
  return forms(wanted, wordsOf(field.value) ?? '').find(words => {
    try {
      const { splices } = assign(opened, path, withWords(field, words))
      const named = locate(document(opened.layout, apply(opened.bytes, splices)), path)
      return (
        named !== undefined &&
        rule(named, entry)
          .flatMap(alternativesOf)
          .some(name => isSame(name, wanted))
      )
    } catch (error) {
      if (error instanceof LayoutError) return false
      throw error
    }
  })
}

/** Ways to write a name, in quotes where the present words are. */
function forms({ file, row }: EntryName, present: string): readonly string[] {
  const path = file.replaceAll('/', '\\')
  const plain =
    row === undefined ? [path, withoutEnding(path), file.slice(file.lastIndexOf('/') + 1)] : [row, withoutEnding(row)]
  return /^\s*".*"\s*$/.test(present) ? plain.map(words => `"${words}"`) : plain
}

const withoutEnding = (name: string): string => name.replace(/\.[^.\\]*$/, '')

const isSame = (one: EntryName, other: EntryName): boolean =>
  one.file.toLowerCase() === other.file.toLowerCase() && one.row?.toLowerCase() === other.row?.toLowerCase()
