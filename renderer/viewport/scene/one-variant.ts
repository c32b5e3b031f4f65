import { parentPath, type EntryPath, type SceneItem } from '@areal-studio/core/format'

/** Items of one variant, and the archives of the variants that are left out. */
export interface OneVariant {
  readonly items: readonly SceneItem[]
  readonly others: ReadonlySet<EntryPath>
}

/** The archive that an entry is in, or the file itself. */
export const holderOf = (entry: EntryPath): EntryPath => parentPath(entry) ?? entry

/**
 * Of several surfaces of regions that are the same place in different files only one is shown, with what else is in its
 * file: that of the shown entry, else the first one.
 */
export function oneVariant(items: readonly SceneItem[], shown: EntryPath): OneVariant {
  const holders = new Set(
    items.flatMap(item =>
      item.kind === 'surface' && item.layer === 'regions' && item.variant !== undefined ? [holderOf(item.entry)] : [],
    ),
  )
  const chosen = holders.has(holderOf(shown)) ? holderOf(shown) : [...holders][0]
  const others = new Set([...holders].filter(holder => holder !== chosen))
  return { others, items: others.size === 0 ? items : items.filter(item => !others.has(holderOf(item.entry))) }
}
