import type { Opened } from '../../../format'
import { numberOf, placeOf } from '../../../format/fields'
import type { Report } from '../../../format/report'
import { decodeText, document, type Bytes, type Document, type Node } from '../../../layout'
import { MOB, NODE_NAMES, nodeId } from './mob'
import { childOf, childrenOf, dataOf, idOf, nodesOf, topNodes, valueOf } from './mob-nodes'
import type { Ground } from './terrain-beside'

const place = (node: Node) => ({ path: node.path, range: [node.offset, node.size] as const })

/** Nodes with the number of an object, light, sound or effect. */
export const ID_NODES = new Set(['NID', 'LIGHT_ID', 'SOUND_ID', 'PARTICL_ID'].map(nodeId))
const RANGES = new Set(['MAIN_RANGE', 'SEC_RANGE'].map(nodeId))

/** Numbers of objects lie in a range of the map, which keeps those of a quest apart from its own (evil-islands 15.8). */
export function checkRanges(nodes: readonly Node[], report: Report): void {
  const ids = nodes.filter(node => ID_NODES.has(idOf(node)))
  const ranges = nodes
    .filter(node => RANGES.has(idOf(node)))
    .flatMap(childrenOf)
    .map(range => ['MIN_ID', 'MAX_ID'].map(name => Number(valueOf(range, name)?.value)))
  if (ranges.length === 0) {
    if (ids.length > 0) report.info('mob.no-range', {}, {})
    return
  }
  for (const node of ids) {
    const data = dataOf(node)
    const id = Number(data?.value)
    const isIn = ranges.some(([least = NaN, most = NaN]) => id >= least && id <= most)
    if (data?.isWhole && !isIn)
      report.warning('mob.range', { id, ranges: ranges.map(rangeText).join(', ') }, place(data))
  }
}

const rangeText = (range: readonly number[]): string => range.join('–')

/** Side of a sector in units, and cells of the walk graph along it (evil-islands 13, 15.7). */
const SECTOR = { units: 32, cells: 8 }
const POSITIONS = new Set(['OBJPOSITION', 'LIGHT_POSITION', 'SOUND_POSITION', 'PARTICL_POSITION'].map(nodeId))

/** Objects lie on the terrain, and the walk graph has its size (evil-islands 15.8). */
export function checkGround(nodes: readonly Node[], { file, x, y }: Ground, report: Report): void {
  const [width, height] = [x * SECTOR.units, y * SECTOR.units]
  for (const node of nodes) {
    const data = dataOf(node)
    if (!data?.isWhole) continue
    if (idOf(node) === nodeId('AIGRAPH')) {
      const [w, h] = [numberOf(data, 'width'), numberOf(data, 'height')]
      if (w !== x * SECTOR.cells || h !== y * SECTOR.cells)
        report.warning(
          'mob.graph-terrain',
          { w, h, right_w: x * SECTOR.cells, right_h: y * SECTOR.cells, file },
          placeOf(data, 'width'),
        )
    }
    if (!POSITIONS.has(idOf(node))) continue
    const [east = NaN, north = NaN] = vectorOf(data)
    if (!(east >= 0 && east <= width && north >= 0 && north <= height))
      report.warning('mob.position', { x: round(east), y: round(north), width, height, file }, place(data))
  }
}

const vectorOf = ({ value }: Node): readonly number[] => (Array.isArray(value) ? value.map(Number) : [])
const round = (number: number): number | string => (Number.isFinite(number) ? Math.round(number * 100) / 100 : 'NaN')

/** Generated names of the script: `VCheck#0#299` is made of the box 299 of the diagram (evil-islands 15.5). */
const GENERATED = /\bV(?:Check|Triger)#\d+#(\d+)\b/g

/** The script is made of the diagram by the editor of the game: boxes of one are in the other (evil-islands 15.5). */
export function checkBoxes(boxes: readonly Node[], script: Node, text: string, report: Report): void {
  const inScript = new Set(Array.from(text.matchAll(GENERATED), ([, id]) => Number(id)))
  const ids = new Map(boxes.map(box => [Number(valueOf(box, 'VSS_ID')?.value), box]))
  for (const id of inScript) if (!ids.has(id)) report.warning('mob.script-box', { id }, place(script))
  const lost = [...ids].filter(([id]) => !inScript.has(id))
  const [first] = lost
  if (first) report.info('mob.box-unused', { id: first[0], n: lost.length }, place(first[1]))
}

/** What is derived of a map by another program, and from what: where only the latter was changed, it is out of date. */
export function checkStale({ bytes, base }: Opened, opened: Document, report: Report): void {
  if (bytes === base) return
  const before = document(MOB, base)
  const [was, is] = [sourcesOf(before), sourcesOf(opened)]
  if (is.script && was.diagram !== is.diagram && was.script === is.script && is.scriptNode)
    report.warning('mob.script-stale', {}, place(is.scriptNode))
  if (is.graph && was.obstacles !== is.obstacles && was.graph === is.graph && is.graphNode)
    report.warning('mob.graph-stale', {}, placeOf(dataOf(is.graphNode) ?? is.graphNode, 'width'))
}

const OBSTACLES = new Set(['OBJECT', 'LEVER'].map(nodeId))
const SHAPES = ['OBJPOSITION', 'OBJROTATION', 'OBJTEMPLATE', 'OBJCOMPLECTION', 'OBJBODYPARTS']

function sourcesOf(opened: Document) {
  const nodes = nodesOf(opened)
  const textOf = (node: Node | undefined): string => (node ? digest(opened.bytes, node) : '')
  const named = (name: string): Node | undefined => nodes.find(node => idOf(node) === nodeId(name))
  const scriptNode = named('SS_TEXT')
  const graphNode = topNodes(opened).find(node => idOf(node) === nodeId('AIGRAPH'))
  const obstacles = nodes
    .filter(node => OBSTACLES.has(idOf(node)))
    .flatMap(node => SHAPES.map(name => textOf(childOf(node, name))))
  return {
    scriptNode,
    graphNode,
    script: textOf(scriptNode),
    graph: textOf(graphNode),
    diagram: textOf(named('VSS_SECTION')),
    obstacles: obstacles.join(),
  }
}

/** Bytes of a node as characters: equal where the bytes are. */
const digest = (bytes: Bytes, { offset, size }: Node): string =>
  decodeText(bytes.subarray(offset, offset + size), 'latin1')

export const isBox = (node: Node): boolean => ['VSS_CHECK', 'VSS_TRIGER'].includes(NODE_NAMES[idOf(node)] ?? '')
