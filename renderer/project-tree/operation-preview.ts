import { shallowRef, type ShallowRef } from 'vue'
import type { ParameterValues } from '@areal-studio/core/format'
import type { WantedOperation } from '../commands/shell.store'
import { useEntryPreviews, type Incoming } from './incoming-preview'

/** The preview of an operation, computed again for other parameters. */
export function useOperationPreview(incoming: ShallowRef<Incoming | null>) {
  const { previewOperation } = useEntryPreviews()
  const isComputing = shallowRef(false)
  let requests = 0

  /** Shows what an operation would change. */
  async function offerOperation(wanted: WantedOperation): Promise<void> {
    incoming.value = (await previewOperation(wanted)) ?? incoming.value
  }

  /** Shows what the operation would change with other parameters, or with what has changed since; the last request wins. */
  async function operateAgain(values?: ParameterValues): Promise<void> {
    const before = incoming.value
    if (!before) return
    const request = ++requests
    isComputing.value = true
    const after = await before.again(values ? { values } : {})
    if (request !== requests) return
    isComputing.value = false
    if (after && incoming.value === before) incoming.value = after
  }

  return { isComputing, offerOperation, operateAgain }
}
