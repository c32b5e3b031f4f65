import { filePath } from '@areal-studio/core/format'
import type { Text } from '@areal-studio/core/messages'
import type { EntryReferences, ReferenceLink } from '@areal-studio/core/studio'
import type { TreeRow } from '../ui/tree-row'

export type Direction = 'uses' | 'usedBy'

/** A row of the pane: a heading, or a reference. */
export interface LinkRow extends TreeRow {
  readonly direction: Direction
  /** Null for a heading. */
  readonly link: ReferenceLink | null
  /** Of a heading how many references there are, more than the listed ones perhaps. */
  readonly count?: number
  /** The entry at the other end; null for a heading, and where nothing of the name is there. */
  readonly other: string | null
  /** The field that names, or what belongs together by name. */
  readonly field: string
  readonly file: string
}

/** What the pane shows: the selected entry, and the selected record of it where numbers name records. */
export interface Shown {
  readonly entry: EntryReferences
  readonly record?: { readonly path: string; readonly references: EntryReferences } | undefined
}

const DIRECTIONS: readonly Direction[] = ['usedBy', 'uses']

/** Path of the record of the outermost array that a node is in; undefined where it is in none. */
export const recordPathOf = (path: string | null): string | undefined =>
  /^(?:[^/]+\/)*?\d+(?=\/|$)/.exec(path ?? '')?.[0]

/**
 * The visible rows: headings, references, and below an open reference those of its other entry in the same direction.
 */
export function linkRows(
  shown: Shown | null,
  known: ReadonlyMap<string, EntryReferences>,
  open: ReadonlySet<string>,
  text: Pick<Text, 'say'>,
): readonly LinkRow[] {
  if (!shown) return []
  const { entry, record } = shown
  const sections = [
    ...(record ? DIRECTIONS.map(direction => ({ direction, of: record.references, path: record.path })) : []),
    ...DIRECTIONS.map(direction => ({ direction, of: entry, path: '' })),
  ].filter(({ direction, of, path }) => path === '' || of[direction].length > 0)
  return sections.flatMap(({ direction, of, path }, at): readonly LinkRow[] => {
    const links = of[direction]
    const count = links.length + (direction === 'usedBy' ? (of.more ?? 0) : 0)
    const title = text.say(`ui.references.${direction}`)
    const key = path === '' ? direction : `record-${direction}`
    const heading: LinkRow = {
      key,
      label: path === '' ? title : `${path} · ${title}`,
      depth: 0,
      hasChildren: links.length > 0,
      isOpen: open.has(key),
      place: at + 1,
      siblings: sections.length,
      count,
      direction,
      link: null,
      other: null,
      field: '',
      file: '',
    }
    const above = new Set(path === '' ? [entry.entry] : [])
    return [heading, ...(heading.isOpen ? rowsOf(links, { key, direction, depth: 1, above }) : [])]
  })

  function rowsOf(
    links: readonly ReferenceLink[],
    around: {
      readonly key: string
      readonly direction: Direction
      readonly depth: number
      readonly above: ReadonlySet<string>
    },
  ): readonly LinkRow[] {
    const { direction, depth, above } = around
    return links.flatMap((link, at): readonly LinkRow[] => {
      const other = direction === 'uses' ? link.to : link.from
      const key = `${around.key}/${at}`
      const named = link.toPath ?? link.row ?? nameOf(link.file)
      const name = direction === 'uses' ? named : link.fromName
      const field = link.path === '' ? text.say(`ui.relation.${link.relation}`) : link.path
      const more = other === null ? undefined : known.get(other)
      // An entry that leads back to one above it is not followed again.
      const isEnd = other === null || above.has(other) || more?.[direction].length === 0
      const row: LinkRow = {
        key,
        label: name,
        spoken: [name, field, other ?? link.file].join(' · '),
        depth,
        hasChildren: !isEnd,
        isOpen: !isEnd && open.has(key),
        place: at + 1,
        siblings: links.length,
        direction,
        link,
        other,
        field,
        file: other === null ? link.file : filePath(other),
      }
      if (!row.isOpen || other === null) return [row]
      return [
        row,
        ...rowsOf(more?.[direction] ?? [], { key, direction, depth: depth + 1, above: new Set([...above, other]) }),
      ]
    })
  }
}

const nameOf = (file: string): string => file.slice(file.lastIndexOf('/') + 1)
