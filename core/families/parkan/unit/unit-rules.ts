import type { Opened } from '../../../format'
import { document, type Node } from '../../../layout'
import { isExplained, numberOf, placeOf, records, textOf } from '../../../format/fields'
import type { Report } from '../../../format/report'
import { hasUnitSize, UNIT, UNIT_MAGIC } from './unit'

/** The archive that all records of the game's units name (parkan 9.3). */
const OBJECTS = 'objects.rlb'

/** Rules of a unit: its records are one whole tree and name entries of objects.rlb (parkan 9.3). */
export async function checkUnit(entry: Opened, report: Report): Promise<void> {
  const opened = document(UNIT, entry.bytes)
  const { root } = opened
  const magic = numberOf(root, 'magic')
  if (magic !== UNIT_MAGIC) report.error('unit.magic', {}, { range: [0, Math.min(2, entry.bytes.length)] })
  const isWhole = isExplained(opened, { cut: 'unit.cut', trailing: 'unit.cut' }, report)
  const parts = records(opened, 'records')
  if (isWhole && magic === UNIT_MAGIC) checkTree(parts, root, report)
  await checkNames(entry, parts, report)
}

/** Records in pre-order: each is followed by as many subtrees as it has children, and the root's tree is all of them. */
function checkTree(parts: readonly Node[], root: Node, report: Report): void {
  const open: { readonly part: Node; missing: number }[] = []
  for (const [at, part] of parts.entries()) {
    if (at > 0 && open.length === 0) {
      const first = parts[0]
      if (first) report.error('unit.orphans', { record: at, n: parts.length - at }, placeOf(first, 'child_count'))
      return
    }
    const children = numberOf(part, 'child_count')
    if (children < 0) {
      report.error('unit.children-negative', { record: at, children }, placeOf(part, 'child_count'))
      return
    }
    const parent = open.at(-1)
    if (parent) parent.missing -= 1
    open.push({ part, missing: children })
    while (open.at(-1)?.missing === 0) open.pop()
  }
  const last = open.at(-1)
  if (last)
    report.error('unit.children', { record: last.part.name, n: last.missing }, placeOf(last.part, 'child_count'))
  else if (parts.length === 0) report.error('unit.empty', {}, { range: [0, root.size] })
}

async function checkNames(entry: Opened, parts: readonly Node[], report: Report): Promise<void> {
  const objects = await entry.archive(OBJECTS)
  for (const part of parts) {
    const record = part.name
    const archive = textOf(part, 'archive')
    const name = textOf(part, 'name')
    if (archive.toLowerCase() !== OBJECTS)
      report.warning('unit.archive', { record, archive, right: OBJECTS }, placeOf(part, 'archive'))
    else if (objects && !(await objects.row(name)))
      report.warning('unit.key-missing', { record, name, archive: OBJECTS }, placeOf(part, 'name'))
    const kind = numberOf(part, 'kind')
    if (kind !== 1) report.warning('unit.kind', { record, kind }, placeOf(part, 'kind'))
    const type = numberOf(part, 'type')
    if (type < -1 || type > 5) report.warning('unit.type', { record, type }, placeOf(part, 'type'))
  }
}

/** Whether a file is a unit: by its first bytes, or by its name and a size that fits. */
export const isUnit = (name: string, head: Uint8Array, size: number): boolean =>
  /\.dat$/i.test(name) && ((head[0] === 0xf1 && head[1] === 0xf0) || hasUnitSize(size))
