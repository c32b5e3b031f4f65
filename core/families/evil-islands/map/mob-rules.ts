import type { Opened } from '../../../format'
import { numberOf, placeOf, plainText, recordsOf } from '../../../format/fields'
import type { Report } from '../../../format/report'
import { locate, type Document, type Finding, type Node } from '../../../layout'
import { checkGraph } from './graph-rules'
import { NODE_NAMES, nodeId, PLAYERS, typeOfNode } from './mob'
import { childOf, childrenOf, dataOf, idOf, nodesOf, topNodes, valueOf } from './mob-nodes'
import { checkBoxes, checkGround, checkRanges, checkStale, ID_NODES, isBox } from './place-rules'
import { checkNames, namingsIn } from '../name-rules'
import { groundOf } from './terrain-beside'

const place = (node: Node) => ({ path: node.path, range: [node.offset, node.size] as const })

/** Faults of a map and what its nodes name (evil-islands 15.8). */
export async function checkMap(entry: Opened, opened: Document, report: Report): Promise<void> {
  for (const finding of opened.findings) reportFinding(finding, opened, report)
  const [first] = topNodes(opened)
  if (first && idOf(first) !== nodeId('OBJECTDBFILE'))
    report.error('mob.root', { found: hex(idOf(first)) }, placeOf(first, 'id'))
  const nodes = nodesOf(opened)
  for (const node of nodes) checkNode(node, report)
  checkIds(nodes, report)
  checkScript(nodes, report)
  checkDiagram(nodes, report)
  checkRanges(nodes, report)
  checkStale(entry, opened, report)
  const ground = await groundOf(entry)
  if (ground) checkGround(nodes, ground, report)
  await checkNames(entry, namings(nodes), (params, place) => report.error('mob.name', params, place))
}

/** Model and textures of a trap are constants of the editor; other programs write the same for every trap (evil-islands 15.4). */
const UNSEEN: ReadonlySet<number> = new Set(['OBJTEMPLATE', 'OBJPRIMTXTR', 'OBJSECTXTR'].map(nodeId))

/** Texts of the objects that name something. */
function* namings(nodes: readonly Node[]): ReturnType<typeof namingsIn> {
  const unseen = new Set(
    nodes.filter(node => idOf(node) === nodeId('MAGIC_TRAP')).flatMap(trap => childrenOf(trap).map(({ path }) => path)),
  )
  for (const node of nodes) {
    if (UNSEEN.has(idOf(node)) && unseen.has(node.path)) continue
    const data = dataOf(node)
    const type = typeOfNode(idOf(node))
    if (data && (type === 'String' || type === 'StringArray')) yield* namingsIn(data, nameOf(node))
  }
}

const hex = (id: number): string => `0x${id.toString(16).toUpperCase().padStart(8, '0')}`

/** A value that does not fill its node is kept; a node that does not fit its own is an error (evil-islands 15.8). */
function reportFinding({ what, path, offset, size, params }: Finding, opened: Document, report: Report): void {
  if (what === 'value' || what === 'reserved' || what === 'encoded' || what === 'union') return
  const range = [offset, Math.max(0, Math.min(size, opened.bytes.length - offset))] as const
  const at = { path, range }
  const inside = path.lastIndexOf('/data/')
  const node = inside < 0 || path.endsWith('/data/size') ? undefined : locate(opened, path.slice(0, inside))
  const type = node && typeOfNode(numberOf(node, 'id'))
  if (what === 'deep') report.error('mob.deep', { limit: Number(params['limit'] ?? 0) }, at)
  else if (node === undefined || type === undefined || type === 'Record') report.error('mob.node-size', { n: size }, at)
  else if (type === 'StringArray') report.error('mob.list', { name: nameOf(node) }, { ...at, ...place(node) })
  else if (type === 'AiGraph') report.error('mob.graph-size', {}, { ...at, ...place(node) })
  else report.warning('mob.value-size', { name: nameOf(node) }, { ...at, ...place(node) })
}

const nameOf = (node: Node): string => NODE_NAMES[idOf(node)] ?? hex(idOf(node))

