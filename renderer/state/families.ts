import { shallowRef } from 'vue'
import { FAMILIES } from '@areal-studio/core'
import type { Family, Format } from '@areal-studio/core/format'
import type { CodePage } from '@areal-studio/core/layout'
import type { Text } from '@areal-studio/core/messages'
import type { EntryImage } from '@areal-studio/core/studio'

const loaded = shallowRef<readonly Family[]>([])
const formats = new Map<string, Format>()

/** Families whose games were opened in this window. */
export const families = (): readonly Family[] => loaded.value

/** Formats of all loaded families. */
export const loadedFormats = (): Iterable<Format> => formats.values()

/** A format of a loaded family. */
export const formatOf = (id: string | undefined): Format | undefined => (id === undefined ? undefined : formats.get(id))

/** What a format is called, from its messages; its id where they have no title of it. */
export const formatTitle = (text: Pick<Text, 'say' | 'has'>, id: string): string =>
  text.has(`format.${id}`) ? text.say(`format.${id}`) : id

/** Ids of a format's operations on an entry as a whole. */
export const entryOperations = (id: string | undefined): readonly string[] =>
  (formatOf(id)?.operations ?? []).flatMap(operation => (operation.records === undefined ? [operation.id] : []))

/**
 * Code page of texts of an entry: that of its archive, else of the family of its format, else of the game (`ids`:
 * families of the install).
 */
export function encodingOf(
  opened: { readonly format: Format | undefined; readonly image: EntryImage } | undefined,
  ids: readonly string[],
): CodePage {
  const ofArchive = opened?.image.info.container?.encoding
  if (ofArchive) return ofArchive
  const format = opened?.format
  const family =
    families().find(one => format !== undefined && one.formats.includes(format)) ??
    families().find(({ id }) => id === ids[0])
  return family?.encoding ?? 'cp1252'
}

/**
 * Loads families, with their messages, before anything of theirs is shown; all where no ids are given. One that cannot
 * be loaded is left out: opening an install of its game reports it.
 */
export async function loadFamilies(ids?: readonly string[]): Promise<void> {
  const wanted = FAMILIES.filter(({ id }) => ids?.includes(id) !== false)
  const found = await Promise.allSettled(wanted.map(family => family.load()))
  const fresh = found
    .flatMap(one => (one.status === 'fulfilled' ? one.value : []))
    .filter(family => !loaded.value.includes(family))
  if (fresh.length === 0) return
  for (const format of fresh.flatMap(family => family.formats)) formats.set(format.id, format)
  loaded.value = [...loaded.value, ...fresh]
}
