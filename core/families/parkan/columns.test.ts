import { describe, expect, it } from 'vitest'
import type { Opened } from '../../format'
import { LayoutError, columns, document, type Document, type Node, type Value } from '../../layout'
import { formatOf, shelf } from './opened.fixture'
import { sampleInstall } from './sample/sample'

// What tables and scenes read in loops is what the records are: a field that a loop cannot read is refused, never zeros.

const files = sampleInstall({ maps: [{ name: 'SC_1', seed: 1, tiles: 2, areals: 9 }] })
const all = shelf(Object.fromEntries(files.map(({ path, bytes }) => [path, bytes])))

/** The smallest entry of each format that has a layout and bytes. */
const smallest = new Map<string, Opened>()
for (const { path } of files) {
  for (const entry of all.all(all.open(path))) {
    const format = formatOf(entry)
    if (!format?.layout || entry.size === 0) continue
    const known = smallest.get(format.id)
    if (!known || entry.size < known.size) smallest.set(format.id, entry)
  }
}

/** Paths of the numbers and vectors within a record; '' is the record itself. */
function* numbersIn(record: Node, path: string): Generator<string> {
  const value = record.kind === 'struct' ? undefined : record.value
  if (typeof value === 'number' || isNumbers(value)) yield path
  else if (record.kind === 'struct')
    for (let at = 0; at < record.childCount; at++) {
      const child = record.child(at)
      yield* numbersIn(child, path === '' ? child.name : `${path}/${child.name}`)
    }
}

const isNumbers = (value: Value | undefined): value is readonly number[] =>
  Array.isArray(value) && value.length > 0 && value.every(one => typeof one === 'number')

/** Arrays of a document, without those within records of an array that has more than a few. */
function* arraysIn(node: Node): Generator<Node> {
  if (node.kind === 'array' && node.childCount > 0) yield node
  for (let at = 0; at < Math.min(node.childCount, 4); at++) yield* arraysIn(node.child(at))
}

/** Fields of an array that columns read differently from the records; how many were read, how many refused. */
function compared(opened: Document, array: Node) {
  const wrong: string[] = []
  let [read, refused] = [0, 0]
  for (const field of new Set(numbersIn(array.child(0), ''))) {
    const right = Array.from({ length: array.childCount }, (_, at) => {
      const record: Node | undefined = array.child(at)
      return field
        .split('/')
        .reduce((node, step) => (step === '' ? node : node?.childNamed(step)), record as Node | undefined)?.value
    })
    try {
      const found = columns(opened, array.path, [field])[field] ?? []
      read++
      if (JSON.stringify([...found]) !== JSON.stringify(right.flat())) wrong.push(`${array.path} ${field}`)
    } catch (error) {
      if (!(error instanceof LayoutError)) throw error
      refused++
    }
  }
  return { wrong, read, refused }
}

describe('columns of every array', () => {
  it.each([...smallest])('of %s are its records', (_, entry) => {
    const layout = formatOf(entry)?.layout?.(entry)
    if (!layout) throw new Error('no layout')
    const opened = document(layout, entry.bytes)
    const results = [...arraysIn(opened.root)].map(array => compared(opened, array))
    expect(results.flatMap(({ wrong }) => wrong)).toEqual([])
  })

  it('are read of nearly all fields', () => {
    const results = [...smallest.values()].flatMap(entry => {
      const layout = formatOf(entry)?.layout?.(entry)
      const opened = layout && document(layout, entry.bytes)
      return opened ? [...arraysIn(opened.root)].map(array => compared(opened, array)) : []
    })
    const sum = (what: 'read' | 'refused') => results.reduce((total, result) => total + result[what], 0)
    expect(sum('read')).toBeGreaterThan(150)
    expect(sum('refused')).toBeLessThan(sum('read') / 5)
  })
})
