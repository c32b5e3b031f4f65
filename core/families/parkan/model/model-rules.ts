import type { Opened, Problem } from '../../../format'
import { document, locate } from '../../../layout'
import { hasType } from '../nres/directory'
import { reportOn, type Report } from '../../../format/report'
import { checkKeys, checkMap } from './animation-rules'
import { checkBatches } from './batch-rules'
import { NONE, SHORT_NODE, modelKind } from './model-chunks'
import {
  mapWords,
  modelBatches,
  modelKeys,
  modelNodes,
  modelPositions,
  modelSlots,
  modelTriangles,
  type ModelNodes,
  type ModelSlots,
} from './model-table'
import { placeIn } from './place'
import { checkTriangles } from './triangle-rules'

const numberOf = (entry: Opened | undefined, name: string): number => {
  const value = entry?.attributes[name]
  return typeof value === 'number' ? value : 0
}

/** Rules of 6.12 for one chunk of a model; what it refers to is looked up beside it. */
export async function checkModelChunk(entry: Opened, type: number): Promise<readonly Problem[]> {
  const report = reportOn(entry)
  const rules = RULES[type]
  if (rules) await rules(entry, report)
  return report.problems()
}

const RULES: Readonly<Record<number, (entry: Opened, report: Report) => void | Promise<void>>> = {
  1: checkNodes,
  2: checkSlots,
  3: checkPositions,
  7: (entry, report) => {
    const triangles = modelTriangles(entry.bytes)
    if (triangles) checkTriangles(triangles, report)
  },
  8: (entry, report) => checkKeys(entry, report),
  10: checkStrings,
  13: (entry, report) => checkBatches(entry, report),
  17: checkHalls,
  19: (entry, report) => checkMap(entry, report),
}

async function checkNodes(entry: Opened, report: Report): Promise<void> {
  if (numberOf(entry, 'attr3') === SHORT_NODE) return
  const nodes = modelNodes(entry.bytes)
  if (!nodes) return
  const slots = modelSlots((await entry.sibling(hasType(2)))?.bytes)
  const keys = modelKeys((await entry.sibling(hasType(8)))?.bytes)
  const map = await entry.sibling(hasType(19))
  for (let node = 0; node < nodes.count; node++) {
    checkParent(nodes, node, report)
    for (let word = 0; slots && word < 15; word++) {
      const slot = nodes.of.slots[15 * node + word] ?? NONE
      if (slot === NONE || slot < slots.count) continue
      const path = `nodes/${node}/slots/${word}`
      report.error('model.node-slot', { node, word, slot, count: slots.count }, placeIn(nodes.document, path))
    }
    const key = nodes.of.fallback_key[node] ?? 0
    if (keys && key >= keys.count) {
      const place = placeIn(nodes.document, `nodes/${node}/fallback_key`)
      report.error('model.node-key', { node, key, count: keys.count }, place)
    }
    if (map) checkMapRange(nodes, node, mapWords(map.bytes).length, numberOf(map, 'attr2'), report)
  }
}

function checkParent(nodes: ModelNodes, node: number, report: Report): void {
  const parent = nodes.of.parent[node] ?? NONE
  if (parent === NONE) return
  const place = placeIn(nodes.document, `nodes/${node}/parent`)
  if (parent >= nodes.count) report.error('model.node-parent', { node, parent, count: nodes.count }, place)
  else if (parent >= node) report.warning('model.node-order', { node, parent }, place)
}

function checkMapRange(nodes: ModelNodes, node: number, words: number, frames: number, report: Report): void {
  const start = nodes.of.map_start[node] ?? NONE
  if (start === NONE || start + frames <= words) return
  const place = placeIn(nodes.document, `nodes/${node}/map_start`)
  report.error('model.map-range', { node, start, frames, words }, place)
}

