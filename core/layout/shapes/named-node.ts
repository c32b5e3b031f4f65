import type { AnyLayout } from '../model/shape'

/** A node with the nodes around it. */
interface Placed<N> {
  readonly name: string
  readonly layout: AnyLayout
  readonly parent: N | undefined
  childNamed(name: string): N | undefined
}

/** The node of a name that a formula of `node` reads: `n`, `flags.n`, `..n`, `^.n`; undefined where there is none. */
export function nodeNamed<N extends Placed<N>>(node: N, name: string): N | undefined {
  const [field = '', part] = name.replace(/^[.^@]+/, '').split('.')
  const record = recordAround(node)
  const found = name.startsWith('^')
    ? recordBeside(node)?.childNamed(field)
    : name.startsWith('.')
      ? inRecordsAround(record, field)
      : record?.childNamed(field)
  return part === undefined ? found : found?.childNamed(part)
}

/** The innermost record that holds a node. */
export function recordAround<N extends Placed<N>>(node: N): N | undefined {
  let at = node.parent
  while (at && at.layout.shape.of !== 'struct') at = at.parent
  return at
}

function inRecordsAround<N extends Placed<N>>(record: N | undefined, field: string): N | undefined {
  for (let at = record && recordAround(record); at; at = recordAround(at)) {
    const found = at.childNamed(field)
    if (found) return found
  }
  return undefined
}

/** The record that the one which holds `node` belongs to. */
function recordBeside<N extends Placed<N>>(node: N): N | undefined {
  for (let at = node; at.parent; at = at.parent) {
    const { shape } = at.parent.layout
    if (shape.of === 'array' && shape.length.from === 'parallel')
      return withoutFrame(recordAround(at.parent)?.childNamed(shape.length.sibling))?.childNamed(at.name)
  }
  return undefined
}

/** The arrays that a count counts: beside it, or in the record that belongs to its own; of a frame the one within. */
export function nodesCounted<N extends Placed<N>>(
  node: N,
  { siblings, isParallel }: { readonly siblings: readonly string[]; readonly isParallel: boolean },
): readonly N[] {
  const record = recordAround(node)
  const holder = isParallel && record ? recordAround(record) : record
  return siblings
    .map(sibling => {
      const [array = '', field = ''] = sibling.split('/')
      const found = holder?.childNamed(array)
      return withoutFrame(
        isParallel
          ? withoutFrame(found)
              ?.childNamed(record?.name ?? '')
              ?.childNamed(field)
          : found,
      )
    })
    .filter(found => found !== undefined)
}

/** The body of a frame, of nested ones the innermost; every other node itself. */
export function withoutFrame<N extends Placed<N>>(node: N | undefined): N | undefined {
  return node?.layout.shape.of === 'sized' ? withoutFrame(node.childNamed('body')) : node
}
