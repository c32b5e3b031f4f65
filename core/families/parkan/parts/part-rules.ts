import type { Opened } from '../../../format'
import { document, locate, type AnyLayout, type Document, type Node } from '../../../layout'
import { modelNodes, modelTriangles } from '../model/model-table'
import { placeIn } from '../model/place'
import { hasType } from '../nres/directory'
import type { Report } from '../../../format/report'
import { CONTROL_POINTS } from './parts'

/** A part that its layout explains to the last byte; otherwise the report gets the first fault. */
export function wholePart(entry: Opened, layout: AnyLayout, report: Report): Document | undefined {
  const opened = document(layout, entry.bytes)
  if (opened.isWhole) return opened
  const fault = opened.findings[0]
  const offset = fault?.offset ?? 0
  const range = [offset, Math.min(fault?.size ?? 0, entry.bytes.length - offset)] as const
  if (fault?.what === 'trailing') report.error('part.trailing', { n: fault.size }, { range })
  else report.error('part.cut', { size: entry.bytes.length }, { path: fault?.path ?? '', range })
  return undefined
}

/** Chunk of the model of the same name in the same archive. */
async function modelChunk(entry: Opened, type: number): Promise<Opened | undefined> {
  const model = await entry.beside(`${entry.name.replace(/\.[^.]*$/, '')}.msh`)
  return (await model?.entries())?.find(({ attributes }) => hasType(type)(attributes))
}

/** Nodes of the model, where they are of the usual size. */
export async function nodesBeside(entry: Opened): Promise<number | undefined> {
  const chunk = await modelChunk(entry, 1)
  return chunk && chunk.attributes['attr3'] === 38 ? modelNodes(chunk.bytes)?.count : undefined
}

/** Points of the control points beside it; undefined where they are not there or not whole. */
export async function pointsBeside(entry: Opened): Promise<number | undefined> {
  const part = await entry.beside(`${entry.name.replace(/\.[^.]*$/, '')}.cpt`)
  const opened = part && document(CONTROL_POINTS, part.bytes)
  return opened?.isWhole ? children(opened, 'points').length : undefined
}

const children = (opened: Document, path: string): readonly Node[] => {
  const node = locate(opened, path)
  return node ? Array.from({ length: node.childCount }, (_, at) => node.child(at)) : []
}
const numberAt = (opened: Document, path: string): number => Number(locate(opened, path)?.value)

/** Checks that points belong to existing nodes of the model; -1 means none (parkan 9.5). */
export async function checkPoints(opened: Document, entry: Opened, report: Report): Promise<void> {
  const nodes = await nodesBeside(entry)
  if (nodes === undefined) return
  for (const point of children(opened, 'points')) {
    for (const field of ['node', 'carrier']) {
      const path = `${point.path}/${field}`
      const node = numberAt(opened, path)
      if (node < -1 || node >= nodes)
        report.warning('part.point-node', { point: point.name, node, count: nodes }, placeIn(opened, path))
    }
  }
}

/** A record for each node (parkan 9.5). */
export async function checkDamage(opened: Document, entry: Opened, report: Report): Promise<void> {
  const chunk = await modelChunk(entry, 1)
  const stride = Number(chunk?.attributes['attr3'])
  if (!chunk || !(stride > 0)) return
  const nodes = Math.floor(chunk.bytes.length / stride)
  const found = children(opened, 'nodes').length
  if (found !== nodes) report.warning('part.damage-nodes', { found, right: nodes }, placeIn(opened, 'node_count'))
}

/** Rings are closed, and name triangles of the model (parkan 9.5). */
export async function checkOutlines(opened: Document, entry: Opened, report: Report): Promise<void> {
  const triangles = modelTriangles((await modelChunk(entry, 7))?.bytes)?.count
  for (const ring of [...children(opened, 'inner'), ...children(opened, 'outer')]) {
    const points = children(opened, `${ring.path}/points`)
    const [first, last] = [points[0], points.at(-1)]
    if (first && last && String(first.value) !== String(last.value))
      report.warning('part.ring-open', { ring: ring.path }, placeIn(opened, `${ring.path}/points`))
    for (const corner of children(opened, `${ring.path}/corners`)) {
      const number = Number(corner.value)
      if (number < 0 || number > 2)
        report.warning('part.ring-corner', { ring: ring.path, corner: number }, placeIn(opened, corner.path))
    }
    for (const corner of children(opened, `${ring.path}/triangles`)) {
      const triangle = Number(corner.value)
      if (triangles === undefined || (triangle >= 0 && triangle < triangles)) continue
      report.warning(
        'part.ring-triangle',
        { ring: ring.path, triangle, count: triangles },
        placeIn(opened, corner.path),
      )
    }
  }
}
