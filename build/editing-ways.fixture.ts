import { apply } from '@areal-studio/core/edit'
import { StudioError } from '@areal-studio/core/format'
import {
  LayoutError,
  document,
  fromJson,
  locate,
  toJson,
  type AnyLayout,
  type Document,
  type Value,
} from '@areal-studio/core/layout'
import { openTable, parseQuery, querySplices, runQuery } from '@areal-studio/core/query'
import { setFields } from '../core/patch/fields'
import { valuesSet } from '../electron/cli/edit'
import { readText } from '../renderer/json/read-text'
import { assignTargets } from '../renderer/state/outbox'
import { openReplica } from '../renderer/state/replica'

/** An edit as values of nodes, and as a query where the table has such records. */
export interface Edit {
  readonly set: readonly (readonly [path: string, json: string])[]
  readonly query?: string
}
/** The file after an edit, or the code with which it is refused. */
export type Result = string | Document

/** Bytes of hex digits; blanks are passed over. */
export const hex = (text: string): Uint8Array => Uint8Array.from(Buffer.from(text.replaceAll(' ', ''), 'hex'))

/** All ways of editing a file, each through the function that its part of the program calls; undefined where a way cannot make the edit. */
export function editingWays(
  layout: AnyLayout,
  bytes: Uint8Array,
): Readonly<Record<string, (edit: Edit) => Result | undefined>> {
  const opened = document(layout, bytes)
  const resultOf = (work: () => Uint8Array): Result => {
    try {
      return document(layout, work())
    } catch (error) {
      if (error instanceof LayoutError || error instanceof StudioError) return error.code
      throw error
    }
  }
  const valueOf = (path: string, json: string): Value => {
    const node = locate(opened, path)
    return fromJson(node?.layout ?? layout, json, node) as Value
  }
  const image = {
    entry: 'x',
    info: { path: 'x', name: 'x', size: bytes.length, attributes: {}, head: bytes.slice(0, 16), container: null },
    revision: 0,
    bytes,
    attributes: {},
    size: bytes.length,
    isEditable: true,
    isPristine: true,
  }
  const replica = {
    ...openReplica(image, () => Promise.resolve(bytes)),
    image,
    format: undefined,
    document: opened,
    version: 1,
    pristine: () => Promise.resolve(bytes),
  }
  const put = (targets: readonly { readonly path: string; readonly value: Value }[]): Uint8Array =>
    apply(bytes, assignTargets(replica, targets).splices)
  return {
    form: ({ set: [first, ...others] }) =>
      first && others.length === 0
        ? resultOf(() => put([{ path: first[0], value: valueOf(first[0], first[1]) }]))
        : undefined,
    table: ({ set }) => resultOf(() => put(set.map(([path, json]) => ({ path, value: valueOf(path, json) })))),
    JSON: ({ set: [first, ...others] }) => {
      if (!first || others.length > 0) return undefined
      const text = readText(opened, first[0], first[1])
      if (!text.ok) return text.mistake.code.replace('refusal.', '')
      return resultOf(() => put([{ path: first[0], value: text.value }]))
    },
    query: ({ query }) =>
      query === undefined
        ? undefined
        : resultOf(() => {
            const parsed = parseQuery(query)
            const table = openTable(opened, parsed.array)
            return apply(bytes, querySplices(table, runQuery(parsed, table).changes))
          }),
    'command line': ({ set }) =>
      resultOf(() =>
        apply(
          bytes,
          valuesSet(
            opened,
            set.map(([name, json]) => ({ name, json })),
          ).splices,
        ),
      ),
    patch: ({ set }) => {
      const fields = set.map(([path, json]) => {
        const node = locate(opened, path) ?? opened.root
        return { path, offset: node.offset, size: node.size, old: toJson(node), new: json }
      })
      const made = setFields(bytes, layout, fields, () => false)
      return made.misses.length > 0 ? `patch.${made.misses[0]?.why}` : document(layout, made.bytes)
    },
  }
}
