import { locate, type Document } from '@areal-studio/core/layout'
import type { FieldChange } from '@areal-studio/core/studio'
import { colourOf } from '../value/value-text'

type Colour = readonly [number, number, number]

/** Drawing beside the old and the new value of a change. */
export type ChangeSwatch =
  | { readonly kind: 'value'; readonly field: string; readonly before: number; readonly after: number }
  | { readonly kind: 'colour'; readonly before: Colour; readonly after: Colour }

/**
 * The swatches of a changed field: of a number whose values have colours on the map, or of a colour; undefined for any
 * other. `before`, `after`: the entry at both moments.
 */
export function changeSwatch(
  { path, ...change }: FieldChange,
  before: Document | undefined,
  after: Document | undefined,
): ChangeSwatch | undefined {
  const node = after && path !== '' && !path.startsWith('@') ? locate(after, path) : undefined
  if (!after || !node) return undefined
  if (node.kind === 'integer' && node.meta.suggest === 'seen' && node.meta.hex !== true) {
    const [old, now] = [Number(change.before), Number(change.after)]
    return Number.isInteger(old) && Number.isInteger(now)
      ? { kind: 'value', field: node.name, before: old, after: now }
      : undefined
  }
  const whole = node.kind === 'colour' ? path : path.replace(/\/[^/]*$/, '')
  const [old, now] = [before, after].map(document => colourAt(document, whole))
  return old && now ? { kind: 'colour', before: old, after: now } : undefined
}

function colourAt(document: Document | undefined, path: string): Colour | undefined {
  const node = document && locate(document, path)
  return node && colourOf(node, node.value)
}
