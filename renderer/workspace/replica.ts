import { markRaw } from 'vue'
import { FAMILIES } from '@areal-studio/core'
import { apply, type Change, type Edit } from '@areal-studio/core/edit'
import type { EntryInfo, Format } from '@areal-studio/core/format'
import { document, type Bytes, type Document } from '@areal-studio/core/layout'
import type { EntryImage } from '@areal-studio/core/workspace'

/** One open entry as this window knows it. Replaced whole by each commit, never mutated. */
export interface Replica {
  readonly image: EntryImage
  readonly format: Format | undefined
  /** The declared record over the bytes; undefined where no layout is known. Made when first asked for. */
  readonly document: Document | undefined
  /** The payload before any edit. Asked for once. */
  pristine(): Promise<Bytes>
  /** Goes up with every replacement. */
  readonly version: number
}

const HEAD_SIZE = 16
const FORMATS: ReadonlyMap<string, Format> =
  new Map(FAMILIES.flatMap(family => family.formats).map(format => [format.id, format]))

export const formatOf = (id: string | undefined): Format | undefined =>
  id === undefined ? undefined : FORMATS.get(id)

class OpenReplica implements Replica {
  readonly format: Format | undefined
  #document: Document | undefined
  #isMade = false

  /** `previous`: the last document made of an older image, which a new one may build on. */
  constructor(readonly image: EntryImage, readonly version: number, private previous: Document | undefined,
    readonly pristine: () => Promise<Bytes>) {
    this.format = formatOf(image.format)
    markRaw(this)
  }

  get document(): Document | undefined {
    if (!this.#isMade) {
      const layout = this.format?.layout?.(this.image.info)
      this.#document = layout && markRaw(document(layout, this.image.bytes, this.previous))
      this.previous = undefined
      this.#isMade = true
    }
    return this.#document
  }

  get lastDocument(): Document | undefined {
    return this.#document ?? this.previous
  }
}

/** A replica of a fresh image. `readPristine` is called at most once. */
export function openReplica(image: EntryImage, readPristine: () => Promise<Bytes>, before?: Replica): Replica {
  let pristine: Promise<Bytes> | undefined
  const once = (): Promise<Bytes> => (pristine ??= readPristine())
  return new OpenReplica(image, (before?.version ?? 0) + 1, undefined, once)
}

/** The replica after one edit of a commit; undefined where the entry is gone. */
export function afterEdit(replica: Replica, edit: Edit, change: Change): Replica | undefined {
  if (edit.attributes?.after === null) return undefined
  const bytes = apply(replica.image.bytes, edit.splices)
  const attributes = edit.attributes?.after ?? replica.image.attributes
  const info: EntryInfo = { ...replica.image.info, size: bytes.length, attributes, head: bytes.subarray(0, HEAD_SIZE) }
  const image: EntryImage = { ...replica.image, info, bytes, attributes, size: bytes.length, revision: change.revision }
  const previous = replica instanceof OpenReplica ? replica.lastDocument : undefined
  return new OpenReplica(image, replica.version + 1, previous, () => replica.pristine())
}
