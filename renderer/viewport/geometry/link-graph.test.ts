import { describe, expect, it } from 'vitest'
import type { SurfaceItem } from '@areal-studio/core/format'
import { linkGraph } from './link-graph'
import { regionsItem } from '../scene/items.fixture'

const item = (links: readonly (readonly number[])[]): SurfaceItem =>
  regionsItem({
    recordCount: links.length,
    links: Int32Array.from(links.flat()),
    linkStarts: Uint32Array.from([0, ...links.map((_, at) => links.slice(0, at + 1).flat().length)]),
  })

describe('graph of links', () => {
  it('tells mutual links once, one-way ones with their direction, and dangling ones', () => {
    expect(
      linkGraph(
        item([
          [1, -1],
          [0, 2],
          [-2, -1],
          [1, 1, 3],
        ]),
      ),
    ).toEqual({
      mutual: [[0, 1]],
      oneWay: [
        [1, 2],
        [3, 1],
      ],
      dangling: [[2, 0]],
    })
  })

  it('takes no areal for its own neighbour, and nothing for none', () => {
    expect(linkGraph(item([[0, -1], []]))).toEqual({ mutual: [], oneWay: [], dangling: [] })
  })
})
