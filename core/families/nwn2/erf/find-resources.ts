import { filePath, type Opened, type UnreadRow } from '../../../format'
import { plainText, recordsOf } from '../../../format/fields'
import { document, locate, type Node } from '../../../layout'
import { GFF_TREE } from '../gff/gff-tree'

/** Folders with archives of the program: of the install where it is the program's folder, of the root otherwise. */
const DATA = ['Data', '//game/Data']

/** Finds a resource by its name with ending, matched without case. */
export type FindResource = (name: string) => Promise<Opened | undefined>

/** Files by name, and how each is opened. */
type Names = ReadonlyMap<string, () => Promise<Opened | undefined>>

/**
 * What the game finds from an area, the first place first: haks of its module, the override folder, the module, archives of
 * the program whose names match `archives` (nwn2 20.6). Subfolders of the override folder, and campaigns, are not searched.
 */
export async function resourcesOf(entry: Opened, archives: RegExp): Promise<FindResource> {
  const module = filePath(entry.path)
  const isArchive = /\.mod$/i.test(module)
  const folder = module.slice(0, module.lastIndexOf('/') + 1)
  const own = isArchive ? namesOf(await entry.rowsIn(module)) : await filesOf(entry, folder)
  const places: Names[] = []
  for (const hak of await haksOf(await own.get('module.ifo')?.()))
    places.push(namesOf(await entry.rowsIn(`hak/${hak}.hak`)))
  places.push(await filesOf(entry, 'override/'), own)
  for (const data of DATA)
    for (const zip of await entry.fileNames(data))
      if (/\.zip$/i.test(zip) && archives.test(zip)) places.push(namesOf(await entry.rowsIn(`${data}/${zip}`)))
  return async name => {
    const key = name.toLowerCase()
    return places.find(place => place.has(key))?.get(key)?.()
  }
}

/** Rows by the last part of their names; of several of one name the first counts. */
function namesOf(rows: readonly UnreadRow[]): Names {
  const names = new Map<string, () => Promise<Opened>>()
  for (const row of rows) {
    const key = row.name.slice(row.name.lastIndexOf('/') + 1).toLowerCase()
    if (!names.has(key)) names.set(key, () => row.open())
  }
  return names
}

const filesOf = async (entry: Opened, folder: string): Promise<Names> =>
  new Map(
    (await entry.fileNames(folder.slice(0, -1))).map(
      name => [name.toLowerCase(), () => entry.file(folder + name)] as const,
    ),
  )

/** Names of the haks of a module, without endings (nwn2 20.6). */
async function haksOf(info: Opened | undefined): Promise<readonly string[]> {
  const tree = await info?.row(0)
  const list = tree && locate(document(GFF_TREE, tree.bytes), 'Mod_HakList')
  return (list ? recordsOf(list, 'items') : []).flatMap(item => {
    const field = recordsOf(item, 'fields').find(one => wordOf(one.childNamed('label')) === 'Mod_Hak')
    const name = wordOf(field?.childNamed('value')).replace(/\.hak$/i, '')
    return name === '' ? [] : [name]
  })
}

const wordOf = (node: Node | undefined): string => (node?.isWhole ? plainText(node.value) : '')
