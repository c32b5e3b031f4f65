import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { allFamilies } from '@areal-studio/core'
import {
  matchFormat,
  SiblingCounts,
  type Candidate,
  type Container,
  type EntryInfo,
  type Format,
} from '@areal-studio/core/format'
import { apply } from '@areal-studio/core/edit'
import { assignAll, document, fromJson, locate, toJson, type Document } from '@areal-studio/core/layout'
import { applyEdited, type EntryEdited } from '@areal-studio/core/patch'
import { openTable, parseQuery, querySplices, runQuery } from '@areal-studio/core/query'
import { describe, expect, it } from 'vitest'

/** An entry with one record in each array, and every path that its layout had at commit e2eeeea, written by that commit. */
interface Written extends Pick<EntryInfo, 'name' | 'attributes'> {
  readonly container: null | (Container & { readonly typeIds: readonly number[] })
  readonly format: string
  /** In hex. */
  readonly bytes: string
  readonly places: readonly (readonly [path: string, offset: number, size: number])[]
}

const FORMATS = (await allFamilies()).flatMap(family => family.formats)
const written = JSON.parse(
  readFileSync(join(import.meta.dirname, 'e2eeeea', 'paths.json'), 'utf8'),
) as readonly Written[]

function open({ name, attributes, container, bytes: hex }: Written): {
  format: Format | undefined
  opened: Document
} {
  const bytes = Uint8Array.from(Buffer.from(hex, 'hex'))
  const typeIds = container?.typeIds ?? []
  const siblings = new SiblingCounts(() => typeIds.map(type_id => ({ type_id })))
  const entry: Candidate = {
    path: name,
    name,
    attributes,
    container: container && { ...container, siblings },
    head: bytes.subarray(0, 64),
    size: bytes.length,
  }
  const format = matchFormat(entry, FORMATS)
  const layout = format?.layout?.(entry)
  if (!layout) throw new Error(`no layout for ${name}`)
  return { format, opened: document(layout, bytes) }
}

const entryOf = (format: string): Written => {
  const found = written.find(one => one.format === format)
  if (!found) throw new Error(format)
  return found
}

describe('paths that e2eeeea stored', () => {
  it.each(written.map(one => [one.format, one] as const))('lead to the same bytes: %s', (id, one) => {
    const { format, opened } = open(one)
    expect(format?.id).toBe(id)
    expect(one.places.length).toBeGreaterThan(0)
    const found = one.places.map(([path]) => {
      const node = locate(opened, path)
      return [path, node?.offset, node?.size]
    })
    expect(found).toEqual(one.places)
  })

  it('lead to the values that were set by them', () => {
    const { opened } = open(entryOf('parkan.land-mesh.14'))
    expect(Array.from(apply(opened.bytes, assignAll(opened, [{ path: 'aux_14/0/b1', json: '7' }]).splices))).toEqual([
      0, 7, 0, 0,
    ])
    const { opened: material } = open(entryOf('parkan.material'))
    const head = locate(material, 'animations/0/head')
    const set = (json: string): string => {
      const after = apply(material.bytes, assignAll(material, [{ path: 'animations/0/head', json }]).splices)
      return toJson(locate(document(material.layout, after), 'animations/0/head') ?? material.root)
    }
    expect(head && toJson(head)).toBe('{ "mode": 2, "mask": 1 }')
    expect(set('19')).toBe('{ "mode": 3, "mask": 2 }')
    expect(() => set('4294967296')).toThrow('layout.')
    expect(head && fromJson(head.layout, '19')).toEqual({ mode: 3, mask: 2 })
  })

  it('are applied from patches and recipes that name the value before, or none', () => {
    const apart = (old: string | undefined): unknown => {
      const { opened } = open(entryOf('parkan.material'))
      const edit: EntryEdited = {
        kind: 'edited',
        entry: 'm',
        name: 'm',
        size: opened.bytes.length,
        hash: '',
        fields: [{ path: 'animations/0/head', offset: 0, size: 4, old, new: '19' }],
        splices: [],
        attributes: [],
      }
      const { set, misses } = applyEdited(
        { entry: 'm', name: 'm', bytes: opened.bytes, attributes: {}, layout: opened.layout },
        edit,
        { original: opened.bytes, hash: () => '', isForced: () => false, isFieldsOnly: false },
      )
      return [set, misses.map(({ code }) => code)]
    }
    expect(apart('10')).toEqual([1, []])
    expect(apart(undefined)).toEqual([1, []])
    expect(apart('11')).toEqual([0, ['patch.value']])
  })

  it('are columns of stored queries', () => {
    const run = ({ opened }: { opened: Document }, text: string): string => {
      const query = parseQuery(text)
      const table = openTable(opened, query.array)
      const { changes } = runQuery(query, table)
      return Buffer.from(apply(opened.bytes, querySplices(table, changes))).toString('hex')
    }
    expect(run(open(entryOf('parkan.land-mesh.14')), 'aux_14 where b2 = 0 set b3 = 9')).toBe('00000009')
    const material = open(entryOf('parkan.material'))
    const head = locate(material.opened, 'animations/0/head')
    expect(
      run(material, 'animations where head = 10 set head = 19')
        .slice(2 * (head?.offset ?? 0))
        .slice(0, 8),
    ).toBe('13000000')
  })
})
