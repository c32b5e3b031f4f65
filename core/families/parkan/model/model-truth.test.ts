import { describe, expect, it } from 'vitest'
import type { Opened } from '../../../format'
import { brokenLaws, document, locate, unknownBytes, type Bytes } from '../../../layout'
import { formatOf, shelf } from '../opened.fixture'
import { describeReference, fixture, truth } from '../reference.fixture'
import { modelPose, rotationOrder, type Animation } from './animation'
import { transform } from '../../../format/matrix'
import { MODEL_TYPES, SHORT_NODE } from './model-chunks'
import {
  mapWords,
  modelBatches,
  modelKeys,
  modelNodes,
  modelPositions,
  modelSlots,
  modelTriangles,
} from './model-table'

interface ModelTruth {
  readonly types: readonly number[]
  readonly nodes: number
  readonly node_stride: number
  readonly node_names: readonly string[]
  readonly strings: readonly string[]
  readonly parents: readonly number[]
  readonly slots: number
  readonly vertices: number
  readonly triangles: number
  readonly indices: number
  readonly batches: number
  readonly keys: number
  readonly frames: number
  readonly map_words: number
  readonly hall_vertices: number
  readonly hall_links: number
  readonly hull_min: readonly number[]
  readonly hull_max: readonly number[]
  readonly poses: readonly { readonly t: number; readonly points: readonly (readonly number[])[] }[]
}
const { models = {} } = truth as { models?: Readonly<Record<string, ModelTruth>> }
const names = Object.keys(models)
/** Fields that the notes leave open: everything else of a model is explained. */
const UNKNOWN: Readonly<Record<number, readonly string[]>> = {
  1: ['opaque_0'],
  2: ['unk_56'],
  15: ['extra_15'],
  16: ['a', 'b'],
  17: ['unk_8', 'unk_16', 'unk_32'],
}

interface Chunks {
  readonly archive: Opened
  readonly rows: readonly Opened[]
  bytes(type: number): Bytes
  row(type: number): Opened
}

/** The rows of a model of the fixtures, as `bases.rlb::r_h_002.msh`. */
function chunksOf(name: string): Chunks {
  const [file = '', model = ''] = name.split('::')
  const all = shelf({ [file]: fixture(file) })
  const archive = all.rows(all.open(file)).find(row => row.name === model)
  if (!archive) throw new Error(`no ${name}`)
  const rows = all.rows(archive)
  const row = (type: number): Opened => {
    const found = rows.find(other => other.attributes['type_id'] === type)
    if (!found) throw new Error(`no chunk ${type}`)
    return found
  }
  return { archive, rows, row, bytes: type => row(type).bytes }
}

const valuesOf = (row: Opened, array: string): unknown => {
  const layout = formatOf(row)?.layout?.(row)
  return layout && locate(document(layout, row.bytes), array)?.value
}

function animationOf(chunks: Chunks): Animation {
  const nodes = modelNodes(chunks.bytes(1))
  const keys = modelKeys(chunks.bytes(8))
  if (!nodes || !keys) throw new Error('no nodes or keys')
  return {
    frames: Number(chunks.row(19).attributes['attr2']),
    positions: keys.of.position,
    times: keys.of.time,
    rotations: keys.of.rotation,
    map: mapWords(chunks.bytes(19)),
    parents: nodes.of.parent,
    mapStarts: nodes.of.map_start,
    fallbacks: nodes.of.fallback_key,
  }
}

describeReference('the models of the fixtures', () => {
  it('are all here', () => expect(names.length).toBe(13))

  it.each(names)('%s has the records of the manifest', name => {
    const model = models[name]
    const chunks = chunksOf(name)
    if (!model) return
    expect(chunks.rows.map(row => row.attributes['type_id'])).toEqual(model.types)
    expect(chunks.rows.map(row => formatOf(row)?.id)).toEqual(model.types.map(type => `parkan.model.${type}`))
    expect(chunks.row(1).attributes['attr3']).toBe(model.node_stride)
    expect([
      modelSlots(chunks.bytes(2))?.count,
      modelPositions(chunks.bytes(3)).length / 3,
      modelTriangles(chunks.bytes(7))?.count,
      chunks.bytes(6).length / 2,
      modelBatches(chunks.bytes(13))?.count,
      modelKeys(chunks.bytes(8))?.count,
      mapWords(chunks.bytes(19)).length,
      chunks.row(19).attributes['attr2'],
      chunks.row(17).attributes['attr1'],
      chunks.row(17).attributes['attr2'],
    ]).toEqual([
      model.slots,
      model.vertices,
      model.triangles,
      model.indices,
      model.batches,
      model.keys,
      model.map_words,
      model.frames,
      model.hall_vertices,
      model.hall_links,
    ])
    const texts = (list: unknown): unknown =>
      Array.isArray(list)
        ? list.map((text: unknown) => (typeof text === 'object' && text !== null && 'text' in text ? text.text : text))
        : list
    expect(texts(valuesOf(chunks.row(9), 'node_names'))).toEqual(model.node_names)
    expect(texts(valuesOf(chunks.row(10), 'strings'))).toEqual(model.strings)
    const parents = modelNodes(chunks.bytes(1))?.of.parent ?? []
    if (model.node_stride !== SHORT_NODE)
      expect(Array.from(parents, parent => (parent === 0xffff ? -1 : parent))).toEqual(model.parents)
  })

  it.each(names)('%s keeps the laws, and nothing that the notes explain is unexplained', name => {
    for (const row of chunksOf(name).rows) {
      const layout = formatOf(row)?.layout?.(row)
      if (!layout) throw new Error(`no layout of ${row.path}`)
      expect([row.path, document(layout, row.bytes).isWhole, brokenLaws(layout, row.bytes)]).toEqual([
        row.path,
        true,
        [],
      ])
      const isOpen = unknownBytes(document(layout, row.bytes)) > 0
      expect(isOpen && UNKNOWN[Number(row.attributes['type_id'])] === undefined, row.path).toBe(false)
    }
  })

  it.each(names)('%s has no problems', async name => {
    const [file = ''] = name.split('::')
    const all = shelf({ [file]: fixture(file) })
    const archive = chunksOf(name).archive.path
    const problems = (await all.check(all.open(file))).filter(problem => problem.entry.startsWith(archive))
    expect(problems.map(problem => `${problem.code} ${problem.entry} ${problem.path ?? ''}`)).toEqual([])
  })

  it.each(names.filter(name => models[name]?.node_stride !== SHORT_NODE))('%s stands as the manifest says', name => {
    const chunks = chunksOf(name)
    const animation = animationOf(chunks)
    const positions = modelPositions(chunks.bytes(3))
    const { order } = rotationOrder(animation.rotations)
    expect(order).toBe('w-first')
    for (const { t, points } of models[name]?.poses ?? []) {
      const matrices = modelPose(animation, t, { order })
      for (const [node = 0, vertex = 0, ...right] of points) {
        const matrix = Array.from(matrices.subarray(12 * node, 12 * node + 12))
        const [x = 0, y = 0, z = 0] = positions.subarray(3 * vertex, 3 * vertex + 3)
        transform(matrix, x, y, z).forEach((value, axis) =>
          expect(Math.abs(value - (right[axis] ?? Number.NaN)), `t ${t} vertex ${vertex}`).toBeLessThan(0.002),
        )
      }
    }
  })
})

describe('chunks of a model', () => {
  it('are of the types that the notes list', () => {
    expect(MODEL_TYPES).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 13, 15, 16, 17, 18, 19, 20])
  })
})
