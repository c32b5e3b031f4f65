import { defineStore } from 'pinia'
import { computed, shallowReactive, shallowRef, watch } from 'vue'
import { CODE_PAGES, pageOf, type CodePage, type Meta, type Node, own } from '@areal-studio/core/layout'
import {
  DICTIONARY_FILE,
  NAME_KINDS,
  dictionaryKey,
  namedBy,
  numberNames,
  printDictionary,
  type DictionaryImport,
  type GivenName,
} from '@areal-studio/core/studio'
import { tailOf } from '../value/value-text'
import { askForText, saveText } from './user-file'
import { useWorkspace } from './workspace.store'

type Seen = ReadonlyMap<number, number>

/** A dictionary file with names that differ from those here. */
interface Offered {
  readonly text: string
  readonly report: DictionaryImport
}

/** How the text of a field is decoded. */
export interface TextPlace {
  readonly page: CodePage
  /** The code page that its format declares. */
  readonly declared: CodePage
  readonly pages: readonly CodePage[]
  /** Whether bytes may follow the text. */
  readonly hasTail: boolean
  /**
   * Decodes the texts of this field in another code page from now on; undefined where no record declares it. Their
   * bytes stay.
   */
  readonly choose: ((page: CodePage) => void) | undefined
}

/** How often each number of a field occurs in the install. */
function useSeen() {
  const workspace = useWorkspace()
  const counts = shallowReactive(new Map<string, Seen | null>())
  watch(
    () => [workspace.info?.workspace, workspace.outside] as const,
    () => counts.clear(),
    { flush: 'sync' },
  )

  /** Counts each number of a field over the whole install; undefined until counted. Reactive. */
  function seen(meta: Meta): Seen | undefined {
    const key = dictionaryKey(meta)
    if (key === undefined) return undefined
    if (!counts.has(key)) void countSeen(key)
    return counts.get(key) ?? undefined
  }

  async function countSeen(key: string): Promise<void> {
    await Promise.resolve() // the caller may be drawing: nothing it depends on changes meanwhile
    if (counts.has(key)) return
    counts.set(key, null)
    const of = workspace.info?.workspace
    const values = await workspace.attempt(() => workspace.studio.seen(key))
    if (values && of === workspace.info?.workspace)
      counts.set(key, new Map(values.map(({ value, count }) => [value, count])))
  }

  return seen
}

/** Code pages of texts: the declared ones, and those that the modder chose by field. */
function useCodePages(rename: (given: GivenName) => Promise<boolean>) {
  const workspace = useWorkspace()
  /** Chosen by field and not yet acknowledged: text typed meanwhile is encoded in this page. */
  const choosing = shallowReactive(new Map<string, CodePage>())

  /** The code page of a text: the one chosen for its field, else the declared one; undefined for other nodes. */
  function textPage(node: Node): CodePage | undefined {
    const key = dictionaryKey(node.meta)
    const declared = pageOf(node)
    return declared && key !== undefined
      ? (choosing.get(key) ?? own(workspace.dictionary.pages, key) ?? declared)
      : declared
  }

  async function choosePage(field: string, page: CodePage, declared: CodePage): Promise<void> {
    choosing.set(field, page)
    await rename({ kind: 'pages', field, name: page === declared ? '' : page })
    if (choosing.get(field) === page) choosing.delete(field)
  }

  function textPlace(node: Node): TextPlace | undefined {
    const [page, declared, field] = [textPage(node), pageOf(node), dictionaryKey(node.meta)]
    const choose =
      field === undefined || !declared
        ? undefined
        : (chosen: CodePage): void => void choosePage(field, chosen, declared)
    return page && declared && { page, declared, pages: CODE_PAGES, hasTail: tailOf(node) !== undefined, choose }
  }

  return { textPage, textPlace }
}

/** The modder's names of values, bits and fields, and which values occur in the install; the same in every window. */
export const useDictionary = defineStore('dictionary', () => {
  const workspace = useWorkspace()
  const offered = shallowRef<Offered | null>(null)
  function fieldName(meta: Meta): string | undefined {
    const key = dictionaryKey(meta)
    return key === undefined ? undefined : own(workspace.dictionary.fields, key)
  }

  /** Sets a name; '' removes it. Returns false where it was refused. */
  async function rename(given: GivenName): Promise<boolean> {
    const named = await workspace.attempt(() => workspace.studio.setNames([given]))
    if (named) workspace.takeDictionary(named)
    return named !== undefined
  }

  const { textPage, textPlace } = useCodePages(rename)

  const save = (): void => saveText(DICTIONARY_FILE, printDictionary(workspace.dictionary))

  /** Opens a file dialog and imports names; if some differ from those here, the user chooses which to keep. */
  async function load(): Promise<void> {
    const text = await askForText()
    const report =
      text === null
        ? undefined
        : await workspace.attempt(() => workspace.studio.importNames(text, { win: 'mine', dryRun: true }))
    if (text === null || !report) return
    offered.value = { text, report }
    if (report.conflicts.length === 0) await accept('mine')
  }

  async function accept(win: 'mine' | 'theirs'): Promise<void> {
    const text = offered.value?.text
    offered.value = null
    const report =
      text === undefined
        ? undefined
        : await workspace.attempt(() => workspace.studio.importNames(text, { win, dryRun: false }))
    if (!report) return
    workspace.takeDictionary(report.dictionary)
    workspace.notify(
      { code: 'notice.names-taken', params: { n: report.added + (win === 'theirs' ? report.conflicts.length : 0) } },
      'info',
    )
  }

  return {
    valueNames: (meta: Meta) => numberNames(workspace.dictionary, 'values', meta),
    bitNames: (meta: Meta) => numberNames(workspace.dictionary, 'bits', meta),
    namedBy: (doc: string) => namedBy(workspace.dictionary, doc),
    fieldName,
    textPage,
    textPlace,
    rename,
    seen: useSeen(),
    save,
    load,
    accept,
    offered,
    hasNames: computed(() => NAME_KINDS.some(kind => Object.keys(workspace.dictionary[kind]).length > 0)),
  }
})
