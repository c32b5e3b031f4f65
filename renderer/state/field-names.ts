import type { Node } from '@areal-studio/core/layout'
import { briefText, isAbsent, textOf } from '../value/value-text'
import { useDictionary } from './dictionary.store'
import { useText } from './settings.store'

/** Name of the declared record of a struct node: `material`. */
function structOf(node: Node): string | undefined {
  if (node.kind !== 'struct' || node.childCount === 0) return undefined
  return node.child(0).meta.doc?.split('.')[1]
}

/** Names of fields and records, in the current language. */
export function useFieldWords() {
  const text = useText()
  const dictionary = useDictionary()
  const known = (key: string | undefined, n = 1): string | undefined =>
    key !== undefined && text.has(key) ? text.say(key, { n }) : undefined
  return {
    /** The modder's name; else `Class`, or the field's own name where the catalogue has none. */
    title: (node: Node): string => dictionary.fieldName(node.meta) ?? known(node.meta.doc) ?? node.name,
    /** Its value in one line, as `textOf` of value/value-text; a text in the code page chosen for it. */
    value: (node: Node): string | null => textOf(node, undefined, dictionary.textPage(node)),
    /** The same, shortened, as `briefText`. */
    brief: (node: Node): string =>
      isAbsent(node) ? text.say('ui.value.absent') : briefText(node, dictionary.textPage(node)),
    help: (node: Node): string | undefined => known(node.meta.doc && `${node.meta.doc}.help`),
    /** `Material 637`, `faces 12`, `header`. */
    record: (node: Node): string => {
      const word = structOf(node)
      const title = known(word && `field.${word}`)
      if (node.parent?.kind !== 'array') return title ?? node.name
      return `${title ?? node.parent.name} ${node.name}`
    },
    /** `12 materials`, `12 × faces`. */
    records: (node: Node, n: number): string => {
      const word = structOf(node)
      return known(word && `field.${word}.many`, n) ?? `${n} × ${node.parent?.name ?? node.name}`
    },
  }
}
