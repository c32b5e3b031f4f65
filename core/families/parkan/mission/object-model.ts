import { type Opened, type Words } from '../../../format'
import { records, textOf } from '../../../format/fields'
import { document } from '../../../layout'
import { assembler, type Assembly } from '../assembly/assembly'
import { OBJECTS, prototypeModel } from '../assembly/prototype-model'
import { isUnitPath, plainPath } from '../plain-path'
import { UNIT } from '../unit/unit'

/** Computes a result once for each resource; missions name them by path or by row, without case. */
function oncePerResource<T>(compute: (path: string) => Promise<T>): (resource: string) => Promise<T> {
  const known = new Map<string, Promise<T>>()
  return resource => {
    const path = plainPath(resource)
    const key = path.toLowerCase()
    const found = known.get(key) ?? compute(path)
    known.set(key, found)
    return found
  }
}

const noFile = (path: string): Words => {
  const at = path.lastIndexOf('/')
  return { code: 'notice.mission.link', params: { archive: path.slice(0, at), name: path.slice(at + 1) } }
}

/** The models that objects of a mission are drawn with: a unit by its path, else a row of objects.rlb (parkan 6.13, 9.1). */
export function objectAssemblies(mission: Opened): (resource: string) => Promise<Assembly> {
  const assembled = assembler(mission)
  return oncePerResource(async path => {
    if (!isUnitPath(path)) return assembled.prototype(path)
    const unit = await mission.file(path)
    return unit ? assembled.unit(unit) : { parts: [], missing: [{ record: 0, words: noFile(path) }] }
  })
}

/**
 * The problem with the resource of an object: it is not in the install, or has no model. Undefined where there is one, and
 * where an archive on the way to it is not in the install.
 */
export function resourceProblems(mission: Opened): (resource: string) => Promise<Words | undefined> {
  const ofModel = async (archive: string, name: string): Promise<Words | undefined> => {
    const { missing } = await prototypeModel(mission, archive, name)
    if (!missing || missing.code === 'notice.unit.no-archive') return undefined
    return missing.code === 'notice.unit.no-row'
      ? { code: 'mission.link', params: missing.params ?? {} }
      : { code: 'mission.no-model', params: {} }
  }
  return oncePerResource(async path => {
    const found = isUnitPath(path) ? await mission.file(path) : await (await mission.archive(OBJECTS))?.row(path)
    if (!found) return { code: 'mission.resource', params: {} }
    if (!isUnitPath(path)) return ofModel(OBJECTS, path)
    const root = records(document(UNIT, found.bytes), 'records')[0]
    return root ? ofModel(textOf(root, 'archive'), textOf(root, 'name')) : { code: 'mission.no-model', params: {} }
  })
}
