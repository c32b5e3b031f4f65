import { computed, type Ref } from 'vue'
import { LARGEST_EDITED } from '@areal-studio/core/studio'
import { useReadOnlyWords } from '../state/open-entry'
import { readOnlyRefusal } from '../state/read-only'
import type { Replica } from '../state/replica'
import { useText } from '../state/settings.store'
import { useWorkspace } from '../state/workspace.store'

/** Whether the bytes of the open entry may be changed, and the message where they may not. */
export function useLock(replica: Readonly<Ref<Replica | undefined>>, isLarge: Readonly<Ref<boolean>>) {
  const workspace = useWorkspace()
  const text = useText()
  const readOnly = useReadOnlyWords()
  const isTooLarge = computed(() => isLarge.value && (replica.value?.image.size ?? 0) > LARGEST_EDITED)
  /** What a large entry cannot do. */
  const largeWords = computed(() => ({
    code: isTooLarge.value ? 'ui.hex.too-large' : 'ui.hex.large',
    params: { limit: LARGEST_EDITED / 2 ** 20 },
  }))

  return {
    largeWords,
    /** Why nothing can be typed here; '' where it can. */
    words: computed(() =>
      isTooLarge.value ? text.say(largeWords.value.code, largeWords.value.params) : readOnly.value,
    ),
    /** Runs a change of bytes, or shows why the bytes cannot be changed. */
    unlessLocked:
      <A extends readonly unknown[]>(run: (...given: A) => void) =>
      (...given: A): void => {
        const refusal = readOnlyRefusal(workspace.info)
        if (isTooLarge.value) workspace.notify(largeWords.value, 'warning')
        else if (refusal) workspace.refuse(refusal)
        else run(...given)
      },
  }
}
