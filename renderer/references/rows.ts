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
  /** The entry at the other end; null for a heading, and where nothing of the name is there. */
  readonly other: string | null
  /** The field that names, or what belongs together by name. */
  readonly field: string
  readonly file: string
}

const DIRECTIONS: readonly Direction[] = ['usedBy', 'uses']

/**
 * The visible rows: headings, references, and below an open reference those of its other entry in the same direction.
 */
export function linkRows(
  shown: EntryReferences | null,
  known: ReadonlyMap<string, EntryReferences>,
  open: ReadonlySet<string>,
  text: Pick<Text, 'say'>,
): readonly LinkRow[] {
  if (!shown) return []
  return DIRECTIONS.flatMap((direction, at): readonly LinkRow[] => {
    const links = shown[direction]
    const heading: LinkRow = {
      key: direction,
      label: text.say(`ui.references.${direction}`, { n: links.length }),
      depth: 0,
      hasChildren: links.length > 0,
      isOpen: open.has(direction),
      place: at + 1,
      siblings: 2,
      direction,
      link: null,
      other: null,
      field: '',
      file: '',
    }
    const above = new Set([shown.entry])
    return [heading, ...(heading.isOpen ? rowsOf(links, { key: direction, direction, depth: 1, above }) : [])]
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
      const name = direction === 'uses' ? (link.row ?? nameOf(link.file)) : link.fromName
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
