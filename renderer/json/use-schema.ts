import { computed, type Ref } from 'vue'
import { jsonSchema, type AnyLayout } from '@areal-studio/core/layout'
import { useDictionary } from '../state/dictionary.store'
import { useText } from '../state/settings.store'

/** The JSON Schema of a layout, with the words of the catalogue and of the dictionary for titles and help in completion and hover. */
export function useSchema(layout: Readonly<Ref<AnyLayout | undefined>>) {
  const dictionary = useDictionary()
  const text = useText()
  const said = (doc: string): string | undefined =>
    dictionary.fieldName({ doc }) ?? (text.has(doc) ? text.say(doc) : undefined)
  return computed(
    () =>
      layout.value &&
      jsonSchema(layout.value, said, (doc, meta) => ({
        ...dictionary.namedBy(doc),
        ...(meta.suggest === 'seen' && { seen: [...(dictionary.seen(meta)?.keys() ?? [])] }),
      })),
  )
}
