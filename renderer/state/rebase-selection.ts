import { rebasePath, type Edit } from '@areal-studio/core/edit'
import { locate, type Document, type Move, type Splice } from '@areal-studio/core/layout'
import type { Range, Selected } from './selection.store'

/** The selection after an edit of its entry: records by their moves, plain bytes by the splices before them. */
export function rebaseSelected(selected: Selected, edit: Edit, after: Document | undefined): Selected {
  const isMoved = edit.splices.some(splice => splice.removed.length !== splice.inserted.length)
  const moves = edit.moves ?? []
  if (!after)
    return isMoved ? { ...selected, range: selected.range && rebaseRange(selected.range, edit.splices) } : selected
  // Bytes of the same length may be a count with another value.
  const isSame =
    !isMoved && moves.length === 0 && [selected.path ?? '', ...selected.paths].every(path => locate(after, path))
  if (isSame) return selected
  const left = selected.paths.flatMap(path => rebasePath(path, moves) ?? []).filter(path => locate(after, path))
  const own = selected.path === null ? undefined : rebasePath(selected.path, moves)
  const isThere = own !== undefined && locate(after, own) !== undefined
  const path = isThere ? own : (left.at(-1) ?? nearest(selected.path, moves, after))
  return { ...selected, path, paths: left.length > 0 || path === null ? left : [path], range: null }
}

/** The record at the place of the removed one, else the last of its array, else its parent; null for the whole. */
function nearest(path: string | null, moves: readonly Move[], after: Document): string | null {
  let present = path ?? ''
  for (const move of moves)
    present = rebasePath(present, [move]) ?? [move.array, move.at].filter(step => step !== '').join('/')
  while (present !== '' && !locate(after, present)) {
    const outer = present.slice(0, Math.max(0, present.lastIndexOf('/')))
    const array = /(?:^|\/)\d+$/.test(present) ? locate(after, outer) : undefined
    present = array && array.childCount > 0 ? array.child(array.childCount - 1).path : outer
  }
  return present === '' ? null : present
}

/** A range after an insertion moves with its bytes. */
function rebaseRange([offset, size]: Range, splices: readonly Splice[]): Range {
  const moved = (at: number, isEnd: boolean): number =>
    splices.reduce((sum, { offset: from, removed, inserted }) => {
      const isBehind = isEnd ? at > from : at >= from
      if (!isBehind) return sum
      return at >= from + removed.length
        ? sum + inserted.length - removed.length
        : sum - (at - from) + Math.min(at - from, inserted.length)
    }, at)
  const start = moved(offset, false)
  return [start, Math.max(0, moved(offset + size, true) - start)]
}
