import { locate } from './document/document'
import { wordsOf } from './document/words'
import type { Document } from './model/layout'
import type { Meta } from './model/meta'

/** Names of the records whose badges a field shows, by number; undefined where it declares no badge. */
export function badgeNames(opened: Document, { badge }: Meta): Readonly<Record<number, string>> | undefined {
  if (!badge) return undefined
  const records = locate(opened, badge.of)
  const from = records?.kind === 'list' ? 1 : 0
  const names: Record<number, string> = {}
  for (let at = from; at < (records?.childCount ?? 0); at++) {
    const name = records?.child(at).childNamed(badge.by)
    if (name?.isWhole) names[at - from] = wordsOf(name.value) ?? ''
  }
  return names
}
