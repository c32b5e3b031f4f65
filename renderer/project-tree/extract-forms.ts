import { conversionsFor } from '@areal-studio/core/format'
import type { TreeItem } from '@areal-studio/core/studio'
import { formatOf } from '../state/families'

/** A kind of file that entries can be written as. */
export interface ExtractForm {
  readonly ending: string
  /** Entries that can be. */
  readonly count: number
  /** Entries that a changed file of it replaces. */
  readonly returning: number
}

/** Rows that are searched for what they can be written as; a larger folder offers what the first ones can. */
const MOST_ROWS = 50_000

/**
 * The kinds of files of other programs that entries can be written as, in the order in which they are found. `hasContents`:
 * archives as folders of their entries.
 */
export async function extractForms(
  items: readonly TreeItem[],
  hasContents: boolean,
  childrenOf: (path: string) => Promise<readonly TreeItem[]>,
): Promise<readonly ExtractForm[]> {
  const found = new Map<string, ExtractForm>()
  let left = MOST_ROWS
  const search = async (rows: readonly TreeItem[]): Promise<void> => {
    for (const row of rows) {
      if (--left < 0) return
      if (row.kind === 'folder' || (hasContents && row.kind === 'archive')) await search(await childrenOf(row.path))
      else addForms(found, row)
    }
  }
  await search(items)
  return [...found.values()]
}

function addForms(found: Map<string, ExtractForm>, { path, name, size, attributes = {}, format }: TreeItem): void {
  for (const { ending, decode, isFixed } of conversionsFor(formatOf(format), { path, name, size, attributes })) {
    const { count, returning } = found.get(ending) ?? { count: 0, returning: 0 }
    const isReturning = decode !== undefined && isFixed !== true
    found.set(ending, { ending, count: count + 1, returning: returning + (isReturning ? 1 : 0) })
  }
}
