import type { Opened } from '../../../format'
import { numberOf, numbersOf, placeOf } from '../../../format/fields'
import type { Report } from '../../../format/report'
import { column, columns, locate, type Bytes, type Document } from '../../../layout'
import { cornersOf, LANES } from './fig'
import { boundsOf, isBounded, REBOUND, storedBounds } from './mesh-bounds'

/** Rules of a mesh (evil-islands 9.2). */
export function checkMesh(entry: Opened, opened: Document, report: Report): void {
  const { root } = opened
  const number = (field: string): number => numberOf(root, field)
  if (number('index_count') % 3 !== 0)
    report.error('fig.triangles', { n: number('index_count') }, placeOf(root, 'index_count'))
  if (number('unk_28') !== 0) report.warning('fig.field-28', { found: number('unk_28') }, placeOf(root, 'unk_28'))
  checkIndices(opened, report)
  checkBounds(opened, cornersOf(entry.head), report)
  checkNormals(opened, report)
}

function checkIndices(opened: Document, report: Report): void {
  const { root } = opened
  const limits = {
    component: numberOf(root, 'component_count'),
    position: LANES * numberOf(root, 'vertex_blocks'),
    normal: LANES * numberOf(root, 'normal_blocks'),
    uv: numberOf(root, 'uv_count'),
  }
  const report1 = (array: string, k: number, field: string, found: number, limit: number): void => {
    const node = locate(opened, field === '' ? `${array}/${k}` : `${array}/${k}/${field}`)
    if (node)
      report.error('fig.index', { array, k, found, limit }, { path: node.path, range: [node.offset, node.size] })
  }
  const check = (array: string, field: string, values: ArrayLike<number>, limit: number): void => {
    for (let k = 0; k < values.length; k++) {
      const found = values[k] ?? 0
      if (found >= limit) report1(array, k, field, found, limit)
    }
  }
  check('indices', '', column(opened, 'indices', '', 'u16'), limits.component)
  const { position, normal, uv } = columns(opened, 'components', { position: 'u16', normal: 'u16', uv: 'u16' })
  check('components', 'position', position, limits.position)
  check('components', 'normal', normal, limits.normal)
  check('components', 'uv', uv, limits.uv)
  const { vertex } = columns(opened, 'morph_map', { vertex: 'u16' })
  check('morph_map', 'vertex', vertex, limits.position)
  const odd = vertex.findIndex((found, k) => found !== k)
  if (odd >= 0) report.warning('fig.morph-order', { k: odd }, { path: `morph_map/${odd}/vertex` })
  const used = new Set(position).size
  if (vertex.length < used || vertex.length > limits.position)
    report.warning('fig.morph-count', { n: vertex.length, used, most: limits.position }, placeOf(root, 'morph_count'))
}

/** Bounds are numbers, and those of the vertices that the mesh uses. */
function checkBounds(opened: Document, corners: number, report: Report): void {
  if (numberOf(opened.root, 'vertex_blocks') === 0) return
  for (const array of ['centers', 'mins', 'maxs', 'radii'])
    for (let k = 0; k < corners; k++) {
      const path = `${array}/${k}`
      const node = locate(opened, path)
      const numbers = array === 'radii' ? [numberOf(opened.root, path)] : numbersOf(opened.root, path)
      if (node && !numbers.every(Number.isFinite))
        report.warning('fig.number', { array, k }, { path, range: [node.offset, node.size] })
    }
  const stored = storedBounds(opened, corners)
  const corner = boundsOf(opened, corners).findIndex((right, k) => !isBounded(right, stored[k]))
  const node = corner < 0 ? undefined : locate(opened, `mins/${corner}`)
  if (node) report.warning('fig.bounds', { corner }, { path: node.path, range: [node.offset, node.size], fix: REBOUND })
}

/** Normals of the vertices that the mesh uses: padding may hold anything. */
function checkNormals(opened: Document, report: Report): void {
  const normals = column(opened, 'normals', '', 'f32')
  const used = new Set(columns(opened, 'components', { normal: 'u16' }).normal)
  for (const k of [...used].sort((a, b) => a - b)) {
    const at = Math.floor(k / LANES) * 4 * LANES + (k % LANES)
    const [x = NaN, y = NaN, z = NaN, w = NaN] = [0, 1, 2, 3].map(axis => normals[at + axis * LANES])
    if (at + 12 >= normals.length || (Math.abs(Math.hypot(x, y, z) - 1) <= 0.01 && w === 1)) continue
    const block = locate(opened, `normals/${Math.floor(k / LANES)}`)
    if (block) report.warning('fig.normal', { k }, { path: block.path, range: [block.offset, block.size] })
    return
  }
}

/** Whether bytes have no zero at all: a program treated them as a text (evil-islands 9.2). */
export const hasLostZeros = (bytes: Bytes): boolean => bytes.length > 64 && !bytes.includes(0)
