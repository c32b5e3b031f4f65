import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { FillRule } from '../../../format'
import { seededRandom } from '../sample/random'
import { tinyMapPayload } from '../tiny-map.fixture'
import { mapFile, mapOf, sampleMap, type MapImage } from './edit/areal-edit.fixture'
import { arealTools } from './edit/areal-edit'
import { SMALL, describeReference, hasFixtures } from '../reference.fixture'

const toolsOf = (image: MapImage) => arealTools(image.opened, undefined)

/** Links, classes and flags of a map as somebody else read them. */
interface Truth {
  readonly name: string
  readonly image: MapImage
  readonly links: readonly (readonly number[])[]
  readonly class_id: readonly number[]
  readonly logic_flag: readonly number[]
}

interface Manifest {
  readonly truth: {
    readonly maps: Readonly<
      Record<
        string,
        {
          readonly map: {
            readonly areals: readonly {
              readonly class_id: number
              readonly logic_flag: number
              readonly links: readonly (readonly number[])[]
            }[]
          }
        }
      >
    >
  }
}

const word = (hex: string, at: number): number =>
  parseInt(
    hex
      .slice(at, at + 8)
      .match(/../g)
      ?.reverse()
      .join('') ?? '0',
    16,
  )

const fromFile = (name: string, image: MapImage): Truth => ({
  name,
  image,
  links: image.areals.map(areal => areal.links.map(([area]) => area)),
  logic_flag: image.areals.map(areal => word(areal.rest, 8)),
  class_id: image.areals.map(areal => word(areal.rest, 24)),
})

function fromManifest(): Truth[] {
  if (!hasFixtures) return []
  const manifest: Manifest = JSON.parse(readFileSync(join(SMALL, 'manifest.json'), 'utf8'))
  return Object.entries(manifest.truth.maps).map(([name, { map }]) => ({
    name: `${name} by its manifest`,
    image: mapFile(new Uint8Array(readFileSync(join(SMALL, 'DATA/MAPS', name, 'Land.map')))),
    links: map.areals.map(areal => areal.links.map(([area = -1]) => area)),
    class_id: map.areals.map(areal => areal.class_id),
    logic_flag: map.areals.map(areal => areal.logic_flag),
  }))
}

const MAPS = [
  fromFile('the small map', mapOf(tinyMapPayload(4, 3), 12)),
  fromFile('a map of 1,050', sampleMap(1050, 16)),
  ...fromManifest(),
]

const slope = (image: MapImage, areal: number): number => {
  const [x, y, z] = image.areals[areal]?.normal ?? [0, 0, 0]
  return (Math.acos(Math.abs(z) / Math.hypot(x, y, z)) * 180) / Math.PI
}

function flood({ image, links, class_id, logic_flag }: Truth, seed: number, rule: FillRule): number[] {
  const found = new Set([seed])
  const queue = [seed]
  for (let at = 0; at < queue.length; at++) {
    for (const next of links[queue[at] ?? 0] ?? []) {
      if (next < 0 || found.has(next)) continue
      if (rule.same?.includes('class_id') && class_id[next] !== class_id[seed]) continue
      if (rule.same?.includes('logic_flag') && logic_flag[next] !== logic_flag[seed]) continue
      if (
        rule.sameBits !== undefined &&
        ((logic_flag[next] ?? 0) & rule.sameBits) !== ((logic_flag[seed] ?? 0) & rule.sameBits)
      )
        continue
      if (rule.slopeBelow !== undefined && !(slope(image, next) < rule.slopeBelow)) continue
      if (rule.areaBelow !== undefined && !((image.areals[next]?.area ?? 0) < rule.areaBelow)) continue
      found.add(next)
      queue.push(next)
    }
  }
  return [...found].sort((a, b) => a - b)
}

describe.each(MAPS)('a flood over $name', truth => {
  const tools = toolsOf(truth.image)
  const rules: readonly FillRule[] = [
    {},
    { same: ['class_id'] },
    { same: ['logic_flag'] },
    { same: ['class_id', 'logic_flag'] },
    { sameBits: 1 },
    { slopeBelow: 4 },
    { areaBelow: 2500 },
  ]
  it('reaches what a plain search reaches', () => {
    const random = seededRandom(5)
    for (let turn = 0; turn < 60; turn++) {
      const seed = Math.floor(random() * truth.image.count)
      for (const rule of rules) expect(tools.fill(seed, rule)).toEqual(flood(truth, seed, rule))
    }
  })
})

