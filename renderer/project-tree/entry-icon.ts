import type { EntryIcon, Family } from '@areal-studio/core/format'

/** The picture that a family declares for an entry, by the end of its name, else by its format; undefined for none. */
export function entryIcon(
  families: readonly Family[],
  { name, format }: { readonly name: string; readonly format?: string | undefined },
): EntryIcon | undefined {
  const family = families.find(({ id }) => format?.startsWith(`${id}.`))
  if (!family?.icons || format === undefined) return undefined
  const kind = format.slice(family.id.length + 1)
  const declared = Object.entries(family.icons) as [EntryIcon, readonly string[]][]
  const iconOf = (fits: (one: string) => boolean): EntryIcon | undefined =>
    declared.find(([, ones]) => ones.some(fits))?.[0]
  return (
    iconOf(one => one.startsWith('.') && name.toLowerCase().endsWith(one)) ??
    iconOf(one => kind === one || kind.startsWith(`${one}.`))
  )
}
