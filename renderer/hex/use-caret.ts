import { computed, shallowRef, type Ref } from 'vue'
import { locate, nodeAt, type Document } from '@areal-studio/core/layout'
import { hexText } from '../value/number-text'
import { useFieldWords } from '../state/field-names'
import { fieldOf } from '../state/label'
import { useText } from '../state/settings.store'
import type { ByteSource } from './byte-source'
import { READING_SIZE, TEXT_SIZE } from './inspector'

interface CaretOptions {
  readonly source: Readonly<Ref<ByteSource>>
  readonly document: Readonly<Ref<Document | undefined>>
  readonly before: Readonly<Ref<Document | undefined>>
}

/** The byte at the caret, the field that contains it, and the text for screen readers. */
export function useCaret({ source, document, before }: CaretOptions) {
  const text = useText()
  const words = useFieldWords()
  const caret = shallowRef(0)
  const field = computed(() => (document.value ? fieldOf(nodeAt(document.value, caret.value)) : undefined))
  const from = (size: number): Uint8Array =>
    source.value.slice(caret.value, Math.min(source.value.size, caret.value + size)) ?? new Uint8Array()
  const bytes = computed(() => from(READING_SIZE))

  return {
    caret,
    field,
    bytes,
    /** Bytes behind it that may be a text. */
    textBytes: computed(() => from(TEXT_SIZE)),
    /** The field's value before any edit, where that was another. */
    was: computed(() => {
      const now = field.value
      const old = now && before.value ? locate(before.value, now.path) : undefined
      return old && now && words.brief(old) !== words.brief(now) ? words.brief(old) : undefined
    }),
    spoken: computed(() =>
      text.say('ui.hex.spoken', {
        offset: hexText(caret.value, 1),
        byte: (bytes.value[0] ?? 0).toString(16).toUpperCase().padStart(2, '0'),
        path: field.value?.path ?? '',
      }),
    ),
  }
}
