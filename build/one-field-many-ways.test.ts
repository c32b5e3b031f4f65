import { describe, expect, it } from 'vitest'
import { apply } from '@areal-studio/core/edit'
import type { Opened } from '@areal-studio/core/format'
import { document, toJson, type AnyLayout, type Document, type Node } from '@areal-studio/core/layout'
import { formatOf, shelf } from '../core/families/parkan/opened.fixture'
import { PARKAN } from '../core/families/parkan/parkan'
import { sampleByPath, sampleCopy } from '../core/families/parkan/sample/sample.fixture'
import { editingWays, type Edit } from './editing-ways.fixture'

const all = shelf(sampleByPath())

/** The smallest entry of each format in the sample that has a layout and bytes. */
const smallest = new Map<string, Opened>()
for (const { path } of sampleCopy()) {
  for (const entry of all.all(all.open(path))) {
    const format = formatOf(entry)
    if (!format?.layout || entry.size === 0) continue
    const known = smallest.get(format.id)
    if (!known || entry.size < known.size) smallest.set(format.id, entry)
  }
}

/** Another value of a leaf as JSON, a text of the same length; undefined of what is not typed in. */
function otherOf({ kind, layout, value }: Node): string | undefined {
  if (layout.meta.role === 'derived') return undefined
  if (value instanceof Uint8Array && value.length > 0)
    return JSON.stringify(`hex:${Buffer.from(value.with(0, (value[0] ?? 0) ^ 1)).toString('hex')}`)
  if (typeof value === 'number') return String(value === 0 ? 1 : kind === 'integer' ? value ^ 1 : value / 2)
  return kind === 'text' && typeof value === 'string' && value.length > 0
    ? JSON.stringify(`${value.startsWith('A') ? 'B' : 'A'}${value.slice(1)}`)
    : undefined
}

/** Edits of single leaves in the order of their bytes. */
function* edits(node: Node): Generator<Edit> {
  if (node.childCount === 0) {
    const json = node.isWhole ? otherOf(node) : undefined
    if (json !== undefined) yield { set: [[node.path, json]] }
  }
  for (let at = 0; at < node.childCount; at++) yield* edits(node.child(at))
}

const bytesOf = (result: string | Document | undefined): Uint8Array | undefined =>
  typeof result === 'object' ? result.bytes : undefined

/** The first edit that the form takes, with the bytes that it leaves. */
function firstEdit(layout: AnyLayout, bytes: Uint8Array) {
  const ways = editingWays(layout, bytes)
  for (const edit of edits(document(layout, bytes).root)) {
    const after = bytesOf(ways['form']?.(edit))
    if (after && document(layout, after).isWhole) return { edit, after, ways }
  }
  throw new Error('no field that the form takes')
}

/** The first edit that the form takes, made in every way. */
function expectAlike(entry: Opened): void {
  const layout = formatOf(entry)?.layout?.(entry)
  if (!layout) throw new Error('no layout')
  const { edit, after, ways } = firstEdit(layout, entry.bytes)
  for (const [name, way] of Object.entries(ways)) {
    const result = way(edit)
    if (result !== undefined) expect([name, bytesOf(result)]).toEqual([name, after])
  }
  const [offset] = [...after.keys()].filter(at => after[at] !== entry.bytes[at])
  if (offset === undefined || after.length !== entry.bytes.length) return
  // The same bytes typed in hex read back as the same values.
  const typed = apply(entry.bytes, [{ offset, removed: entry.bytes.slice(offset), inserted: after.slice(offset) }])
  expect(toJson(document(layout, typed).root)).toBe(toJson(document(layout, after).root))
}

describe('one field of each format', () => {
  it('is tried for every format that has a layout', () => {
    const declared = PARKAN.formats.filter(format => format.layout).map(({ id }) => id)
    expect(declared.filter(id => !smallest.has(id))).toEqual([])
  })

  it.each([...smallest])('%s: form, table, JSON, command line, patch and bytes end alike', (_, entry) => {
    expectAlike(entry)
  })
})
