import { filePath, nameText, rowPath, type InstallReader, type Problem, type Subject } from '../../format'
import type { Bytes } from '../../layout'
import { attributesOf, libraryOf, refusalOf } from './erf/resources'

/** Files of an area, in the order in which they are shown: the baked ground first (nwn2 20.6). */
const ENDINGS = ['trx', 'trn', 'git', 'are', 'gic']
const AREA = /^(.*)\.(trx|trn|git|are|gic)$/i
const MODULE = /\.mod$/i

/** Areas of an install by folder and stem, and those within modules. A module that cannot be read is left out. */
export async function listAreas(install: InstallReader): Promise<readonly Subject[]> {
  const areas = new Areas()
  for (const file of install.files) {
    const slash = file.lastIndexOf('/')
    areas.add(file.slice(0, slash + 1), file.slice(slash + 1), file)
  }
  for (const file of install.files.filter(name => MODULE.test(name))) {
    const bytes = await install.read(file)
    for (const [row, name] of bytes ? namesIn(bytes) : []) areas.add(file, name, rowPath(file, row))
  }
  return areas.list()
}

/** Names of the rows of a module. */
function namesIn(bytes: Bytes): readonly (readonly [row: number, name: string])[] {
  if (refusalOf(bytes)) return []
  return libraryOf(bytes).rows.map(row => [row.id, nameText(attributesOf(row)['name'])])
}

interface Area {
  readonly title: string
  readonly holder: string
  readonly entries: Map<string, string>
}

class Areas {
  private readonly areas = new Map<string, Area>()

  /** `holder`: the folder or the module that contains it. */
  add(holder: string, name: string, entry: string): void {
    const [, stem, ending] = AREA.exec(name) ?? []
    if (stem === undefined || ending === undefined) return
    const key = `${holder}|${stem}`.toLowerCase()
    const area = this.areas.get(key) ?? { title: stem, holder, entries: new Map<string, string>() }
    if (!area.entries.has(ending.toLowerCase())) area.entries.set(ending.toLowerCase(), entry)
    this.areas.set(key, area)
  }

  list(): readonly Subject[] {
    return [...this.areas.values()]
      .filter(({ entries }) => entries.has('trx') || entries.has('trn'))
      .map(({ title, holder, entries }): Subject => {
        const place = holder.replace(/\/$/, '')
        return {
          kind: 'map',
          title: place === '' ? title : `${title} (${place.slice(place.lastIndexOf('/') + 1)})`,
          entries: ENDINGS.flatMap(ending => entries.get(ending) ?? []),
        }
      })
      .sort((a, b) => a.title.localeCompare(b.title, 'en'))
  }
}

/** Baked areas of modules that a file of the override folder replaces in the game (nwn2 20.6). */
export function coveredAreas({ files }: InstallReader): readonly Problem[] {
  const nameOf = (file: string): string => file.slice(file.lastIndexOf('/') + 1).toLowerCase()
  const isOverride = (file: string): boolean => /(?:^|\/)override\//i.test(file)
  const covering = new Map(files.filter(isOverride).map(file => [nameOf(file), file]))
  return files.flatMap((file): readonly Problem[] => {
    const other = /\.trx$/i.test(file) && !isOverride(file) ? covering.get(nameOf(file)) : undefined
    if (other === undefined) return []
    return [{ code: 'nwn2.covered', severity: 'info', params: { file, other }, file: filePath(file), entry: file }]
  })
}
