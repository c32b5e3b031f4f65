import {
  latinBytes,
  latinText,
  referencesIn,
  referencesOf,
  StudioError,
  type Family,
  type Format,
  type Reference,
  type References,
} from '../../format'
import { LayoutError, type Bytes } from '../../layout'
import type { EntryPath } from '../../edit'
import type { ChosenPages } from '../../search'
import type { EntryNames } from '../api/reference-pool'
import { fileView } from '../entries/draft'
import { openedAmong } from '../entries/entries'
import { States } from '../entries/states'
import type { OpenArchive, View } from '../entries/view'
import { entriesOf } from '../query/query'

/** Families as far as references need them. */
export type Referring = Pick<Family, 'id' | 'formats'> & { readonly references?: References }

const UNEDITED = new States()
const NOTHING: readonly Reference[] = []

/** What an entry names; nothing where it cannot be read, which check reports. */
export function referencesOfView(families: readonly Referring[], view: View): readonly Reference[] {
  const { format } = view
  const references = referencesOf(families, format)
  if (!format || !references) return NOTHING
  try {
    return referencesIn(openedAmong(view, nowhere), format, references)
  } catch (error) {
    if (error instanceof StudioError || error instanceof LayoutError) return NOTHING
    throw error
  }
}

/** References are found in the entry alone. */
const nowhere = (): Promise<undefined> => Promise.resolve(undefined)

/** What each entry of a file names, in stored order, without those that name nothing. */
export const referencesOfFile = (families: readonly Referring[], file: View | undefined): readonly EntryNames[] =>
  entriesOf(file, true).flatMap(view => namesOf(families, view))

/** The same of one entry. */
function namesOf(families: readonly Referring[], view: View): readonly EntryNames[] {
  const references = referencesOfView(families, view)
  return references.length === 0 ? [] : [{ entry: view.path, name: view.name, references }]
}

/** The same of the bytes of a file without edits, for `parseNames`. `pages`: code pages that the user chose. */
export function referencesOfBytes(
  families: readonly Referring[],
  file: string,
  bytes: Bytes,
  pages?: ChosenPages,
): Bytes {
  const formats: readonly Format[] = families.flatMap(family => family.formats)
  const view = fileView(UNEDITED, formats, file, bytes, archive => pages?.get(archive.toLowerCase()))
  return printNames(referencesOfFile(families, view))
}

/**
 * What the entries of an edited file name, with those taken over that no edit has touched: `before` are the names of the
 * unedited file `pristine`.
 */
export function referencesOfEdited(
  families: readonly Referring[],
  states: States,
  present: View | undefined,
  { before, pristine }: { readonly before: readonly EntryNames[]; readonly pristine: View | undefined },
): readonly EntryNames[] {
  return present ? new EditedFile(families, states, before).namesIn(present, pristine) : []
}

class EditedFile {
  /** Names of the unedited file, by the path of each entry and of every archive around it. */
  private readonly within = new Map<EntryPath, EntryNames[]>()

  constructor(
    private readonly families: readonly Referring[],
    private readonly states: States,
    before: readonly EntryNames[],
  ) {
    for (const names of before) {
      for (let path = names.entry; path !== ''; path = path.slice(0, Math.max(0, path.lastIndexOf('!')))) {
        const others = this.within.get(path)
        if (others) others.push(names)
        else this.within.set(path, [names])
      }
    }
  }

  /** `old`: the same entry in the unedited file. */
  namesIn(view: View, old: View | undefined): readonly EntryNames[] {
    if (!view.isReadable) return []
    const { archive, path } = view
    const isOwnState = this.states.get(path) !== undefined
    const found = [...this.own(view, isOwnState || archive?.isTouched === true ? undefined : old)]
    if (!archive) return found
    const areRowsSame = !isOwnState && old !== undefined && this.haveSameRows(archive)
    for (const id of archive.order) {
      const rowPath = `${path}!#${id}`
      if (areRowsSame && !archive.touched.has(id)) {
        for (const names of this.within.get(rowPath) ?? []) found.push(names)
        continue
      }
      const row = archive.child(id)
      // Rows of an archive that was replaced as a whole are other ones, whatever their numbers.
      if (row) for (const names of this.namesIn(row, isOwnState ? undefined : old?.child(id))) found.push(names)
    }
    return found
  }

  private own(view: View, old: View | undefined): readonly EntryNames[] {
    if (old && view.format === old.format)
      return (this.within.get(view.path) ?? []).filter(({ entry }) => entry === view.path)
    return namesOf(this.families, view)
  }

  /** The format of a row may depend on the attributes of all: whether these are as in the unedited file. */
  private haveSameRows(archive: OpenArchive): boolean {
    const isChanged = (step: string): boolean =>
      this.states.get(`${archive.view.path}!#${step}`)?.attributes !== undefined
    return archive.isPristineOrder && ![...archive.touched].some(isChanged)
  }
}

const NOT_ASCII = /[^\0-\x7f]/g

/** Names as JSON in ASCII. */
export function printNames(names: readonly EntryNames[]): Bytes {
  const text = JSON.stringify(names).replace(
    NOT_ASCII,
    char => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
  return latinBytes(text) ?? new Uint8Array(0)
}

/** Names by the bytes of `printNames`; the caller checks that they are whole. */
export const parseNames = (bytes: Bytes): readonly EntryNames[] => JSON.parse(latinText(bytes)) as readonly EntryNames[]
