import { document } from './document'
import { LayoutError } from '../model/error'
import type { Finding } from '../model/layout'
import type { AnyLayout, Layout } from '../model/shape'
import type { Bytes } from '../model/splice'

/**
 * The value of whole bytes, as a copy. Throws LayoutError `layout.count`, `layout.truncated` or `layout.trailing` with
 * the place, where the bytes are not what the layout says.
 */
export function read<T>(layout: Layout<T>, bytes: Bytes): T
export function read(layout: AnyLayout, bytes: Bytes): unknown {
  const opened = document(layout, bytes)
  if (opened.isWhole) return opened.root.value
  const [first] = opened.findings
  throw new LayoutError(first ? CODES[first.what] : 'layout.damaged', { ...first?.params }, first?.path ?? '')
}

const CODES: Readonly<Record<Finding['what'], string>> = {
  count: 'layout.count',
  truncated: 'layout.truncated',
  trailing: 'layout.trailing',
  reserved: 'layout.damaged',
  value: 'layout.damaged',
  derived: 'layout.damaged',
  union: 'layout.union',
  deep: 'layout.deep',
  sentinel: 'layout.sentinel',
  encoded: 'layout.damaged',
}
