import { markRaw } from 'vue'
import { apply, growth, sameBytes, type Change, type Edit, type Revision } from '@areal-studio/core/edit'
import { HEAD_SIZE, type EntryInfo, type Format } from '@areal-studio/core/format'
import { document, type Bytes, type Document, type Splice } from '@areal-studio/core/layout'
import type { EntryImage } from '@areal-studio/core/studio'
import { formatOf } from './families'

/** The window's copy of an open entry. Replaced as a whole by each commit, never mutated. */
export interface Replica {
  readonly image: EntryImage
  readonly format: Format | undefined
  /** The declared record over the bytes; undefined where no layout is known. Created on demand. */
  readonly document: Document | undefined
  /** The pristine payload, empty where the entry was added. Requested once. */
  readonly pristine: () => Promise<Bytes>
  /** Increased at every replacement. */
  readonly version: number
  /** Splices between the previous version and this one; undefined after the entry was read again. */
  readonly splices: readonly Splice[] | undefined
}

/** Only the first bytes are loaded: the entry is so large that its bytes are read when they are shown. */
export const isPartial = ({ image }: Replica): boolean => image.bytes.length < image.size

const SINCE_AT_MOST = 256

class OpenReplica implements Replica {
  readonly format: Format | undefined
  #document: Document | undefined
  #isMade = false

  /** `previous`: the last document of an older image, on which a new one may build, and all edits `since` then. */
  constructor(
    readonly image: EntryImage,
    readonly version: number,
    private previous: Document | undefined,
    readonly pristine: () => Promise<Bytes>,
    readonly splices: readonly Splice[] | undefined,
    private readonly since: readonly Splice[] | undefined = splices,
  ) {
    this.format = formatOf(image.format)
    markRaw(this)
  }

  get document(): Document | undefined {
    if (!this.#isMade) {
      const layout = this.format?.layout?.(this.image.info)
      this.#document = layout && markRaw(document(layout, this.image.bytes, this.previous, this.since))
      this.previous = undefined
      this.#isMade = true
    }
    return this.#document
  }

  /** The replica after one edit, before subscribers are notified. */
  edited(edit: Edit): OpenReplica {
    const bytes = isPartial(this) ? overwritten(this.image.bytes, edit.splices) : apply(this.image.bytes, edit.splices)
    const attributes = edit.attributes?.after ?? this.image.attributes
    const { info: before } = this.image
    const { name } = attributes
    const info: EntryInfo = {
      ...before,
      attributes,
      head: bytes.subarray(0, HEAD_SIZE),
      name: typeof name === 'string' ? name : before.name,
    }
    const size = this.image.size + growth(edit.splices)
    const image: EntryImage = { ...this.image, info: { ...info, size }, bytes, attributes, size }
    const since = this.#document ? edit.splices : this.#sinceWith(edit.splices)
    return new OpenReplica(image, this.version + 1, this.#document ?? this.previous, this.pristine, edit.splices, since)
  }

  /** After many edits without a use of the document a new one costs less than their list. */
  #sinceWith(splices: readonly Splice[]): readonly Splice[] | undefined {
    const isFew = this.previous && this.since && this.since.length + splices.length <= SINCE_AT_MOST
    return isFew ? [...(this.since ?? []), ...splices] : undefined
  }

  /** The same bytes, confirmed for a revision. */
  at(revision: Revision): OpenReplica {
    const settled = new OpenReplica(
      { ...this.image, revision },
      this.version,
      this.previous,
      this.pristine,
      this.splices,
      this.since,
    )
    settled.#document = this.#document
    settled.#isMade = this.#isMade
    return settled
  }
}

/** The loaded part of an image after splices that keep every length. */
export function overwritten(part: Bytes, splices: readonly Splice[], start = 0): Bytes {
  const after = part.slice()
  for (const { offset, inserted } of splices) {
    const [from, to] = [Math.max(offset, start), Math.min(offset + inserted.length, start + part.length)]
    if (from < to) after.set(inserted.subarray(from - offset, to - offset), from - start)
  }
  return after
}

/** A replica of a fresh image. `readPristine` is called at most once. */
export function openReplica(image: EntryImage, readPristine: () => Promise<Bytes>, before?: Replica): Replica {
  let pristine: Promise<Bytes> | undefined
  const once = (): Promise<Bytes> => (pristine ??= readPristine())
  return new OpenReplica(image, (before?.version ?? 0) + 1, undefined, once, undefined)
}

const forecasts = new WeakMap<Replica, { readonly edit: Edit; readonly after: OpenReplica }>()

/**
 * The entry after a local edit, before the studio confirms it as a commit: computed once, for the label and for the new
 * state.
 */
export function forecast(replica: Replica, edit: Edit): Replica | undefined {
  if (!(replica instanceof OpenReplica) || edit.attributes?.after === null) return undefined
  const known = forecasts.get(replica)
  if (known?.edit === edit) return known.after
  const after = replica.edited(edit)
  forecasts.set(replica, { edit, after })
  return after
}

/** The replica after one edit of a commit; undefined where the entry was deleted. */
export function afterEdit(replica: Replica, edit: Edit, change: Change): Replica | undefined {
  if (edit.attributes?.after === null || !(replica instanceof OpenReplica)) return undefined
  const known = forecasts.get(replica)
  const after = known && isSame(known.edit, edit) ? known.after : replica.edited(edit)
  return after.at(change.revision)
}

const isSame = (a: Edit, b: Edit): boolean =>
  JSON.stringify(a.attributes) === JSON.stringify(b.attributes) &&
  a.splices.length === b.splices.length &&
  a.splices.every((splice, i) => isSameSplice(splice, b.splices[i]))
const isSameSplice = (a: Splice, b: Splice | undefined): boolean =>
  b !== undefined && a.offset === b.offset && sameBytes(a.removed, b.removed) && sameBytes(a.inserted, b.inserted)
