import type { Opened } from '../../../format'
import { plainText, records, textOf } from '../../../format/fields'
import { document } from '../../../layout'
import { hasType } from '../nres/directory'
import { PROTOTYPE } from '../prototype/prototype'
import { UNIT } from '../unit/unit'

/** The link at which the way from a resource to its model ends: an archive, file or folder that has nothing of that name. */
export interface MissingLink {
  readonly archive: string
  readonly name: string
  /** The archive itself is not in the install. */
  readonly isArchiveMissing?: true
}

const OBJECTS = 'objects.rlb'
/** Rows of objects.rlb that lead from one to the next (parkan 6.13). */
const MOST_HOPS = 3
const NODES = hasType(1)

export const asPath = (path: string): string =>
  path
    .trim()
    .replaceAll('\\', '/')
    .replace(/^(?:\.?\/)+/, '')

/** Finds the models of objects: unit file or row of objects.rlb, then the row that it names, then the model (parkan 6.13). */
export class ObjectModels {
  private readonly archives = new Map<string, Promise<Opened | undefined>>()
  private readonly found = new Map<string, Promise<Opened | MissingLink>>()

  /** `mission`: the entry through which the files of the install are opened. */
  constructor(private readonly mission: Opened) {}

  /** The chunk of nodes of the first model that a resource has; one search for each resource. */
  of(resource: string): Promise<Opened | MissingLink> {
    const key = asPath(resource).toLowerCase()
    const known = this.found.get(key)
    if (known) return known
    const found = this.search(asPath(resource))
    this.found.set(key, found)
    return found
  }

  private async search(resource: string): Promise<Opened | MissingLink> {
    if (!resource.includes('/')) return this.modelOf(OBJECTS, resource, MOST_HOPS)
    const unit = await this.archive(resource)
    if (!unit) {
      const at = resource.lastIndexOf('/')
      return { archive: resource.slice(0, at), name: resource.slice(at + 1), isArchiveMissing: true }
    }
    const [root] = records(document(UNIT, unit.bytes), 'records')
    if (!root) return { archive: resource, name: 'records' }
    return this.modelOf(asPath(textOf(root, 'archive')), textOf(root, 'name'), MOST_HOPS)
  }

  /** The model of a row of objects.rlb: its first slot with one, else that of the row that it leads to. */
  private async modelOf(archive: string, key: string, hops: number): Promise<Opened | MissingLink> {
    const row = await this.row(archive, key)
    if (isMissing(row)) return row
    let next: readonly [archive: string, name: string] | undefined
    for (const slot of records(document(PROTOTYPE, row.bytes), 'slots')) {
      const [home, name] = [asPath(textOf(slot, 'archive')), plainText(slot.childNamed('name')?.value)]
      if (/\.msh$/i.test(name)) return this.nodesOf(home, name)
      if (home.toLowerCase() === OBJECTS && name !== '') next ??= [home, name]
      // An outline alone stands for the model of its name (parkan 9.4).
      else if (/\.bas$/i.test(name)) return this.nodesOf(home, name.replace(/\.bas$/i, '.msh'))
    }
    return next && hops > 1 ? this.modelOf(...next, hops - 1) : { archive: `${archive}/${key}`, name: '.msh' }
  }

  private async nodesOf(archive: string, name: string): Promise<Opened | MissingLink> {
    const model = await this.row(archive, name)
    if (isMissing(model)) return model
    return (
      (await model.entries()).find(({ attributes }) => NODES(attributes)) ?? {
        archive: `${archive}/${name}`,
        name: '1',
      }
    )
  }

  private async row(archive: string, name: string): Promise<Opened | MissingLink> {
    const opened = await this.archive(archive)
    if (!opened) return { archive, name, isArchiveMissing: true }
    return (await opened.row(name)) ?? { archive, name }
  }

  private archive(path: string): Promise<Opened | undefined> {
    const key = path.toLowerCase()
    const known = this.archives.get(key)
    if (known) return known
    const opened = path === '' ? Promise.resolve(undefined) : this.mission.file(path)
    this.archives.set(key, opened)
    return opened
  }
}

/** Whether the way to a model has ended before it. */
export const isMissing = (found: Opened | MissingLink): found is MissingLink => !('bytes' in found)
