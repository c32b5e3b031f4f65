import type { Attributes, Edit } from '../../../edit'
import { StudioError, type Opened, type Params, type Problem } from '../../../format'
import { reportOn, type Report } from '../../../format/report'
import { rangeOf, type Bytes } from '../../../layout'
import {
  dataOf,
  directoryOf,
  faultsOf,
  HEADER_SIZE,
  nameText,
  refusalOf,
  ROW_SIZE,
  SlotRecord,
  type Directory,
  type Row,
} from './directory'
import { bucketOf, nameKey } from './hash'
import { regionsOf } from './res'

type Field = 'next_index' | 'size' | 'offset' | 'name_length' | 'name_offset'

interface Checked {
  readonly bytes: Bytes
  readonly directory: Directory
  readonly report: Report
}

/** Gathers the problems of an archive; undefined where it cannot be opened. */
export async function reportArchive(
  entry: Opened,
): Promise<{ readonly report: Report; readonly directory?: Directory }> {
  const { bytes } = entry
  const refusal = refusalOf(bytes)
  if (refusal) {
    const report = reportOn(entry)
    const { code, params, range, path } = refusal
    report.error(code, params, { range, ...(path !== undefined && { path }) })
    return { report }
  }
  const report = reportOn(
    entry,
    (await entry.entries()).map(row => row.path),
  )
  const directory = directoryOf(bytes)
  const checked = { bytes, directory, report }
  checkPlaces(checked)
  checkNames(checked)
  checkChains(checked)
  checkRegions(checked)
  if (directory.rows.length === 0) report.info('res.empty', {}, { path: 'entry_count' })
  return { report, directory }
}

export const checkArchive = async (entry: Opened): Promise<readonly Problem[]> =>
  (await reportArchive(entry)).report.problems()

/** Where a field of a row is in the table. */
const placeOf = ({ directory: { table } }: Checked, row: Row, k: number, field: Field) => ({
  path: `slots/${row.slot}/${field}`,
  range: rangeOf(table + row.slot * ROW_SIZE, SlotRecord, field),
  row: k,
})

const label = (row: Row, k: number): Params => ({ row: k, name: nameText(row.name) })

function checkPlaces(checked: Checked): void {
  const { directory, report } = checked
  directory.rows.forEach((row, k) => {
    if (row.isInside) return
    const { size, offset } = row
    const field = offset < HEADER_SIZE || offset > directory.table ? 'offset' : 'size'
    const params = { ...label(row, k), offset, size, from: HEADER_SIZE, to: directory.table }
    report.error('res.data-outside', params, placeOf(checked, row, k, field))
  })
  const places = new Map(directory.rows.map((row, k) => [row, k]))
  let end = HEADER_SIZE
  let last: Row | undefined
  for (const { offset, size, rows } of dataOf(directory)) {
    const [row] = rows
    if (row && last && offset < end) {
      const k = places.get(row) ?? 0
      report.warning(
        'res.overlap',
        { ...label(row, k), other: nameText(last.name) },
        placeOf(checked, row, k, 'offset'),
      )
    }
    if (offset + size > end) last = row
    end = Math.max(end, offset + size)
  }
}

function checkNames(checked: Checked): void {
  const { directory, report } = checked
  const known = new Map<string, number>()
  directory.rows.forEach((row, k) => {
    if (!row.hasName) {
      report.error('res.name-outside', { row: k }, placeOf(checked, row, k, 'name_offset'))
      return
    }
    const key = nameKey(row.name)
    const other = known.get(key)
    known.set(key, other ?? k)
    // The name of either may be the wrong one: the place is the whole row.
    if (other !== undefined) report.error('res.name-twin', { ...label(row, k), other }, wholeName(checked, row, k))
    else if (row.name.some(byte => byte >= 0x80))
      report.info('res.name-not-ascii', label(row, k), wholeName(checked, row, k))
  })
}

/** A row of the table up to the end of its name. */
const wholeName = ({ directory: { names } }: Checked, row: Row, k: number) => ({
  path: `slots/${row.slot}`,
  range: [names + row.nameOffset, row.name.length] as const,
  row: k,
})

const REHASH = { id: 'res.rehash', params: {} }

function checkChains(checked: Checked): void {
  const { directory, report } = checked
  const { lost, broken } = faultsOf(directory)
  const twins = new Map<string, number>()
  for (const { name } of directory.rows) twins.set(nameKey(name), (twins.get(nameKey(name)) ?? 0) + 1)
  directory.rows.forEach((row, k) => {
    const place = { ...placeOf(checked, row, k, 'next_index'), fix: REHASH }
    if (broken.has(row.slot))
      report.error('res.chain', { ...label(row, k), found: row.next, count: directory.rows.length }, place)
    else if (lost.has(row.slot) && twins.get(nameKey(row.name)) === 1) {
      const right = bucketOf(row.name, directory.rows.length)
      report.error('res.name-unreachable', { ...label(row, k), slot: row.slot, right }, place)
    }
  })
}

function checkRegions({ bytes, directory, report }: Checked): void {
  for (const { kind, offset, size } of regionsOf(bytes, directory)) {
    if (kind !== 'gap') continue
    const range = [offset, size] as const
    if (offset >= directory.end) report.warning('res.tail', { n: size }, { range, path: 'tail' })
    else if (bytes.subarray(offset, offset + size).some(byte => byte !== 0)) {
      if (size < 16) report.info('res.padding', { n: size }, { range })
      else report.warning('res.orphan', { n: size }, { range })
    }
  }
}

/** Edits of a repair: attributes with faults of the chains are removed, so that packing computes the chains again. */
export async function repairArchive(entry: Opened, id: string): Promise<readonly Edit[]> {
  if (id !== REHASH.id) throw new StudioError('repair.unknown', { id })
  return (await entry.entries())
    .filter(({ attributes }) => 'slot' in attributes || 'next_index' in attributes)
    .map(({ path, attributes }) => ({
      entry: path,
      base: 0,
      splices: [],
      attributes: { before: attributes, after: withoutFaults(attributes) },
    }))
}

const withoutFaults = ({ slot: _slot, next_index: _next, ...attributes }: Attributes): Attributes => attributes
