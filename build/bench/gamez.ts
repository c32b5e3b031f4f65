import { spawnSync } from 'node:child_process'
import { apply, assignedEdit, type Edit } from '@areal-studio/core/edit'
import { assign, document, insertRecords, locate, type Assignment, type Document } from '@areal-studio/core/layout'
import { editedEntry, Original } from '@areal-studio/core/patch'
import { GAMEZ } from '../../core/families/mw3/gamez/gamez'
import { best, type Measured } from './figures'
import { largeWorld } from './gamez-world'
import { rest } from './memory'

export const GAMEZ_CHILD = '--gamez-child'

const RUNS = 5
/** An edit of a field is mostly the copy of 23 MB, which other work of the machine disturbs most. */
const EDITS = 20
const ROUNDS = 40
const WALKS = 4
const MEGABYTE = 2 ** 20
/** Memory that the studio may use beside three times the file. */
const BESIDE = 64 * MEGABYTE

/** A GameZ file of 23 MB with 12,000 nodes: opening, edits, a patch, memory. */
export function measureGamez(): Measured {
  const bytes = largeWorld()
  const opened = document(GAMEZ, bytes)
  const edited = (at: Document, make: (at: Document) => Assignment): Edit =>
    assignedEdit({ entry: 'gamez.zbd', revision: 0, bytes: at.bytes, attributes: {} }, at, make(at))
  const withVertex = (at: Document): Edit =>
    edited(at, now => insertRecords(now, 'model_data/700/vertices', 3, [[1, 2, 3]]))
  let [zone, present] = [0, opened]
  const { size: grown, reason } = memoryOfChild()
  return {
    figures: {
      gamez_mb: bytes.length / MEGABYTE,
      gamez_walk_vs_hand: walkVersusHand(bytes),
      gamez_edit_ms: best(EDITS, () => {
        const { splices } = edited(present, now => assign(now, 'nodes/6000/zone_id', ++zone % 80))
        present = document(GAMEZ, apply(present.bytes, splices), present, splices)
      }),
      gamez_vertex_ms: best(RUNS, () => withVertex(opened)),
      gamez_patch_ms: patchTime(bytes, withVertex(opened)),
      gamez_memory_vs_limit: grown === undefined ? null : grown / (3 * bytes.length + BESIDE),
    },
    ...(reason !== undefined && { reasons: { gamez_memory_vs_limit: reason } }),
  }
}

function patchTime(bytes: Uint8Array, edit: Edit): number {
  const side = { entry: 'gamez.zbd', name: 'gamez.zbd', attributes: {}, layout: GAMEZ }
  const after = { ...side, bytes: apply(bytes, edit.splices), moves: edit.moves ?? [] }
  return best(1, () => {
    const work = editedEntry({ ...side, bytes }, after, new Original(bytes), () => ''.padEnd(64, '0'), true)
    while (work.next().done !== true);
  })
}

/**
 * In turn and for about as long, so that other work of the machine disturbs both alike. The bytes are the same, the
 * documents are not.
 */
function walkVersusHand(bytes: Uint8Array): number {
  const walk = (): unknown => locate(document(GAMEZ, bytes.subarray(0)), 'node_data/12000')?.offset
  let [byLayout, byHand] = [Infinity, Infinity]
  for (let round = 0; round < ROUNDS; round++) {
    byHand = Math.min(
      byHand,
      perWalk(5 * WALKS, () => walkByHand(bytes)),
    )
    byLayout = Math.min(byLayout, perWalk(WALKS, walk))
  }
  return byLayout / byHand
}

const perWalk = (walks: number, walk: () => unknown): number =>
  best(1, () => Array.from({ length: walks }, walk)) / walks

/** Bytes of the records of the node classes, by the number of the class (mw3 7.5). */
const CLASS_SIZES = [0, 488, 188, 248, 28, 144, 80, 0, 0, 208] as const
const NODE_SIZE = 212
const MODEL_SIZE = 96

