import { countedBy, locate, nodeAt, type Document, type Node } from '../layout'
import type { Edit, Label } from './edit'

/** An array that an edit makes longer or shorter: how many records it had and has. */
export interface Resized {
  readonly path: string
  readonly before: number
  readonly after: number
}

/** Most arrays that are listed by name; further ones are only counted. */
const NAMED = 3

/**
 * Arrays whose length differs, of those that an edit moves or touches. Arrays inside a record of one of them are not
 * listed.
 */
export function resizedArrays(
  before: Document,
  after: Document,
  { splices, moves = [] }: Pick<Edit, 'splices' | 'moves'>,
): readonly Resized[] {
  const seen = new Map<string, Resized | undefined>()
  const look = (node: Node | undefined): void => {
    const length = node && lengthOf(node)
    if (!node || length === undefined || seen.has(node.path)) return
    const other = locate(after, node.path)
    const now = other && lengthOf(other)
    seen.set(
      node.path,
      now === undefined || now === length ? undefined : { path: node.path, before: length, after: now },
    )
  }
  for (const { array } of moves) look(locate(before, array))
  for (const { offset } of splices) {
    const touched = nodeAt(before, offset)
    for (const counted of countedBy(touched)) look(counted)
    for (let node: Node | undefined = touched; node; node = node.parent) look(node)
  }
  const found = [...seen.values()].filter(one => one !== undefined)
  return found.filter(({ path }) => !found.some(other => path.startsWith(`${other.path}/`)))
}

const lengthOf = ({ kind, childCount }: Node): number | undefined =>
  kind === 'array' ? childCount : kind === 'list' ? childCount - 1 : undefined

/** The label of an edit that makes arrays longer or shorter; undefined for any other. `name`: that of the entry. */
export function resizedLabel(name: string, resized: readonly Resized[]): Label | undefined {
  if (resized.length === 0) return undefined
  if (resized.length <= NAMED) {
    return {
      code: 'label.resized',
      params: { name, sizes: resized.map(({ path, before, after }) => `${path} ${before} → ${after}`).join(', ') },
    }
  }
  const fields = new Set(resized.map(({ path }) => path.slice(path.lastIndexOf('/') + 1)))
  return { code: 'label.many-resized', params: { name, n: resized.length, fields: [...fields].join(', ') } }
}
