import { shallowRef } from 'vue'
import { NO_NAMES, type ByteMark, type Dictionary, type StudioApi } from '@areal-studio/core/studio'
import { attempt } from './notices'

/** What the modder wrote about bytes, the same in every window: names of values, bits and fields, and bookmarks. */
export function useAnnotations(studio: () => StudioApi) {
  /** Names of values, bits and fields; see dictionary.store. */
  const dictionary = shallowRef<Dictionary>(NO_NAMES)
  /** Bookmarks of all entries. */
  const marks = shallowRef<readonly ByteMark[]>([])

  const takeDictionary = (next: Dictionary): void => {
    dictionary.value = next
  }
  const takeMarks = (next: readonly ByteMark[]): void => {
    marks.value = next
  }

  async function refresh(from: StudioApi = studio()): Promise<void> {
    await Promise.all([
      attempt(async () => takeDictionary(await from.dictionary())),
      attempt(async () => takeMarks(await from.marks())),
    ])
  }

  /** Reads those of another workspace; until then there are none. */
  function reload(): void {
    dictionary.value = NO_NAMES
    marks.value = []
    void refresh()
  }

  return { dictionary, marks, takeDictionary, takeMarks, refresh, reload }
}
