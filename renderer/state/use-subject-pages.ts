import { shallowRef, watch, type Ref } from 'vue'
import type { SubjectItem } from '@areal-studio/core/studio'
import { useWorkspace } from './workspace.store'

/** Subjects of one request: some screens of rows. */
const PAGE = 200

/** The subjects of a kind that match a text, read page by page as they are seen. */
export function useSubjectPages(kind: Readonly<Ref<string>>, text: Readonly<Ref<string>>) {
  const workspace = useWorkspace()
  /** Undefined until they were counted. */
  const count = shallowRef<number>()
  const pages = shallowRef<ReadonlyMap<number, readonly SubjectItem[]>>(new Map())
  const asked = new Set<number>()
  let turn = 0

  async function load(page: number): Promise<void> {
    if (asked.has(page)) return
    asked.add(page)
    const own = turn
    const filter = { kind: kind.value, text: text.value, from: page * PAGE, count: PAGE }
    const found = await workspace.attempt(() => workspace.studio.subjects(filter))
    if (own !== turn) return
    if (found) pages.value = new Map(pages.value).set(page, found)
    else asked.delete(page)
  }

  /** Counts and reads again what is shown; the old rows stay until the new ones arrive. */
  async function refresh(): Promise<void> {
    const own = ++turn
    asked.clear()
    const shown = [...pages.value.keys()]
    const kinds = await workspace.attempt(() => workspace.studio.subjectKinds(text.value))
    if (own !== turn || !kinds) return
    count.value = kinds.find(one => one.kind === kind.value)?.count ?? 0
    await Promise.all([...new Set([0, ...shown])].map(load))
  }

  /** Reads the pages of the rows from `first` to `last`. */
  function see(first: number, last: number): void {
    for (let page = Math.floor(first / PAGE); page <= Math.floor(last / PAGE); page++) void load(page)
  }

  const at = (index: number): SubjectItem | undefined => pages.value.get(Math.floor(index / PAGE))?.[index % PAGE]

  watch(
    [kind, text],
    () => {
      pages.value = new Map()
      void refresh()
    },
    { immediate: true },
  )
  return { count, pages, at, see, refresh }
}
