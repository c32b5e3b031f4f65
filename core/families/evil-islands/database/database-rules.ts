import type { Opened } from '../../../format'
import { fieldOf, numberOf, placeOf, records, recordsOf, textOf } from '../../../format/fields'
import type { Report } from '../../../format/report'
import { type Document, type Finding, type Node } from '../../../layout'
import { checkNames, namingsIn } from '../name-rules'
import { nameKey } from '../names'
import { databaseKind, TRAILER } from './database'

const isTrailer = (bytes: Uint8Array): boolean =>
  bytes.length === TRAILER.length && TRAILER.every((byte, k) => byte === bytes[k])

/** Faults of a database: only one that its root has keeps the rest from being read (evil-islands 5.3). */
export async function checkDatabase(entry: Opened, opened: Document, report: Report): Promise<void> {
  const { root } = opened
  if (numberOf(root, 'tag') !== 1) report.error('db.root', { found: numberOf(root, 'tag') }, placeOf(root, 'tag'))
  for (const finding of opened.findings) reportFinding(finding, opened, report)
  const trailer = fieldOf(root, 'trailer')
  if (trailer && !(trailer.value instanceof Uint8Array && isTrailer(trailer.value)))
    report.warning('db.trailer', {}, placeOf(root, 'trailer'))
  const fields = records(opened, 'tables/body').flatMap(table => checkTable(table, report))
  // Items that briefings give are not looked up: the reference install names some that no table has.
  const namings = databaseKind(entry) === 'qdb' ? [] : fields.flatMap(({ name, value }) => [...namingsIn(value, name)])
  await checkNames(entry, namings, (params, place) => report.warning('db.name', params, place))
}

/** A node that is longer than what holds it is an error; a value of another size is kept and reported. */
function reportFinding({ what, path, offset, size }: Finding, opened: Document, report: Report): void {
  if (what === 'value' || what === 'encoded') return
  const range = [offset, Math.max(0, Math.min(size, opened.bytes.length - offset))] as const
  if (what === 'count' || what === 'truncated') report.error('db.overrun', {}, { path, range })
  else report.warning('db.field-size', { n: size }, { path, range })
}

/** A value of a record, by the name of its field. */
interface Named {
  readonly name: string
  readonly value: Node
}

function checkTable(table: Node, report: Report): readonly Named[] {
  const names = new Set<string>()
  const list = table.childNamed('records')
  return (list ? recordsOf(list, 'body') : []).flatMap(record => checkRecord(record, names, report))
}

/** Reports a record and returns its known values. */
function checkRecord(record: Node, names: Set<string>, report: Report): readonly Named[] {
  const frame = record.childNamed('fields')
  const fields = frame ? recordsOf(frame, 'body') : []
  const found: Named[] = []
  let last = -1
  for (const field of fields) {
    const id = numberOf(field, 'id')
    const values = fieldOf(field, 'id')?.meta.values ?? {}
    if (!Object.hasOwn(values, id)) report.warning('db.field', { id }, placeOf(field, 'id'))
    if (id <= last) report.warning('db.order', { id, last }, placeOf(field, 'id'))
    last = id
    const value = fieldOf(field, 'value/body')
    if (value) found.push({ name: values[id] ?? '', value })
    if (value && isOpenText(value)) report.error('db.string', { field: values[id] ?? '' }, placeOf(field, 'value'))
    if (values[id] !== 'name') continue
    const name = textOf(field, 'value/body')
    if (names.has(nameKey(name))) report.warning('db.twin', { name }, placeOf(field, 'value'))
    names.add(nameKey(name))
  }
  return found
}

/** Whether a text has no zero byte at its end: the game reads on into what follows. */
const isOpenText = ({ value }: Node): boolean => typeof value === 'object' && 'tail' in value && value.tail === ''
