import { shallowRef, watch, type Ref } from 'vue'
import type { EntryPath, Paint } from '@areal-studio/core/format'
import { useWorkspace } from '../../state/workspace.store'
import { isCurrent, type ReadReplicas } from './entry-reader'
import { findPaints } from './scene-source'

/** The paints of the surface or model of an entry: read when needed, and again when their sources change. */
export function usePaints(of: Readonly<Ref<EntryPath | undefined>>, isWanted: Readonly<Ref<boolean>>) {
  const workspace = useWorkspace()
  const table = shallowRef<readonly Paint[]>()
  const read = shallowRef<ReadReplicas>(new Map())
  const hasMissing = shallowRef(false)
  let shown: EntryPath | undefined
  /** The revision that the present table was read at. */
  let revision: number | undefined
  let turn = 0

  const replicas = (): readonly unknown[] => [...read.value.keys()].map(entry => workspace.replica(entry))
  // What is missing may be added: then every commit is a reason to look again.
  const isUpToDate = (): boolean =>
    isCurrent(read.value, workspace) && (!hasMissing.value || workspace.info?.revision === revision)

  watch(
    () => [of.value, isWanted.value, isUpToDate(), replicas()] as const,
    async ([entry, wanted]) => {
      if (entry === shown && isUpToDate()) return
      const mine = ++turn
      if (entry !== shown) table.value = undefined
      if (entry === undefined || !wanted) return
      const present = workspace.info?.revision
      const found = await workspace.attempt(() => findPaints(workspace, entry))
      if (mine !== turn) return
      shown = entry
      revision = present
      table.value = found?.table
      hasMissing.value = found?.table.some(paint => !paint.picture) ?? false
      read.value = found?.read ?? new Map()
    },
    { immediate: true },
  )

  return table
}
