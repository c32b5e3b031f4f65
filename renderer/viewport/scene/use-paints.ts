import { computed, shallowRef, watch, type Ref } from 'vue'
import type { EntryPath, InstancesItem, Paint, PaintsOptions } from '@areal-studio/core/format'
import type { Replica } from '../../state/replica'
import { useWorkspace } from '../../state/workspace.store'
import { isCurrent, type ReadReplicas } from './entry-reader'
import { findPaints } from './scene-source'

type Tables = ReadonlyMap<EntryPath, readonly Paint[]>

/** The paints of the surface or model of an entry: read when needed, and again when their sources change. */
export function usePaints(
  of: Readonly<Ref<EntryPath | undefined>>,
  isWanted: Readonly<Ref<boolean>>,
  options?: PaintsOptions,
) {
  const tables = useTables(
    computed(() => (of.value === undefined ? [] : [of.value])),
    isWanted,
    options,
  )
  return computed(() => (of.value === undefined ? undefined : tables.value?.get(of.value)))
}

/** The paints of the models of placed records, by the entry of their nodes. */
export const usePlacedPaints = (of: Readonly<Ref<InstancesItem | undefined>>, isWanted: Readonly<Ref<boolean>>) =>
  useTables(
    computed(() => [...new Set(of.value?.models.map(({ nodes }) => nodes.entry))]),
    isWanted,
  )

function useTables(of: Readonly<Ref<readonly EntryPath[]>>, isWanted: Readonly<Ref<boolean>>, options?: PaintsOptions) {
  const workspace = useWorkspace()
  const tables = shallowRef<Tables>()
  const read = shallowRef<ReadReplicas>(new Map())
  const hasMissing = shallowRef(false)
  const key = computed(() => of.value.join('\n'))
  let shown: string | undefined
  /** The revision that the present tables were read at. */
  let revision: number | undefined
  let turn = 0

  const replicas = (): readonly unknown[] => [...read.value.keys()].map(entry => workspace.replica(entry))
  // What is missing may be added: then every commit is a reason to look again.
  const isUpToDate = (): boolean =>
    isCurrent(read.value, workspace) && (!hasMissing.value || workspace.info?.revision === revision)

  watch(
    () => [key.value, isWanted.value, isUpToDate(), replicas()] as const,
    async ([entries, wanted]) => {
      if (entries === shown && isUpToDate()) return
      const mine = ++turn
      if (entries !== shown) tables.value = undefined
      if (of.value.length === 0 || !wanted) return
      const present = workspace.info?.revision
      const found = new Map<EntryPath, readonly Paint[]>()
      const sources = new Map<EntryPath, Replica>()
      for (const entry of of.value) {
        const paints = await workspace.attempt(() => findPaints(workspace, entry, options))
        if (mine !== turn) return
        if (paints) found.set(entry, paints.table)
        for (const [source, replica] of paints?.read ?? []) sources.set(source, replica)
      }
      shown = entries
      revision = present
      tables.value = found.size > 0 ? found : undefined
      hasMissing.value = [...found.values()].some(table => table.some(paint => !paint.picture))
      read.value = sources
    },
    { immediate: true },
  )

  return tables
}
