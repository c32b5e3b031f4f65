import { getLocation } from 'jsonc-parser'
import { hasBit, type Meta, type Node } from '@areal-studio/core/layout'
import type { Offer } from '../text-editor/monaco/events'

/**
 * Suggestions for a number of flags in the text of `root`: the number with one named bit set (`+ water`) or cleared (`−
 * water`).
 */
export function flagOffers(
  text: string,
  offset: number,
  root: Node,
  namesOf: (meta: Meta) => Readonly<Record<number, string>>,
): readonly Offer[] {
  const { path, isAtPropertyKey, previousNode } = getLocation(text, offset)
  let node: Node | undefined = root
  for (const step of path) node = node?.childNamed(String(step))
  if (isAtPropertyKey || node?.kind !== 'flags' || !node.isWhole) return []
  const isTyped =
    previousNode?.type === 'number' &&
    offset >= previousNode.offset &&
    offset <= previousNode.offset + previousNode.length
  const present: unknown = isTyped ? previousNode.value : node.value
  if (typeof present !== 'number' || !Number.isInteger(present) || present < 0 || present >= 2 ** (8 * node.size))
    return []
  return Object.entries(namesOf(node.meta)).map(([key, name]): Offer => {
    const bit = Number(key)
    return hasBit(present, bit)
      ? { number: present - 2 ** bit, words: `− ${name}` }
      : { number: present + 2 ** bit, words: `+ ${name}` }
  })
}