/**
 * What a reader of this file alone would do: where the data of each model and node begin, by the same numbers as the
 * declaration.
 */
function walkByHand(bytes: Uint8Array): readonly [models: Uint32Array, nodes: Uint32Array] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const word = (at: number): number => view.getInt32(at, true)
  let at = 36 + 40 * word(8)
  const materials = word(at)
  const slots = at + 16
  at = slots + 44 * materials
  for (let slot = 0; slot < materials; slot++)
    if ((view.getUint8(slots + 44 * slot + 1) & 4) !== 0) at += 28 + 4 * word(at + 16)
  const models = new Uint32Array(word(at) + 1)
  const first = at + 12
  at = first + MODEL_SIZE * word(at)
  for (let model = 0; model + 1 < models.length; model++) {
    models[model] = at
    at = modelEnd(word, first + MODEL_SIZE * model, at)
  }
  const nodes = new Uint32Array(word(24) + 1)
  const nodeSlots = at
  at += NODE_SIZE * word(24)
  for (let node = 0; node + 1 < nodes.length; node++) {
    nodes[node] = at
    at = nodeEnd(view, word, nodeSlots + NODE_SIZE * node, at)
  }
  return [models, nodes]
}

type Word = (at: number) => number

function modelEnd(word: Word, slot: number, begin: number): number {
  let at = begin + 12 * (word(slot + 20) + word(slot + 24) + word(slot + 28))
  const lights = word(slot + 32)
  const firstLight = at
  at += 76 * lights
  for (let light = 0; light < lights; light++) at += 12 * word(firstLight + 76 * light + 12)
  const polygons = word(slot + 16)
  const first = at
  at += 36 * polygons
  for (let polygon = 0; polygon < polygons; polygon++) {
    const record = first + 36 * polygon
    const corners = word(record) & 0xff
    at += corners * (16 + (word(record + 12) !== 0 ? 4 : 0) + (word(record + 16) !== 0 ? 8 : 0))
  }
  return at
}

function nodeEnd(view: DataView, word: Word, slot: number, begin: number): number {
  const kind = word(slot + 52)
  if (kind === 0) return begin
  let at = begin + (CLASS_SIZES[kind] ?? 0)
  if (kind === 9) at += 4 * word(begin + 200)
  if (kind === 2) {
    at += 4 * (word(begin + 160) + word(begin + 172))
    for (let cell = 0; cell < word(begin + 136) * word(begin + 140); cell++) at += 72 + 4 * view.getInt16(at + 58, true)
  }
  return at + 4 * (word(slot + 84) + word(slot + 92))
}

/** Memory of a process that opens the file, makes a structural edit of it and keeps both. */
function memoryOfChild(): { readonly size?: number; readonly reason?: string } {
  const arguments_ = ['--expose-gc', process.argv[1] ?? '', GAMEZ_CHILD]
  const child = spawnSync(process.execPath, arguments_, { encoding: 'utf8' })
  const shown = /^memory (\d+)$/m.exec(child.stdout)?.[1]
  return shown === undefined
    ? { reason: `the child failed: ${child.stderr.trim().split('\n')[0] ?? ''}` }
    : { size: Number(shown) }
}

export async function gamezChild(): Promise<void> {
  const bytes = largeWorld()
  await rest()
  const before = process.memoryUsage().rss
  const opened = document(GAMEZ, bytes)
  const source = { entry: 'gamez.zbd', revision: 0, bytes, attributes: {} }
  const edit = assignedEdit(source, opened, insertRecords(opened, 'model_data/700/vertices', 3, [[1, 2, 3]]))
  const present = document(GAMEZ, apply(bytes, edit.splices))
  const held = [opened.findings.length, present.findings.length]
  await rest()
  process.stdout.write(`memory ${Math.max(0, process.memoryUsage().rss - before)}\n`)
  if (held.some(count => count > 0)) throw new Error('the file is damaged')
}
