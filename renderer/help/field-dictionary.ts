import type { EntryInfo } from '@areal-studio/core/format'
import {
  fieldsOf,
  partsOf,
  recordName,
  typeOf,
  type AnyLayout,
  type Certainty,
  type Role,
} from '@areal-studio/core/layout'
import { families } from '../state/families'

/** One declared field, as the layouts have it. */
export interface FieldEntry {
  /** `material.name` */
  readonly id: string
  readonly record: string
  readonly name: string
  readonly type: string
  readonly role: Role
  readonly certainty: Certainty | undefined
  readonly source: string | undefined
  readonly unit: string | undefined
  /** Known numbers or bits with their names. */
  readonly names: Readonly<Record<number, string>>
  /** Ids of the formats whose records have it. */
  readonly formats: readonly string[]
}

/** Nothing is known of it: enough for every declaration. */
const BLANK: EntryInfo = {
  path: '',
  name: '',
  size: 0,
  head: new Uint8Array(0),
  container: null,
  attributes: {},
}

/**
 * Every field of every declared format, in the order of the records. `open`: ids of the families whose formats are listed;
 * all where none are given.
 */
export function fieldDictionary(open?: readonly string[]): readonly FieldEntry[] {
  const entries = new Map<string, FieldEntry>()
  const listed = families().filter(({ id }) => open?.includes(id) !== false)
  for (const format of listed.flatMap(family => family.formats)) {
    const layout = format.layout?.(BLANK)
    if (layout) note(layout, format.id, entries)
  }
  return [...entries.values()]
}

function note(declared: AnyLayout, format: string, entries: Map<string, FieldEntry>): void {
  const record = recordName(declared)
  if (record === undefined) {
    for (const part of partsOf(declared)) note(part.layout, format, entries)
    return
  }
  for (const { name, layout } of fieldsOf(declared) ?? []) {
    const id = `${record}.${name}`
    const known = entries.get(id)
    if (known?.formats.includes(format)) continue
    const { meta } = layout
    entries.set(
      id,
      known
        ? { ...known, formats: [...known.formats, format] }
        : {
            id,
            record,
            name,
            type: typeOf(layout),
            role: meta.role ?? 'value',
            certainty: meta.certainty,
            source: meta.source,
            unit: meta.unit,
            names: meta.values ?? meta.bits ?? {},
            formats: [format],
          },
    )
    note(layout, format, entries)
  }
}
