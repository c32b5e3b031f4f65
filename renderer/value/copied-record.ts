import {
  elementOf,
  lengthFields,
  locate,
  recordName,
  type Document,
  type Node,
  type Value,
} from '@areal-studio/core/layout'

/**
 * A copy of all properties of one record, to be pasted over or between others, in this entry or any other of the same
 * kind.
 */
export interface CopiedRecord {
  /** Name of the declaration: `material`. */
  readonly struct: string
  /** The whole record; its writer gives its very bytes. */
  readonly value: Value
  readonly fields: readonly { readonly name: string; readonly value: Value; readonly length: number | undefined }[]
}

/**
 * Copies a record: its fields without those that the writer computes. Undefined for a node that is not a record of
 * fields.
 */
export function copyRecord(record: Node): CopiedRecord | undefined {
  const struct = recordName(record.layout)
  if (struct === undefined || !record.isWhole) return undefined
  const fields = Array.from({ length: record.childCount }, (_, i) => record.child(i)).filter(
    node => node.role !== 'derived',
  )
  return {
    struct,
    value: record.value,
    fields: fields.map(node => ({ name: node.name, value: node.value, length: lengthOf(node) })),
  }
}

const lengthOf = (node: Node): number | undefined =>
  node.kind === 'array' || node.kind === 'list' ? node.childCount : undefined

interface Pasting {
  readonly targets: readonly { readonly path: string; readonly value: Value }[]
  /** Fields left out because their lengths differ. */
  readonly skipped: readonly string[]
}

/** What pasting a record onto others assigns: all of its fields, or those in `only`. */
export function pasteRecord(
  document: Document,
  copied: CopiedRecord,
  paths: readonly string[],
  only?: ReadonlySet<string>,
): Pasting {
  const targets: { readonly path: string; readonly value: Value }[] = []
  const skipped = new Set<string>()
  for (const path of paths) {
    const record = locate(document, path)
    if (!record || recordName(record.layout) !== copied.struct) continue
    const lengths = lengthFields(record.layout)
    for (const { name, value, length } of copied.fields) {
      const node = record.childNamed(name)
      if (!node || node.role === 'derived' || only?.has(name) === false) continue
      if (lengths.has(name) ? node.value !== value : lengthOf(node) !== length) skipped.add(name)
      else if (!lengths.has(name)) targets.push({ path: node.path, value })
    }
  }
  return { targets, skipped: [...skipped] }
}

/** A place between records: of an array or list, before record `at`. */
export interface RecordPlace {
  readonly array: string
  readonly at: number
}

/**
 * Where new records of a kind are inserted: at the end of the array at or around a path, so that no other record gets
 * another number. Undefined where there is no array of this kind.
 */
export function placeOfNew(document: Document, path: string, struct: string): RecordPlace | undefined {
  for (let node = locate(document, path); node; node = node.parent) {
    const element = node.kind === 'array' || node.kind === 'list' ? elementOf(node.layout) : undefined
    // The count of a list is a child, too.
    const records = node.kind === 'list' ? node.childCount - 1 : node.childCount
    if (element && recordName(element) === struct) return { array: node.path, at: records }
  }
  return undefined
}
