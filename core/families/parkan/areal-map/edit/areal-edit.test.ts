import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { apply, invertSplices } from '../../../../edit'
import { StudioError, type Outcome, type SpacePoint } from '../../../../format'
import { brokenLaws } from '../../../../layout'
import { tinyMapPayload } from '../../tiny-map.fixture'
import { brokenMapLaws, coarse, mapOf, sampleMap, type MapImage } from './areal-edit.fixture'
import { arealTools, type ArealMapTools } from './areal-edit'
import { arealMap } from '../areal-map'

const after = (image: MapImage, outcome: Outcome): MapImage => {
  const [edit] = outcome.edits
  if (!edit) return image
  const count = edit.attributes?.after?.['attr1'] ?? image.count
  return mapOf(apply(image.bytes, edit.splices), Number(count))
}
const undone = (image: MapImage, outcome: Outcome): Uint8Array => {
  const [edit] = outcome.edits
  if (!edit) return image.bytes
  return apply(apply(image.bytes, edit.splices), invertSplices(edit.splices))
}

/** One random step: what a hand in the viewport may do. */
const step = fc.record({
  do: fc.constantFrom(
    'anchor',
    'vertex',
    'vertex-alone',
    'insert',
    'delete-vertex',
    'split',
    'merge',
    'remove',
    'add',
    'set',
    'cells',
    'links',
  ),
  a: fc.nat(9999),
  b: fc.nat(9999),
  x: fc.integer({ min: -30, max: 30 }),
  y: fc.integer({ min: -30, max: 30 }),
  z: fc.integer({ min: -5, max: 5 }),
})
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never

function take(tools: ArealMapTools, image: MapImage, { do: what, a, b, x, y, z }: Step): Outcome {
  const record = a % image.count
  const ring = image.ring(record)
  const vertex = b % ring.length
  const [px, py, pz] = ring[vertex] ?? [0, 0, 0]
  const to: SpacePoint = [px + x, py + y, pz + z]
  const [ax, ay, az] = image.anchor(record)
  if (what === 'anchor') return tools.moveAnchors([{ record, to: [ax + x / 10, ay + y / 10, az] }])
  if (what === 'vertex') return tools.moveVertices([{ record, vertex, to }])
  if (what === 'vertex-alone') return tools.moveVertices([{ record, vertex, to }], { together: false })
  if (what === 'insert') return tools.insertVertex(record, vertex)
  if (what === 'delete-vertex') return tools.deleteVertex(record, vertex)
  if (what === 'split') return tools.split(record, [ax, ay], [ax + x + 0.5, ay + y])
  if (what === 'merge')
    return tools.merge([
      record,
      ...tools
        .neighbours(record)
        .filter(other => other >= 0)
        .slice(0, 1 + (b % 2)),
    ])
  if (what === 'remove') return tools.remove([record])
  if (what === 'set') return tools.set([record], { class_id: b, logic_flag: a })
  if (what === 'cells') return tools.rebuildCells()
  if (what === 'links') return tools.rebuildLinks('all')
  return tools.add([to, [px + 40 + x, py, pz], [px + 30, py + 35 + y, pz]], { like: record, clip: b % 2 === 0 })
}

const maps = [coarse(mapOf(tinyMapPayload(3, 2), 6)), coarse(mapOf(tinyMapPayload(4, 4), 16)), coarse(sampleMap())]

describe('any sequence of operations', () => {
  it('leaves a map that keeps its laws, step by step, and can be taken back', () => {
    let done = 0
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: maps.length - 1 }),
        fc.array(step, { minLength: 1, maxLength: 6 }),
        (which, steps) => {
          let image = maps[which] ?? mapOf(tinyMapPayload(), 6)
          for (const one of steps) {
            const before = image
            try {
              const outcome = take(arealTools(image.opened, undefined), image, one)
              image = after(image, outcome)
              expect(undone(before, outcome)).toEqual(before.bytes)
              expect(brokenMapLaws(before, image, outcome)).toEqual([])
              done++
            } catch (error) {
              if (!(error instanceof StudioError)) throw error
            }
          }
          expect(brokenLaws(arealMap(image.count), image.bytes)).toEqual([])
        },
      ),
      { seed: 4, numRuns: 45, endOnFailure: true },
    )
    expect(done).toBeGreaterThan(90)
  })
})
