import type { Opened } from '../../../format'
import { document, type Document, type Node } from '../../../layout'
import { fieldOf, isExplained, numberOf, placeOf, records, recordsOf, textOf } from '../../../format/fields'
import type { Report } from '../../../format/report'
import { CLAN_VERSION, MISSION, OBJECT_VERSION } from './mission'
import { OBJECTS } from '../assembly/prototype-model'
import { plainPath } from '../plain-path'
import { resourceProblems } from './object-model'

/** The game refuses a base beyond this. */
const LARGEST_BASE = 10_000
/** Kinds of objects whose owner counts: buildings and units. */
const OWNED = [0, 1]
const NONE = -1

/** Rules of a mission (parkan 9.1). */
export async function checkMission(entry: Opened, report: Report): Promise<void> {
  const opened = document(MISSION, entry.bytes)
  checkVersions(opened, report)
  isExplained(opened, { cut: 'mission.cut', trailing: 'mission.trailing' }, report)
  const clans = records(opened, 'clans')
  const objects = records(opened, 'objects')
  checkPaths(records(opened, 'paths'), report)
  checkClans(clans, report)
  for (const lode of records(opened, 'extras')) checkFinite(lode, 'position', report)
  const ids = checkIds(objects, report)
  for (const object of objects) checkObject(object, clans.length, ids, report)
  await checkFiles(entry, opened, objects, report)
}

function checkVersions({ root }: Document, report: Report): void {
  const check = (field: string, most: number): void => {
    const version = numberOf(root, field)
    if (version < 1 || version > most)
      report.warning('mission.version', { field, version, least: 1, most }, placeOf(root, field))
  }
  check('format_version', 1)
  check('clan_version', CLAN_VERSION)
  check('object_version', OBJECT_VERSION)
  check('extra_version', 1)
}

function checkClans(clans: readonly Node[], report: Report): void {
  const names = new Set(clans.map(clan => textOf(clan, 'name').toLowerCase()))
  for (const clan of clans) {
    for (const field of ['base_x', 'base_y']) {
      const place = numberOf(clan, field)
      // The game compares the whole part without sign.
      if (!(place > -1 && place < LARGEST_BASE + 1))
        report.error('mission.base', { clan: clan.name, field, place, most: LARGEST_BASE }, placeOf(clan, field))
    }
    for (const zone of recordsOf(clan, 'zones')) {
      for (const field of ['center', 'inner', 'outer']) checkFinite(zone, field, report)
      const kind = numberOf(zone, 'kind')
      if (kind !== 1)
        report.warning('mission.zone-kind', { clan: clan.name, zone: zone.name, kind }, placeOf(zone, 'kind'))
    }
    for (const relation of recordsOf(clan, 'relations')) {
      const name = textOf(relation, 'clan')
      if (!names.has(name.toLowerCase()))
        report.warning('mission.relation', { clan: clan.name, name }, placeOf(relation, 'clan'))
    }
  }
}

/** A field that the map draws: its numbers are finite. */
function checkFinite(record: Node, field: string, report: Report): void {
  const node = fieldOf(record, field)
  // A field that this version does not have has no bytes.
  if (!node || node.size === 0) return
  if (![node.value].flat().every(Number.isFinite))
    report.error('mission.not-finite', { record: record.path, field }, placeOf(record, field))
}

function checkPaths(paths: readonly Node[], report: Report): void {
  for (const path of paths)
    for (const point of recordsOf(path, 'points')) checkFinite(path, `points/${point.name}`, report)
}

/** The numbers of the objects that have one, each given once. */
function checkIds(objects: readonly Node[], report: Report): ReadonlyMap<number, string> {
  const ids = new Map<number, string>()
  for (const object of objects) {
    const id = numberOf(object, 'logical_id')
    if (Number.isNaN(id)) continue
    const other = ids.get(id)
    if (other === undefined) ids.set(id, object.name)
    else report.warning('mission.id-twice', { object: object.name, other, id }, placeOf(object, 'logical_id'))
  }
  return ids
}

function checkObject(object: Node, clans: number, ids: ReadonlyMap<number, string>, report: Report): void {
  const name = object.name
  const owner = numberOf(object, 'owner_clan')
  if (OWNED.includes(numberOf(object, 'kind')) && (owner < NONE || owner >= clans))
    report.error('mission.owner', { object: name, owner, clans }, placeOf(object, 'owner_clan'))
  for (const field of ['position', 'rotation', 'scale']) checkFinite(object, field, report)
  const host = numberOf(object, 'link_a')
  if (Number.isInteger(host) && host !== NONE && !ids.has(host >>> 0))
    report.warning('mission.host', { object: name, id: host >>> 0 }, placeOf(object, 'link_a'))
  for (const property of recordsOf(object, 'properties')) {
    const type = numberOf(property, 'type')
    if (type > 1)
      report.warning(
        'mission.property-type',
        { object: name, property: property.name, type },
        placeOf(property, 'type'),
      )
  }
}

/**
 * The map and what objects are made of are there, down to their models; a mission that is given alone has nothing to fit
 * to, and an archive that is not in the install is not missed.
 */
async function checkFiles(entry: Opened, opened: Document, objects: readonly Node[], report: Report): Promise<void> {
  if (!(await entry.file(OBJECTS))) return
  const land = textOf(opened.root, 'land_path')
  if (land !== '' && !(await entry.file(`${plainPath(land)}.map`)))
    report.warning('mission.map', { land }, placeOf(opened.root, 'land_path'))
  const problemOf = resourceProblems(entry)
  for (const object of objects) {
    const resource = textOf(object, 'resource')
    const found = await problemOf(resource)
    if (found)
      report.warning(found.code, { object: object.name, resource, ...found.params }, placeOf(object, 'resource'))
  }
}
