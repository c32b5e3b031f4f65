import { defineStore } from 'pinia'
import { computed, shallowReactive, shallowRef, watch } from 'vue'
import type { Meta } from '@areal-studio/core/layout'
import {
  DICTIONARY_FILE, NAME_KINDS, dictionaryKey, namedBy, numberNames, printDictionary, type DictionaryImport, type GivenName,
} from '@areal-studio/core/workspace'
import { askForText, saveText } from './user-file'
import { useWorkspace } from './workspace.store'

type Seen = ReadonlyMap<number, number>

/** A file of names, some of which are other ones here. */
interface Offered {
  readonly text: string
  readonly report: DictionaryImport
}

/** What the modder calls values, bits and fields, and which values the install has; the same in every window. */
export const useDictionary = defineStore('dictionary', () => {
  const workspace = useWorkspace()
  const offered = shallowRef<Offered | null>(null)
  const counts = shallowReactive(new Map<string, Seen | null>())
  watch(() => [workspace.info?.workspace, workspace.outside] as const, () => counts.clear(), { flush: 'sync' })

  function fieldName(meta: Meta): string | undefined {
    const key = dictionaryKey(meta)
    return key === undefined ? undefined : workspace.dictionary.fields[key]
  }

  /** Gives a name, or takes it away with ''. Answers false where it was refused. */
  async function rename(given: GivenName): Promise<boolean> {
    const named = await workspace.attempt(() => workspace.studio.setNames([given]))
    if (named) workspace.takeDictionary(named)
    return named !== undefined
  }

  /** How often each number stands in a field over the whole install; undefined while that is being counted. Reactive. */
  function seen(meta: Meta): Seen | undefined {
    const key = dictionaryKey(meta)
    if (key === undefined) return undefined
    if (!counts.has(key)) void countSeen(key)
    return counts.get(key) ?? undefined
  }

  async function countSeen(key: string): Promise<void> {
    await Promise.resolve() // who asks may be drawing: nothing it depends on changes meanwhile
    if (counts.has(key)) return
    counts.set(key, null)
    const of = workspace.info?.workspace
    const values = await workspace.attempt(() => workspace.studio.seen(key))
    if (values && of === workspace.info?.workspace) counts.set(key, new Map(values.map(({ value, count }) => [value, count])))
  }

  const save = (): void => saveText(DICTIONARY_FILE, printDictionary(workspace.dictionary))

  /** Asks for a file and takes its names; where some are other ones here, it is first asked whose stay. */
  async function load(): Promise<void> {
    const text = await askForText()
    const report = text === null ? undefined : await workspace.attempt(() => workspace.studio.importNames(text, { win: 'mine', dryRun: true }))
    if (text === null || !report) return
    offered.value = { text, report }
    if (report.conflicts.length === 0) await accept('mine')
  }

  async function accept(win: 'mine' | 'theirs'): Promise<void> {
    const text = offered.value?.text
    offered.value = null
    const report = text === undefined ? undefined : await workspace.attempt(() => workspace.studio.importNames(text, { win, dryRun: false }))
    if (!report) return
    workspace.takeDictionary(report.dictionary)
    workspace.notify({ code: 'notice.names-taken', params: { n: report.added + (win === 'theirs' ? report.conflicts.length : 0) } }, 'info')
  }

  return {
    valueNames: (meta: Meta) => numberNames(workspace.dictionary, 'values', meta),
    bitNames: (meta: Meta) => numberNames(workspace.dictionary, 'bits', meta),
    namedBy: (doc: string) => namedBy(workspace.dictionary, doc),
    fieldName, rename, seen, save, load, accept, offered,
    hasNames: computed(() => NAME_KINDS.some(kind => Object.keys(workspace.dictionary[kind]).length > 0)),
  }
})
