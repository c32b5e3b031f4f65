import type { Attributes, EntryPath } from '../../edit'
import { rowName, SiblingCounts, type Siblings } from '../../format'
import type { ArchiveIndex } from './archive-index'
import { RowNames } from './row-names'
import { RowOrder } from './row-order'
import { sameAttributes, type States } from './states'

/**
 * The present rows of an open archive: their order, their attributes, and indexes over both. An index is made when it is
 * first read; of a draft, changes of single rows update it, so that changing each of many thousand rows is no scan of all.
 */
export class Directory {
  private knownOrder: RowOrder | undefined
  private knownPlaces: ReadonlyMap<string, number> | undefined
  private knownSiblings: SiblingCounts | undefined
  private knownNames: RowNames | undefined

  /** `changed`: steps that have a state, kept up to date by the archive. */
  constructor(
    private readonly index: ArchiveIndex,
    private readonly states: States,
    private readonly path: EntryPath,
    private readonly changed: ReadonlySet<string>,
  ) {}

  /** Ids of present rows, in directory order. */
  get order(): readonly string[] {
    return this.knownOrder?.list ?? this.states.order(this.path) ?? this.index.order
  }

  get length(): number {
    return this.knownOrder?.length ?? this.order.length
  }

  placeOf(id: string): number | undefined {
    if (this.knownOrder) return this.knownOrder.placeOf(id)
    this.knownPlaces ??= new Map(this.order.map((row, place) => [row, place]))
    return this.knownPlaces.get(id)
  }

  /** As the base image has them; undefined for added rows. */
  pristineAttributes(id: string): Attributes | undefined {
    return this.index.rows.get(id)?.attributes
  }

  attributesOf(id: string): Attributes | undefined {
    const own = this.changed.has(id) ? this.states.get(`${this.path}!#${id}`)?.attributes : undefined
    return own ?? this.pristineAttributes(id)
  }

  /** Counts over all present rows; one object per image as long as no row is added, removed or has other attributes. */
  get siblings(): Siblings {
    this.knownSiblings ??= this.isOriginal
      ? this.index.siblings
      : new SiblingCounts(
          () => this.order.map(id => this.attributesOf(id) ?? {}),
          () => this.length,
        )
    return this.knownSiblings
  }

  private get isOriginal(): boolean {
    if (this.states.hasOrder(this.path)) return false
    for (const step of this.changed) if (this.states.get(`${this.path}!#${step}`)?.attributes) return false
    return true
  }

  /** Attributes of the rows of that name, in any case, but of the row `except`. */
  named(name: string, except?: string): readonly Attributes[] {
    if (!this.knownNames) {
      this.knownNames = new RowNames()
      for (const id of this.order) this.knownNames.add(id, rowName(this.attributesOf(id) ?? {}))
    }
    const found: Attributes[] = []
    for (const id of this.knownNames.named(name)) {
      const attributes = id === except ? undefined : this.attributesOf(id)
      if (attributes) found.push(attributes)
    }
    return found
  }

  /** The order as a list that can be changed. */
  private get list(): RowOrder {
    this.knownPlaces = undefined
    this.knownOrder ??= new RowOrder(this.order)
    return this.knownOrder
  }

  add(id: string, place: number, attributes: Attributes): RowOrder {
    this.list.insert(id, place)
    this.attributesChanged(id, undefined, attributes)
    return this.list
  }

  remove(id: string): RowOrder {
    this.attributesChanged(id, this.attributesOf(id), undefined)
    this.list.remove(id)
    return this.list
  }

  move(id: string, place: number): RowOrder {
    this.list.remove(id)
    this.list.insert(id, place)
    return this.list
  }

  /** Updates the indexes. Undefined means that there is no such row. Returns whether anything but the place differs. */
  attributesChanged(id: string, before: Attributes | undefined, after: Attributes | undefined): boolean {
    if (before && after && sameAttributes(before, after)) return false
    if (this.knownSiblings === this.index.siblings) this.knownSiblings = undefined
    else this.knownSiblings?.change(before, after)
    if (before) this.knownNames?.remove(id, rowName(before))
    if (after) this.knownNames?.add(id, rowName(after))
    return true
  }
}