/** The textbook's Dijkstra: the nearest open areal by a search through all of them, no heap. */
function cheapest({ image, links, logic_flag }: Truth, from: number, to: number, forbidden: number): number {
  const cost = new Float64Array(image.count).fill(Infinity)
  const isDone = new Uint8Array(image.count)
  cost[from] = 0
  for (;;) {
    let [now, least] = [-1, Infinity]
    for (let areal = 0; areal < image.count; areal++) {
      if (isDone[areal] === 0 && (cost[areal] ?? 0) < least) [now, least] = [areal, cost[areal] ?? 0]
    }
    if (now < 0 || now === to) return cost[to] ?? Infinity
    isDone[now] = 1
    const here = image.anchor(now)
    for (const next of links[now] ?? []) {
      if (next < 0 || ((logic_flag[next] ?? 0) & forbidden) !== 0) continue
      const there = image.anchor(next)
      cost[next] = Math.min(
        cost[next] ?? 0,
        least + Math.hypot(there[0] - here[0], there[1] - here[1], there[2] - here[2]),
      )
    }
  }
}

describe.each(MAPS)('a route over $name', truth => {
  const tools = toolsOf(truth.image)
  it('costs what a plain Dijkstra says, on 1,000 pairs, and follows links', () => {
    const random = seededRandom(11)
    let [ways, walls] = [0, 0]
    for (let turn = 0; turn < 1000; turn++) {
      const [from, to] = [Math.floor(random() * truth.image.count), Math.floor(random() * truth.image.count)]
      const forbidden = turn % 2
      const route = tools.route(from, to, { forbidden })
      const cost = cheapest(truth, from, to, forbidden)
      expect(route.cost === cost || Math.abs(route.cost - cost) < 1e-6 * cost).toBe(true)
      if (cost === Infinity) {
        walls++
        expect([route.records, route.obstacle]).toEqual([[], 'closed'])
        expect(route.blockers.length).toBeGreaterThan(0)
        expect(route.blockers.every(areal => ((truth.logic_flag[areal] ?? 0) & forbidden) !== 0)).toBe(true)
        continue
      }
      ways++
      expect([route.records[0], route.records.at(-1)]).toEqual([from, to])
      route.edges.forEach((edge, at) =>
        expect(truth.links[route.records[at] ?? -1]?.[edge]).toBe(route.records[at + 1]),
      )
    }
    expect(ways).toBeGreaterThan(300)
    expect(walls).toBeGreaterThan(20)
  })
})

describe('a broken graph', () => {
  const bytes = tinyMapPayload(4, 1)
  const view = new DataView(bytes.buffer)
  const link = (areal: number, edge: number): number => 136 * areal + 104 + 8 * edge
  const setLink = (areal: number, edge: number, area: number, other: number): void => {
    view.setInt32(link(areal, edge), area, true)
    view.setInt32(link(areal, edge) + 4, other, true)
  }
  // 0 -> 1 only forth; 1 = 2; 2 leads nowhere; 3 alone.
  setLink(1, 3, -1, -1)
  setLink(2, 1, 77, 0)
  setLink(3, 3, -1, -1)
  const tools = toolsOf(mapOf(bytes, 4))
  it('lists islands, one-way and dangling links', () => {
    expect(tools.links()).toEqual({
      islands: [[0, 1, 2], [3]],
      oneWay: [{ record: 0, edge: 1, area: 1, areaEdge: 3 }],
      dangling: [{ record: 2, edge: 1, area: 77, areaEdge: 0 }],
    })
  })
  it('says why there is no way', () => {
    expect(tools.route(0, 2)).toMatchObject({ records: [0, 1, 2], edges: [1, 1], cost: 200, blockers: [] })
    expect(tools.route(2, 0)).toMatchObject({ records: [], obstacle: 'one-way', cost: Infinity })
    expect(tools.route(0, 3)).toMatchObject({ obstacle: 'apart' })
    expect(tools.route(0, 2, { closed: [1] })).toMatchObject({ obstacle: 'closed', blockers: [1] })
    expect(tools.route(0, 2, { closedClasses: [2] })).toMatchObject({ obstacle: 'closed', blockers: [2] })
    expect(tools.route(3, 3)).toMatchObject({ records: [3], edges: [], cost: 0 })
    expect(() => tools.route(0, 4)).toThrow('areal.no-record')
  })
})

describe('a place', () => {
  const image = mapOf(tinyMapPayload(3, 2), 6)
  const tools = toolsOf(image)
  it('has the areals over it, round it and the nearest corner', () => {
    expect(tools.at(150, 50)).toEqual([2])
    expect(tools.at(-1, 50)).toEqual([])
    expect(tools.around(150, 95, 10)).toEqual([2, 3])
    expect(tools.around(100, 100, 1)).toEqual([0, 1, 2, 3])
    expect(tools.vertexNear(203, 98, 5)?.point).toEqual([200, 100, 5])
    expect(tools.vertexNear(250, 50, 5)).toBeUndefined()
    expect(tools.neighbours(0)).toEqual([-1, 2, 1, -1])
    expect(tools.cells).toMatchObject({ rectangle: 'regions', isXOuter: true, score: 1 })
  })
})

describeReference('maps of the reference files', () => {
  it('are among those of the tests above', () => {
    expect(MAPS.filter(map => map.name.endsWith('by its manifest')).length).toBeGreaterThan(0)
  })
})
