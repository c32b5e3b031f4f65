import { expect, it } from 'vitest'
import { document, type Node } from '../../../layout'
import { GAMEZ } from '../gamez/gamez'
import { sampleInstall } from '../sample/sample'
import { MESSAGES } from './messages'

function* nodesOf(node: Node): Generator<Node> {
  yield node
  for (let child = 0; child < node.childCount; child++) yield* nodesOf(node.child(child))
}

it('every field of the worlds of the sample has a title in both languages', () => {
  const worlds = sampleInstall().filter(({ path }) => path.endsWith('gamez.zbd'))
  const keys = new Set(worlds.flatMap(({ bytes }) => Array.from(nodesOf(document(GAMEZ, bytes).root), titleKey)))
  expect(keys.size).toBeGreaterThan(200)
  for (const catalogue of [MESSAGES.en, MESSAGES.ru])
    expect([...keys].filter(key => key !== undefined && !Object.hasOwn(catalogue, key))).toEqual([])
})

const titleKey = ({ meta }: Node): string | undefined => meta.doc