function checkNode(node: Node, report: Report): void {
  const id = idOf(node)
  const name = NODE_NAMES[id]
  const data = dataOf(node)
  if (name === undefined) report.warning('mob.unknown', { id: hex(id) }, placeOf(node, 'id'))
  if (!data?.isWhole) return
  const type = typeOfNode(id)
  if (type === 'Quaternion') checkRotation(data, report)
  else if (type === 'StringArray') checkItems(node, data, report)
  else if (type === 'Diplomacy') checkDiplomacy(data, report)
  else if (type === 'AiGraph') checkGraph(data, report)
  else if (name === 'UNIT') checkUnit(node, report)
}

function checkRotation(data: Node, report: Report): void {
  const numbers = Array.isArray(data.value) ? data.value.map(Number) : []
  const length = Math.hypot(...numbers)
  if (!(Math.abs(length - 1) <= 1e-3))
    report.warning('mob.rotation', { length: Math.round(length * 1000) / 1000 }, place(data))
}

function checkItems(node: Node, data: Node, report: Report): void {
  const odd = recordsOf(data, 'items').find(item => numberOf(item, 'id') !== idOf(node))
  if (odd) report.warning('mob.item', { name: nameOf(node), found: hex(numberOf(odd, 'id')) }, placeOf(odd, 'id'))
}

/** What each player is to each other: the same both ways, nothing to itself (evil-islands 15.4). */
function checkDiplomacy(data: Node, report: Report): void {
  const table = data.value as readonly (readonly number[])[]
  for (let a = 0; a < PLAYERS; a++)
    for (let b = 0; b <= a; b++) {
      const [to, back] = [table[a]?.[b] ?? 0, table[b]?.[a] ?? 0]
      if (to === back && to <= 2 && (a !== b || to === 0)) continue
      report.warning('mob.diplomacy', { a, b, to, back }, { ...place(data), path: `${data.path}/${a}/${b}` })
      return
    }
}

const LOGICS = 5
const CLASSES = 8

function checkUnit(unit: Node, report: Report): void {
  const logics = childrenOf(unit).filter(child => idOf(child) === nodeId('UNIT_LOGIC')).length
  if (logics !== LOGICS) report.warning('mob.unit-logic', { found: logics, right: LOGICS }, place(unit))
  const stats = valueOf(unit, 'UNIT_STATS')
  const field = ['ai_class_stand', 'ai_class_lie'].find(name => stats && numberOf(stats, name) >= CLASSES)
  if (stats && field) report.warning('mob.unit-class', { found: numberOf(stats, field) }, placeOf(stats, field))
}

/** Ids of objects, lights, sounds and particles: each is of one (evil-islands 15.4). */
function checkIds(nodes: readonly Node[], report: Report): void {
  const known = new Map<number, string>()
  for (const node of nodes) {
    if (!ID_NODES.has(idOf(node))) continue
    const data = dataOf(node)
    const id = Number(data?.value)
    const other = known.get(id)
    known.set(id, other ?? node.path)
    if (data && other !== undefined) report.error('mob.twin', { id, other }, place(data))
  }
}

/** Objects that the script names by number are there (evil-islands 15.4). */
function checkScript(nodes: readonly Node[], report: Report): void {
  const script = nodes.find(node => idOf(node) === nodeId('SS_TEXT'))
  const text = dataOf(script)?.childNamed('text')
  if (!text?.isWhole) return
  const ids = new Set(nodes.filter(node => ID_NODES.has(idOf(node))).map(node => Number(dataOf(node)?.value)))
  for (const [, number = ''] of plainText(text.value).matchAll(/\bGetObject\s*\(\s*"?(\d+)"?\s*\)/g)) {
    if (ids.has(Number(number))) continue
    report.warning('mob.script-object', { id: Number(number) }, place(text))
  }
  if (nodes.some(node => idOf(node) === nodeId('VSS_SECTION')))
    checkBoxes(nodes.filter(isBox), text, plainText(text.value), report)
}

/** Paths of the diagram lead from a box to a box (evil-islands 15.8). */
function checkDiagram(nodes: readonly Node[], report: Report): void {
  const boxes = new Set(nodes.filter(isBox).map(node => Number(valueOf(node, 'VSS_ID')?.value)))
  for (const node of nodes) {
    if (!['VSS_PATH', 'VSS_LINK'].some(name => idOf(node) === nodeId(name))) continue
    for (const name of ['VSS_SRC_ID', 'VSS_DST_ID']) {
      const end = dataOf(childOf(node, name))
      if (end && !boxes.has(Number(end.value))) report.warning('mob.path', { name, id: Number(end.value) }, place(end))
    }
  }
}
