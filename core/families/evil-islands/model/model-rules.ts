import type { Edit } from '../../../edit'
import { StudioError, type Opened } from '../../../format'
import { fieldOf, numberOf, numbersOf, placeOf, records, textOf } from '../../../format/fields'
import type { Report } from '../../../format/report'
import { column, document, locate, type Bytes, type Document } from '../../../layout'
import { nameKey, sameName, stem } from '../names'
import { LNK } from './lnk'
import { modelBeside } from './model-files'

/** Rules of the parts of a model (evil-islands 7). */
export function checkLink(opened: Document, report: Report): readonly string[] {
  const names: string[] = []
  /** From the root down to the part before. */
  const above: string[] = []
  let roots = 0
  for (const part of records(opened, 'parts')) {
    const name = textOf(part, 'name')
    const parent = textOf(part, 'parent')
    const isKnown = names.some(other => sameName(other, parent))
    if (parent === '') roots++
    else if (!isKnown) report.error('lnk.parent', { name, parent }, placeOf(part, 'parent'))
    if (names.some(other => sameName(other, name))) report.error('lnk.twin', { name }, placeOf(part, 'name'))
    const at = above.findLastIndex(other => sameName(other, parent))
    if (isKnown && at < 0) report.warning('lnk.order', { name, parent }, { ...placeOf(part, ''), fix: DEPTH_FIRST })
    else above.splice(at + 1, above.length, name)
    names.push(name)
  }
  if (roots !== 1) report.error('lnk.roots', { n: roots }, { path: 'parts' })
  return names
}

const DEPTH_FIRST = { id: 'lnk.depth-first', params: {} }

interface LinkPart {
  readonly bytes: Bytes
  readonly name: string
  readonly parent: string
}

/** The parts with each subtree in one run, as it was within; undefined where the parts are no tree. */
function depthFirst(opened: Document): readonly LinkPart[] | undefined {
  const parts = records(opened, 'parts').map(part => ({
    bytes: opened.bytes.slice(part.offset, part.offset + part.size),
    name: textOf(part, 'name'),
    parent: textOf(part, 'parent'),
  }))
  const ordered: LinkPart[] = []
  const visit = (parent: string): void => {
    for (const part of parts)
      if (sameName(part.parent, parent) && !ordered.includes(part)) {
        ordered.push(part)
        visit(part.name)
      }
  }
  visit('')
  return ordered.length === parts.length ? ordered : undefined
}

/** Edits for a fix: parts behind the part above, each with all that hang on it (evil-islands 7). */
export function repairLink(entry: Opened, id: string): readonly Edit[] {
  const opened = document(LNK, entry.bytes)
  const array = locate(opened, 'parts')
  const ordered = id === DEPTH_FIRST.id && opened.isWhole ? depthFirst(opened) : undefined
  if (!array || !ordered) throw new StudioError('repair.unknown', { id })
  const removed = opened.bytes.slice(array.offset, array.offset + array.size)
  const inserted = new Uint8Array(removed.length)
  let at = 0
  for (const { bytes } of ordered) {
    inserted.set(bytes, at)
    at += bytes.length
  }
  return [{ entry: entry.path, base: 0, splices: [{ offset: array.offset, removed, inserted }] }]
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

/** A model has offsets beside it, and the link of its own name within (evil-islands 11.1). */
export async function checkModel(entry: Opened, rows: readonly Opened[], report: Report): Promise<void> {
  const name = stem(entry.name)
  if (!rows.some(row => sameName(row.name, name))) report.error('mod.link', { name }, {})
  if (!(await entry.beside(`${name}.bon`))) report.error('mod.offsets', { name: `${name}.bon` }, {})
}

/** The offsets of a model are those of its parts; others are kept (evil-islands 8). */
export async function checkOffsetSet(entry: Opened, rows: readonly Opened[], report: Report): Promise<void> {
  const model = await modelBeside(entry)
  if (!model) return
  const names = new Set(rows.map(({ name }) => nameKey(name)))
  for (const part of model.parts) if (!names.has(nameKey(part))) report.error('bon.missing', { part }, {})
  const parts = new Set(model.parts.map(nameKey))
  const row = rows.findIndex(({ name }) => !parts.has(nameKey(name)))
  if (row >= 0) report.warning('bon.part', { part: rows[row]?.name ?? '' }, { row })
}
