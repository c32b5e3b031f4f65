import { nextTick, shallowRef, watch, type Ref } from 'vue'
import type { Selected } from '../state/selection.store'
import { lineOf, type FormSection, type SectionId } from './form-model'

interface Options {
  readonly selected: Readonly<Ref<Pick<Selected, 'path' | 'source'>>>
  /** Of the record that the form shows; none while its entry is being read. */
  readonly sections: Readonly<Ref<readonly FormSection[]>>
  readonly unfold: (id: SectionId) => void
  /** Scrolls to the line of that name. */
  readonly bring: (name: string) => void
}

/** A field that was selected in another pane (a problem, a row of the struct tree) is unfolded and scrolled to, once. */
export function useShownField({ selected, sections, unfold, bring }: Options): void {
  const wanted = shallowRef<string | null>(null)
  watch(
    selected,
    ({ path, source }) => {
      wanted.value = source === 'form' ? null : path
    },
    { immediate: true },
  )
  watch(
    [wanted, sections],
    async ([path, present]) => {
      const found = path === null ? undefined : lineOf(present, path)
      if (!found) return
      wanted.value = null
      unfold(found.section)
      await nextTick()
      bring(found.name)
    },
    { immediate: true, flush: 'post' },
  )
}
