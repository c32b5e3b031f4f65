import { own } from '@areal-studio/core/layout'
import { defineStore } from 'pinia'
import { computed, shallowRef } from 'vue'
import type { Problem } from '@areal-studio/core/format'
import { remember, remembered } from './remembered'
import { useWorkspace } from './workspace.store'

const KEPT = 'problems.hidden'
/** Number kept for one workspace: those hidden last. */
const MOST = 2000

type Hidden = Readonly<Record<string, readonly string[]>>

function kept(): Hidden {
  const known = remembered(KEPT)
  if (typeof known !== 'object' || known === null) return {}
  return Object.fromEntries(
    Object.entries(known).map(([folder, keys]) => [
      folder,
      Array.isArray(keys) ? keys.filter(key => typeof key === 'string') : [],
    ]),
  )
}

/** Key of a problem; a problem with another message at the same place has another key. */
export const keyOf = (problem: Problem): string =>
  [
    problem.code,
    problem.entry,
    problem.path ?? '',
    problem.range?.join('+') ?? '',
    JSON.stringify(problem.params),
  ].join('|')

/** No problem has a key of this form: its code is followed by a bar. */
const kindKey = (code: string): string => `kind:${code}`

/** Problems that the user hid, by workspace. They are still counted and still block what they block. */
export const useHiddenProblems = defineStore('hidden-problems', () => {
  const workspace = useWorkspace()
  const all = shallowRef(kept())
  const folder = computed(() => workspace.info?.workspace ?? '')
  const keys = computed<ReadonlySet<string>>(() => new Set(own(all.value, folder.value)))
  const isKindHidden = (code: string): boolean => keys.value.has(kindKey(code))
  const isHidden = (problem: Problem): boolean => keys.value.has(keyOf(problem)) || isKindHidden(problem.code)
  function flip(key: string): void {
    const now = keys.value.has(key) ? [...keys.value].filter(other => other !== key) : [...keys.value, key].slice(-MOST)
    all.value = { ...all.value, [folder.value]: now }
    remember(KEPT, all.value)
  }

  return {
    isHidden,
    count: computed(() => workspace.problems.filter(isHidden).length),
    isKindHidden,
    /** Hides it, or shows it again; one of a hidden kind is shown with its kind. */
    toggle: (problem: Problem): void => flip(isKindHidden(problem.code) ? kindKey(problem.code) : keyOf(problem)),
    /** The same for all problems of one code. */
    toggleKind: (code: string): void => flip(kindKey(code)),
  }
})
