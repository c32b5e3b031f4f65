import { computed, shallowRef, watch, type Ref } from 'vue'
import type { EntryPath, InstancesItem, Paint, PaintsOptions } from '@areal-studio/core/format'
import { isCurrent, type SeenEntries } from '../../state/entry-reader'
import { useWorkspace } from '../../state/workspace.store'
import type { Scenes } from './use-scenes'

type PaintSource = Pick<Scenes, 'paints'>

type Tables = ReadonlyMap<EntryPath, readonly Paint[]>

/** The paints of the surface or model of an entry: read when needed, and again when their sources change. */
export function usePaints(
  scenes: PaintSource,
  of: Readonly<Ref<EntryPath | undefined>>,
  isWanted: Readonly<Ref<boolean>>,
  options?: PaintsOptions,
) {
  const tables = useTables(
    scenes,
    computed(() => (of.value === undefined ? [] : [of.value])),
    isWanted,
    options,
  )
  return computed(() => (of.value === undefined ? undefined : tables.value?.get(of.value)))
}

/** The paints of the models of placed records, by the entry of their nodes. */
export const usePlacedPaints = (
  scenes: PaintSource,
  of: Readonly<Ref<InstancesItem | undefined>>,
  isWanted: Readonly<Ref<boolean>>,
) =>
  useTables(
    scenes,
    computed(() => [...new Set(of.value?.models.map(({ nodes }) => nodes.entry))]),
    isWanted,
  )

function useTables(
  scenes: PaintSource,
  of: Readonly<Ref<readonly EntryPath[]>>,
  isWanted: Readonly<Ref<boolean>>,
  options?: PaintsOptions,
) {
  const workspace = useWorkspace()
  const tables = shallowRef<Tables>()
  const seen = shallowRef<SeenEntries>(new Map())
  const hasMissing = shallowRef(false)
  const key = computed(() => of.value.join('\n'))
  let shown: string | undefined
  /** The revision that the present tables were read at. */
  let revision: number | undefined
  let reading: AbortController | undefined

  // What is missing may be added: then every commit is a reason to look again.
  const isUpToDate = (): boolean =>
    isCurrent(seen.value, workspace) && (!hasMissing.value || workspace.info?.revision === revision)

  watch(
    () => [key.value, isWanted.value, isUpToDate(), workspace.lastChange] as const,
    async ([entries, wanted]) => {
      if (entries === shown && isUpToDate()) return
      reading?.abort()
      const { signal } = (reading = new AbortController())
      if (entries !== shown) tables.value = undefined
      if (of.value.length === 0 || !wanted) return
      const present = workspace.info?.revision
      const found = await scenes.paints(of.value, { signal, ...(options && { options }) }).catch((error: unknown) => {
        if (!signal.aborted) workspace.refuse(error)
      })
      if (signal.aborted) return
      shown = entries
      revision = present
      tables.value = found && found.tables.size > 0 ? found.tables : undefined
      hasMissing.value = [...(found?.tables.values() ?? [])].some(table => table.some(paint => !paint.picture))
      seen.value = found?.seen ?? new Map()
    },
    { immediate: true },
  )

  return tables
}
