import { shallowRef, watch, type Ref } from 'vue'
import type { EntryPath, Paint } from '@areal-studio/core/format'
import { useWorkspace } from '../workspace/workspace.store'
import type { MapPicker } from './map-picker'
import { findPaints } from './scene-source'

/** The paints of the ground that is looked at: read when they are wanted, and again when what they are made of changes. */
export function usePaints(picker: Readonly<Ref<MapPicker | undefined>>, isWanted: Readonly<Ref<boolean>>) {
  const workspace = useWorkspace()
  const tables = shallowRef<readonly (readonly Paint[])[]>()
  const read = shallowRef<ReadonlySet<EntryPath>>(new Set())
  const hasMissing = shallowRef(false)
  let shown: EntryPath | undefined
  /** State of what was read when it was read. */
  let known = ''
  let turn = 0

  const versions = (): string => [...read.value].map(entry => workspace.replica(entry)?.version ?? 0).join()
  // What is missing may be added: then every commit is a reason to look again.
  const revision = (): number | undefined => (hasMissing.value ? workspace.info?.revision : undefined)

  const state = (): string => `${versions()} ${revision() ?? ''}`

  watch(() => [picker.value?.map.terrain?.entry, isWanted.value, state()] as const, async ([entry, wanted, now]) => {
    if (entry === shown && tables.value && now === known) return
    const mine = ++turn
    if (entry !== shown) tables.value = undefined
    if (entry === undefined || !wanted) return
    const found = await workspace.attempt(() => findPaints(workspace, entry))
    if (mine !== turn) return
    shown = entry
    tables.value = found?.tables
    read.value = found?.read ?? new Set()
    hasMissing.value = found?.tables.flat().some(paint => !paint.picture) ?? false
    known = state()
  }, { immediate: true })

  return tables
}