async function checkSlots(entry: Opened, report: Report): Promise<void> {
  const slots = modelSlots(entry.bytes)
  if (!slots) return
  const triangles = modelTriangles((await entry.sibling(hasType(7)))?.bytes)
  const batches = modelBatches((await entry.sibling(hasType(13)))?.bytes)
  for (let slot = 0; slot < slots.count; slot++) {
    checkBounds(slots, slot, report)
    const [triStart = 0, triCount = 0] = [slots.of.tri_start[slot], slots.of.tri_count[slot]]
    const [start = 0, count = 0] = [slots.of.batch_start[slot], slots.of.batch_count[slot]]
    if (triangles && triStart + triCount > triangles.count) {
      const params = { slot, from: triStart, count: triCount, triangles: triangles.count }
      report.error('model.slot-triangles', params, placeIn(slots.document, `slots/${slot}/tri_start`))
    }
    if (!batches) continue
    const place = placeIn(slots.document, `slots/${slot}/batch_start`)
    if (start + count > batches.count) {
      report.error('model.slot-batches', { slot, from: start, count, batches: batches.count }, place)
      continue
    }
    const indices = batches.of.index_count.subarray(start, start + count).reduce((sum, n) => sum + n, 0)
    if (triangles && triCount > 0 && 3 * triCount !== indices) {
      const params = { slot, triangles: triCount, drawn: Math.floor(indices / 3) }
      report.warning('model.slot-drawn', params, placeIn(slots.document, `slots/${slot}/tri_count`))
    }
  }
}

const WORDS = { aabb_min: 3, aabb_max: 3, sphere_center: 3, sphere_radius: 1 } as const

function checkBounds(slots: ModelSlots, slot: number, report: Report): void {
  let isFinite = true
  for (const field of ['aabb_min', 'aabb_max', 'sphere_center', 'sphere_radius'] as const) {
    const words = WORDS[field]
    if (slots.of[field].subarray(words * slot, words * (slot + 1)).every(Number.isFinite)) continue
    report.error('model.slot-not-finite', { slot, field }, placeIn(slots.document, `slots/${slot}/${field}`))
    isFinite = false
  }
  const { aabb_min: least, aabb_max: most } = slots.of
  const isTurned = [0, 1, 2].some(axis => (least[3 * slot + axis] ?? 0) > (most[3 * slot + axis] ?? 0))
  if (isFinite && isTurned)
    report.warning('model.slot-box', { slot }, placeIn(slots.document, `slots/${slot}/aabb_min`))
}

function checkPositions(entry: Opened, report: Report): void {
  const positions = modelPositions(entry.bytes)
  const opened = modelKind(3)?.layout(positions.length / 3)
  for (let vertex = 0; opened && 3 * vertex < positions.length; vertex++) {
    if (positions.subarray(3 * vertex, 3 * vertex + 3).every(Number.isFinite)) continue
    const place = placeIn(document(opened, entry.bytes), `positions/${vertex}`)
    report.error('model.position-not-finite', { vertex }, place)
  }
}

/** One string for each node, and nothing behind them (parkan 6.7). */
async function checkStrings(entry: Opened, report: Report): Promise<void> {
  const nodes = await entry.sibling(hasType(1))
  const stride = numberOf(nodes, 'attr3') || 38
  const count = nodes ? Math.floor(nodes.bytes.length / stride) : numberOf(entry, 'attr1')
  const layout = modelKind(10)?.layout(count)
  if (!layout) return
  const [fault] = document(layout, entry.bytes).findings
  if (!fault) return
  const range = [fault.offset, Math.min(fault.size, entry.bytes.length - fault.offset)] as const
  if (fault.what === 'trailing') report.error('model.strings-trailing', { nodes: count, n: fault.size }, { range })
  else report.error('model.strings-cut', { nodes: count }, { path: fault.path, range })
}

/** Ends of links are points of the same chunk, points belong to a node (parkan 6.14). */
async function checkHalls(entry: Opened, report: Report): Promise<void> {
  const [points, links] = [numberOf(entry, 'attr1'), numberOf(entry, 'attr2')]
  const layout = modelKind(17)?.layout(points, links)
  const opened = layout && document(layout, entry.bytes)
  // Where the two counts do not fit the bytes, the directory has the problem.
  if (!opened?.isWhole) return
  const nodes = modelNodes((await entry.sibling(hasType(1)))?.bytes)?.count
  const value = (path: string): number => Number(locate(opened, path)?.value ?? 0)
  for (let point = 0; nodes !== undefined && point < points; point++) {
    const path = `hall_vertices/${point}/node`
    const node = value(path)
    if (node >= nodes) report.warning('model.hall-node', { point, node, count: nodes }, placeIn(opened, path))
  }
  for (let link = 0; link < links; link++) {
    for (const end of ['start', 'end']) {
      const path = `hall_links/${link}/${end}`
      const point = value(path)
      if (point >= points) report.warning('model.hall-link', { link, point, count: points }, placeIn(opened, path))
    }
  }
}
