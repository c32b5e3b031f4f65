import type { Conversion, EntryInfo, Format } from './format'

const endingOf = (file: string): string => file.slice(file.lastIndexOf('.') + 1).toLowerCase()

/** How entries of a format are written as files of this ending. */
export const conversionTo = (format: Format | undefined, ending: string, entry?: EntryInfo): Conversion | undefined =>
  format?.conversions?.find(conversion => conversion.ending === ending && isFor(conversion, entry))

const isFor = (conversion: Conversion, entry: EntryInfo | undefined): boolean =>
  entry === undefined || (conversion.isFor?.(entry) ?? true)

/** How a row can be written, by what is known of it without opening it. */
export const conversionsFor = (
  format: Format | undefined,
  row: Pick<EntryInfo, 'path' | 'name' | 'size' | 'attributes'>,
): readonly Conversion[] =>
  (format?.conversions ?? []).filter(one => isFor(one, { ...row, head: new Uint8Array(0), container: null }))

/** How a file of that name replaces an entry of a format; undefined where its bytes are the entry's. */
export const conversionFrom = (format: Format | undefined, file: string, entry?: EntryInfo): Conversion | undefined =>
  format?.conversions?.find(
    conversion => conversion.decode && conversion.ending === endingOf(file) && isFor(conversion, entry),
  )

/** All endings that entries of the formats are written as, in the order of the formats. */
export const endingsOf = (formats: Iterable<Format>): readonly string[] => [
  ...new Set(Array.from(formats, ({ conversions = [] }) => conversions.map(({ ending }) => ending)).flat()),
]

/** The name of an entry by that of a file it was extracted as: `wood.tex` for `wood.tex.png` and `wood.tex.json`. */
export function withoutForm(file: string, formats: Iterable<Format>): string {
  const ending = endingOf(file)
  return ending === 'json' || endingsOf(formats).includes(ending) ? file.slice(0, -ending.length - 1) : file
}
