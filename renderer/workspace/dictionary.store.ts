import { defineStore } from 'pinia'
import { shallowReactive, watch } from 'vue'
import type { Meta } from '@areal-studio/core/layout'
import { NAME_KINDS, printDictionary, type DictionaryImport, type GivenName, type NumberNames } from '@areal-studio/core/workspace'
import { useWorkspace } from './workspace.store'

type Seen = ReadonlyMap<number, number>

/** The key of a field in the dictionary: `areal.class_id`; undefined for what no record declares. */
export const dictionaryKey = (meta: Meta): string | undefined =>
  (meta.doc?.startsWith('field.') ? meta.doc.slice('field.'.length) : undefined)

/** What the modder calls values, bits and fields, and which values the install has; the same in every window. */
export const useDictionary = defineStore('dictionary', () => {
  const workspace = useWorkspace()
  const counts = shallowReactive(new Map<string, Seen | null>())
  watch(() => [workspace.info?.workspace, workspace.outsideFiles] as const, () => counts.clear(), { flush: 'sync' })

  /** Names of numbers or bits of a field, those of its format and those of the modder, who has the last word. */
  function numberNames(kind: 'values' | 'bits', meta: Meta): NumberNames {
    const key = dictionaryKey(meta)
    const own = key === undefined ? undefined : workspace.dictionary[kind][key]
    return own ? { ...meta[kind], ...own } : meta[kind] ?? {}
  }

  /** Names that the modder gave to values and bits of the field with this catalogue key. */
  function namedBy(doc: string): Pick<Meta, 'values' | 'bits'> {
    const key = dictionaryKey({ doc })
    const values = key === undefined ? undefined : workspace.dictionary.values[key]
    const bits = key === undefined ? undefined : workspace.dictionary.bits[key]
    return { ...(values && { values }), ...(bits && { bits }) }
  }

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

  /** The dictionary as a file's text. */
  const printed = (): string => printDictionary(workspace.dictionary)

  /** Takes the names of a file's text; with `dryRun` only says what would come. Undefined where it was refused. */
  async function take(text: string, win: 'mine' | 'theirs', dryRun: boolean): Promise<DictionaryImport | undefined> {
    const report = await workspace.attempt(() => workspace.studio.importNames(text, { win, dryRun }))
    if (report && !dryRun) workspace.takeDictionary(report.dictionary)
    return report
  }

  const isEmpty = (): boolean => NAME_KINDS.every(kind => Object.keys(workspace.dictionary[kind]).length === 0)

  return {
    valueNames: (meta: Meta) => numberNames('values', meta),
    bitNames: (meta: Meta) => numberNames('bits', meta),
    namedBy, fieldName, rename, seen, printed, take, isEmpty,
  }
})
