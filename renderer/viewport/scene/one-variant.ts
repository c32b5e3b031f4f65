import { parentPath, type EntryPath, type SceneItem, type SurfaceItem } from '@areal-studio/core/format'

/** Items of one variant, and the archives of the variants that are left out. */
export interface OneVariant {
  readonly items: readonly SceneItem[]
  readonly others: ReadonlySet<EntryPath>
  /** The regions of the variants that are left out. */
  readonly left: readonly SurfaceItem[]
}

/** The archive that an entry is in, or the file itself. */
export const holderOf = (entry: EntryPath): EntryPath => parentPath(entry) ?? entry

/** Whether an item is regions that are the same place as those of other variants. */
export const isVariant = (item: SceneItem): item is SurfaceItem =>
  item.kind === 'surface' && item.layer === 'regions' && item.variant !== undefined

/**
 * Of several surfaces of regions that are the same place in different files only one is shown, with what else is in its
 * file: that of the shown entry, else the first one.
 */
export function oneVariant(items: readonly SceneItem[], shown: EntryPath): OneVariant {
  const variants = items.filter(isVariant)
  const holders = new Set(variants.map(item => holderOf(item.entry)))
  const chosen = holders.has(holderOf(shown)) ? holderOf(shown) : [...holders][0]
  const others = new Set([...holders].filter(holder => holder !== chosen))
  return {
    others,
    items: others.size === 0 ? items : items.filter(item => !others.has(holderOf(item.entry))),
    left: variants.filter(item => others.has(holderOf(item.entry))),
  }
}
