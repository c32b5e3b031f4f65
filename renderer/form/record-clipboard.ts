import { lengthFields, locate, recordName, type Document, type Node, type Value } from '@areal-studio/core/layout'
import type { Target } from '../state/outbox'

/** All properties of one record, kept to be put onto others: of this entry or of any other of the same kind. */
export interface CopiedRecord {
  /** Name of the declaration: `material`. */
  readonly struct: string
  readonly fields: readonly { readonly name: string; readonly value: Value; readonly length: number | undefined }[]
}

/** What a record holds, without what the writer fills. Undefined for what is no record of fields. */
export function copyRecord(record: Node): CopiedRecord | undefined {
  const struct = recordName(record.layout)
  if (struct === undefined || !record.isWhole) return undefined
  const fields = Array.from({ length: record.childCount }, (_, i) => record.child(i)).filter(
    node => node.role !== 'derived',
  )
  return { struct, fields: fields.map(node => ({ name: node.name, value: node.value, length: lengthOf(node) })) }
}

const lengthOf = (node: Node): number | undefined =>
  node.kind === 'array' || node.kind === 'list' ? node.childCount : undefined

interface Pasting {
  readonly targets: readonly Target[]
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
  const targets: Target[] = []
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
