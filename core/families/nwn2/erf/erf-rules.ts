import { nameText, type Opened } from '../../../format'
import type { Report } from '../../../format/report'
import { rangeOf, type Bytes } from '../../../layout'
import { overlapping, type Range } from '../container/relay'
import {
  attributesOf,
  descriptionsOf,
  KeyEnd,
  libraryOf,
  refusalOf,
  RESOURCE_SIZE,
  type Library,
  type Resource,
} from './resources'

/** What is wrong in the tables, by the base image and the present rows (nwn2 17). */
export function checkResources({ base }: Opened, rows: readonly Opened[], report: Report): void {
  const refusal = refusalOf(base)
  if (refusal) return report.error(refusal.code, refusal.params, { range: refusal.range })
  const library = libraryOf(base)
  const places = new Map(rows.map(({ path }, place) => [path.slice(path.lastIndexOf('#') + 1), place]))
  const present = library.rows.filter(({ id }) => places.has(String(id)))
  const rowOf = ({ id }: Resource): number => places.get(String(id)) ?? 0
  checkBounds(base, library, present, rowOf, report)
  checkSharing(library, present, rowOf, report)
  checkNames(rows, report)
  const broken = descriptionsOf(base).find(({ isWhole }) => !isWhole)
  if (broken)
    report.error('erf.strings.bounds', { size: library.strings.size }, { range: [broken.offset, broken.size] })
}

const nameOf = (resource: Resource): string => nameText(attributesOf(resource)['name'])
const lineOf = ({ resources }: Library, { resource }: Resource): readonly [number, number] => [
  resources.offset + resource * RESOURCE_SIZE,
  RESOURCE_SIZE,
]

type RowOf = (resource: Resource) => number

function checkBounds(base: Bytes, library: Library, present: readonly Resource[], rowOf: RowOf, report: Report): void {
  const { keys, keySize, nameSize, rows } = library
  for (const resource of present) {
    const row = rowOf(resource)
    const name = nameOf(resource)
    if (resource.resource >= rows.length) {
      const range = rangeOf(keys.offset + resource.id * keySize + nameSize, KeyEnd, 'resource_id')
      report.error('erf.key.resource', { name, resource: resource.resource, n: rows.length }, { row, range })
    } else if (!resource.isReadable) {
      const params = { name, offset: resource.start, size: resource.length, file: base.length }
      report.error('erf.resource.bounds', params, { row, range: lineOf(library, resource) })
    }
  }
}

/** Rows of one resource are shown as such; others that share bytes overlap. */
function checkSharing(library: Library, present: readonly Resource[], rowOf: RowOf, report: Report): void {
  const first = new Map<number, Resource>()
  for (const resource of present) {
    if (resource.resource >= library.rows.length) continue
    const other = first.get(resource.resource)
    if (!other) first.set(resource.resource, resource)
    else {
      const params = { name: nameOf(resource), other: nameOf(other) }
      report.warning('erf.resource.shared', params, { row: rowOf(resource), range: lineOf(library, resource) })
    }
  }
  const filled = [...first.values()].filter(({ size }) => size > 0)
  const { keys, resources, strings } = library
  const tables = [keys, resources, strings]
  const ranges = filled.map(resource => ({ resource, offset: resource.offset, size: resource.size }))
  const found: ReadonlySet<Range & { readonly resource?: Resource }> = overlapping([...tables, ...ranges])
  for (const { resource } of found) {
    if (!resource) continue
    const range = [resource.offset, resource.size] as const
    report.warning('erf.resource.overlap', { name: nameOf(resource) }, { row: rowOf(resource), range })
  }
}

function checkNames(rows: readonly Opened[], report: Report): void {
  const first = new Map<string, string>()
  for (const [row, { attributes }] of rows.entries()) {
    const name = nameText(attributes['name'])
    const other = first.get(name.toLowerCase())
    if (other === undefined) first.set(name.toLowerCase(), name)
    else report.warning('erf.name.twice', { name, other }, { row })
  }
}
