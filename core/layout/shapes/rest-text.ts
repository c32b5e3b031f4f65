import { decodeText, encodeText } from '../model/codepage'
import type { Meta } from '../model/meta'
import type { CodePage, Layout, ShapeOf } from '../model/shape'
import { NO_CHILDREN, NO_STEERING, explainLeaf, indexEach, never, nothing, sameKey } from './leaf'
import type { ShapeOperations } from './operations'

/** All bytes that remain as one text, line ends and NULs included: only where `rest` is allowed. */
export function restText({ page = 'cp1251', ...meta }: Meta & { readonly page?: CodePage } = {}): Layout<string> {
  return { kind: 'text', meta, shape: { of: 'restText', page }, fixedSize: undefined, leastSize: 0 }
}

export const restTextOperations: ShapeOperations<ShapeOf<'restText'>> = {
  children: NO_CHILDREN,
  steering: { ...NO_STEERING, reachesEnd: () => true },
  measure: (_layout, _shape, _view, offset, end) => end - offset,
  index: indexEach,
  explain: explainLeaf,
  decode({ page }, cursor) {
    const { at } = cursor
    cursor.at = cursor.end
    return decodeText(cursor.bytes.subarray(at, cursor.end), page)
  },
  encode({ page }, value, encoder) {
    if (typeof value !== 'string') return encoder.refuse('layout.not-text')
    const text = encodeText(value, page)
    if ('missing' in text) return encoder.refuse('layout.character', { character: text.missing, page })
    const at = encoder.grow(text.length)
    encoder.bytes.set(text, at)
  },
  needsEnd: never,
  toJson: (_, value) => JSON.stringify(value),
  fromJson: (_, json) => json,
  jsonKey: sameKey,
  schema: () => ({ type: 'string' }),
  describe: ({ page }) => `${page} to the end`,
  compare: (_, _after, _path, from, to, comparer) => comparer.range(from, to),
  isWatched: never,
  findings: nothing,
  columns: nothing,
}
