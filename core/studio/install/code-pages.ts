import type { EntryPath } from '../../edit'
import { isRecord, type Format, type JsonRecord } from '../../format'
import { CODE_PAGES, type Bytes, type CodePage } from '../../layout'

/** The code page that the user chose for the texts in an archive; undefined: none. */
export type PageOf = (archive: EntryPath) => CodePage | undefined

const isPage = (value: unknown): value is CodePage => CODE_PAGES.some(page => page === value)

/** Code pages that the description of a workspace names, by archive; values that are none are left out. */
export function chosenPages(about: JsonRecord | undefined): ReadonlyMap<EntryPath, CodePage> {
  const listed = about?.['codePages']
  if (!isRecord(listed)) return new Map()
  return new Map(Object.entries(listed).flatMap(([archive, page]) => (isPage(page) ? [[archive, page] as const] : [])))
}

const found = new WeakMap<Format, WeakMap<Bytes, { readonly page: CodePage | undefined }>>()

/** The code page that the bytes of an archive show, computed once per image. */
export function foundPage(format: Format, image: Bytes): CodePage | undefined {
  if (!format.encoding) return undefined
  const images = found.get(format) ?? new WeakMap<Bytes, { readonly page: CodePage | undefined }>()
  found.set(format, images)
  let known = images.get(image)
  if (!known) images.set(image, (known = { page: format.encoding(image) }))
  return known.page
}
