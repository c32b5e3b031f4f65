import { shallowRef, watch, type Ref } from 'vue'
import { StudioError, type Pictures, type Words } from '@areal-studio/core/format'
import type { IncomingReport } from '@areal-studio/core/studio'
import { useSelection } from '../state/selection.store'
import { useTakeIncoming } from '../state/take-incoming'
import { askForFile } from '../state/user-file'
import { useWorkspace } from '../state/workspace.store'

/** How a picture of another size is brought to that of the texture: the mean of what a pixel covers, or the nearest pixel. */
export const FITS = ['area', 'nearest'] as const
export type Fit = (typeof FITS)[number]

/** A picture file that would replace the entry. */
export interface Replacement {
  readonly name: string
  readonly bytes: Uint8Array
  /** Undefined while it has the size of the texture. */
  readonly fit: Fit | undefined
  readonly report: IncomingReport
  readonly after: Pictures
  /** What it would do has changed since it was first shown. */
  readonly isAnew: boolean
}

/** A file of another size: it is scaled, or not taken. */
export interface OtherSize {
  readonly name: string
  readonly bytes: Uint8Array
  readonly words: Words
}

/** A picture file is shown in place of the picture before it replaces it, as one step. */
export function useReplacement(entry: Readonly<Ref<string | null>>) {
  const workspace = useWorkspace()
  const { isBusy, taking } = useTakeIncoming()
  const pending = shallowRef<Replacement | null>(null)
  const otherSize = shallowRef<OtherSize | null>(null)
  const isReading = shallowRef(false)

  watch(entry, cancel)

  function cancel(): void {
    pending.value = otherSize.value = null
  }

  async function choose(): Promise<void> {
    const file = await askForFile('.png,.tga,.bmp')
    if (file) await offer(file.name, file.bytes)
  }

  async function offer(name: string, bytes: Uint8Array, fit?: Fit): Promise<void> {
    isReading.value = true
    try {
      const found = await previewOf(name, bytes, fit)
      if (found) pending.value = found
      otherSize.value = null
    } catch (error) {
      if (error instanceof StudioError && error.code === 'picture.size')
        otherSize.value = { name, bytes, words: { code: `refusal.${error.code}`, params: error.params } }
      else workspace.refuse(error)
    } finally {
      isReading.value = false
    }
  }

  /** Undefined where another entry was selected meanwhile. Throws the errors of the file. */
  async function previewOf(
    name: string,
    bytes: Uint8Array,
    fit: Fit | undefined,
    isAnew = false,
  ): Promise<Replacement | undefined> {
    const own = entry.value
    if (own === null) return undefined
    const { studio } = workspace
    const by = fit && { fit }
    const report = await studio.incoming(own, bytes, { file: name, dryRun: true, ...by })
    const after = await studio.pictures(own, { file: { name, bytes, ...by } })
    return after && own === entry.value ? { name, bytes, fit, report, after, isAnew } : undefined
  }

  async function accept(): Promise<void> {
    const wanted = pending.value
    const own = entry.value
    if (!wanted || own === null) return
    const { name, bytes, fit, report } = wanted
    const options = { file: name, dryRun: false, expect: report.plan, ...(fit && { fit }) }
    const done = await taking(
      pending,
      studio => studio.incoming(own, bytes, options),
      () => previewOf(name, bytes, fit, true),
    )
    if (done) useSelection().select({ entry: own }, 'picture')
  }

  return { pending, otherSize, isReading, isBusy, choose, offer, accept, cancel }
}
