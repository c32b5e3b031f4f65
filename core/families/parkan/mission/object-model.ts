import type { Opened, Words } from '../../../format'
import { records, textOf } from '../../../format/fields'
import { document } from '../../../layout'
import { assembler, type Assembly } from '../assembly/assembly'
import { prototypeModel } from '../assembly/prototype-model'
import { UNIT } from '../unit/unit'

const OBJECTS = 'objects.rlb'

/** A path as missions write it: with backslashes, sometimes `.\` before it. */
export const asPath = (path: string): string =>
  path
    .trim()
    .replaceAll('\\', '/')
    .replace(/^(?:\.?\/)+/, '')

/** Computes a result once for each resource. */
function oncePerResource<T>(compute: (path: string) => Promise<T>): (resource: string) => Promise<T> {
  const known = new Map<string, Promise<T>>()
  return resource => {
    const path = asPath(resource)
    const found = known.get(path.toLowerCase()) ?? compute(path)
    known.set(path.toLowerCase(), found)
    return found
  }
}

const noFile = (path: string): Words => {
  const at = path.lastIndexOf('/')
  return { code: 'notice.mission.link', params: { archive: path.slice(0, at), name: path.slice(at + 1) } }
}

/** What objects of a mission are drawn with: a unit by its path, else a row of objects.rlb (parkan 6.13, 9.1). */
export function objectAssemblies(mission: Opened): (resource: string) => Promise<Assembly> {
  const assembled = assembler(mission)
  return oncePerResource(async path => {
    if (!path.includes('/')) return assembled.prototype(path)
    const unit = await mission.file(path)
    return unit ? assembled.unit(unit) : { parts: [], missing: [{ record: 0, words: noFile(path) }] }
  })
}

/** A link on the way from a resource to its model that is not there. */
interface MissingLink {
  readonly archive: string
  readonly name: string
}

/**
 * Which link from a resource to its model is missing: an archive has no entry of that name. Undefined where there is a
 * model, and where the file or an archive is not in the install.
 */
export function missingLinks(mission: Opened): (resource: string) => Promise<MissingLink | undefined> {
  const linkOf = async (archive: string, name: string): Promise<MissingLink | undefined> => {
    const { missing } = await prototypeModel(mission, archive, name)
    if (!missing || missing.code === 'notice.unit.no-archive') return undefined
    const { archive: home, name: lost } = missing.params ?? {}
    return typeof home === 'string' && typeof lost === 'string'
      ? { archive: home, name: lost }
      : { archive: `${OBJECTS}/${name}`, name: '*.msh' }
  }
  return oncePerResource(async path => {
    if (!path.includes('/')) return linkOf(OBJECTS, path)
    const unit = await mission.file(path)
    const root = unit && records(document(UNIT, unit.bytes), 'records')[0]
    if (!root) return unit && { archive: path, name: 'records' }
    return linkOf(textOf(root, 'archive'), textOf(root, 'name'))
  })
}
