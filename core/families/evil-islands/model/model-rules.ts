import type { Opened } from '../../../format'
import { fieldOf, numberOf, numbersOf, placeOf, records, textOf } from '../../../format/fields'
import type { Report } from '../../../format/report'
import { column, columns, locate, type Bytes, type Document } from '../../../layout'
import { sameName } from '../names'
import { cornersOf, LANES } from './fig'

/** Rules of the parts of a model (evil-islands 7). */
export function checkLink(opened: Document, report: Report): readonly string[] {
  const parts = records(opened, 'parts')
  const names: string[] = []
  let roots = 0
  for (const part of parts) {
    const name = textOf(part, 'name')
    const parent = textOf(part, 'parent')
    if (parent === '') roots++
    else if (!names.some(other => sameName(other, parent)))
      report.error('lnk.parent', { name, parent }, placeOf(part, 'parent'))
    if (names.some(other => sameName(other, name))) report.error('lnk.twin', { name }, placeOf(part, 'name'))
    names.push(name)
  }
  if (roots !== 1) report.error('lnk.roots', { n: roots }, { path: 'parts' })
  return names
}

/** Offsets of a part for one shape or for eight (evil-islands 8). */
export function checkOffsets({ size }: Opened, opened: Document, report: Report): void {
  if (size === 0) report.warning('bon.empty', {}, {})
  else if (size !== 12 && size !== 96) report.error('bon.size', { size }, { range: [0, size] })
  const at = records(opened, 'offsets').find(
    offset => !numbersOf(opened.root, `offsets/${offset.name}`).every(Number.isFinite),
  )
  if (at) report.warning('bon.number', { k: at.name }, placeOf(at, ''))
}

/** Rules of a track of a clip (evil-islands 10). */
export function checkTrack(opened: Document, report: Report): void {
  const { root } = opened
  const rotations = numberOf(root, 'rotation_count')
  const translations = numberOf(root, 'translation_count')
  if (rotations !== translations)
    report.warning('anm.counts', { rotations, translations }, placeOf(root, 'translation_count'))
  const at = oddRotation(opened, 'rotations', '')
  if (at) report.warning('anm.rotation', { k: at.k, length: at.length }, { path: `rotations/${at.k}`, range: at.range })
}

/** The first rotation whose length is not 1. */
export function oddRotation(opened: Document, array: string, field: string) {
  const values = column(opened, array, field, 'f32')
  for (let k = 0; k < values.length / 4; k++) {
    const length = Math.hypot(...values.subarray(4 * k, 4 * k + 4))
    if (Math.abs(length - 1) <= 1e-3) continue
    const record = locate(opened, `${array}/${k}`)
    const node = record && (field === '' ? record : (fieldOf(record, field) ?? record))
    const range: readonly [number, number] = node ? [node.offset, node.size] : [0, 0]
    return { k, length: Number.isFinite(length) ? Math.round(length * 1000) / 1000 : 'NaN', range }
  }
  return undefined
}

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
}

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
