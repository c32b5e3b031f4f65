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

/** Override folders: of the user, then of the program (nwn2 20.6). */
const OVERRIDES = ['override', '//game/override']
const CAMPAIGNS = 'campaigns'
/** More folders within an override folder are not listed. */
const MOST_FOLDERS = 200

/**
 * What the game finds from an area, the first place first: haks of its module, the override folders with their
 * subfolders, campaign folders, the module, archives of the program whose names match `archives` (nwn2 20.6). A place is
 * listed when a name was in none before it, and once.
 */
export async function resourcesOf(entry: Opened, archives: RegExp): Promise<FindResource> {
  const module = filePath(entry.path)
  const isArchive = /\.mod$/i.test(module)
  const folder = module.slice(0, module.lastIndexOf('/') + 1)
  const own = isArchive ? await rowsOf(entry, module) : await filesOf(entry, folder)
  const places: Place[] = []
  for (const hak of await haksOf(await own.get('module.ifo')?.()))
    places.push(once(() => rowsOf(entry, `hak/${hak}.hak`)))
  for (const override of OVERRIDES) places.push(once(() => filesBelow(entry, override)))
  places.push(
    once(() => filesOfCampaigns(entry)),
    once(async () => own),
  )
  for (const data of DATA)
    for (const zip of await entry.fileNames(data))
      if (/\.zip$/i.test(zip) && archives.test(zip)) places.push(once(() => rowsOf(entry, `${data}/${zip}`)))
  return async name => {
    for (const place of places) {
      const open = (await place()).get(name.toLowerCase())
      if (open) return open()
    }
    return undefined
  }
}

/** Names of a place, read when they are first needed. */
type Place = () => Promise<Names>

function once(read: Place): Place {
  let names: Promise<Names> | undefined
  return () => (names ??= read())
}

/** Files of a folder and of those in it: of several of one name that of the upper folder, then of the first by name, counts. */
async function filesBelow(entry: Opened, top: string): Promise<Names> {
  const folders = [top]
  const found: Names[] = []
  for (let at = 0; at < folders.length; at++) {
    const folder = folders[at] ?? top
    found.push(await filesOf(entry, `${folder}/`))
    const inside = [...(await entry.folderNames(folder))].sort(byName).map(name => `${folder}/${name}`)
    for (const name of inside) if (folders.length < MOST_FOLDERS) folders.push(name)
  }
  return firstOf(found)
}

/** Files of all campaigns, by name: which of them a module belongs to is not known (nwn2 20.6). */
async function filesOfCampaigns(entry: Opened): Promise<Names> {
  const names = [...(await entry.folderNames(CAMPAIGNS))].sort(byName)
  return firstOf(await Promise.all(names.map(name => filesOf(entry, `${CAMPAIGNS}/${name}/`))))
}

const byName = (a: string, b: string): number => (a.toLowerCase() < b.toLowerCase() ? -1 : 1)
/** Of several files of one name that of the first place. */
const firstOf = (places: readonly Names[]): Names => new Map([...places].reverse().flatMap(names => [...names]))

/** Rows by the last part of their names; of several of one name the first counts. */
function namesOf(rows: readonly UnreadRow[]): Names {
  const names = new Map<string, () => Promise<Opened>>()
  for (const row of rows) {
    const key = row.name.slice(row.name.lastIndexOf('/') + 1).toLowerCase()
    if (!names.has(key)) names.set(key, () => row.open())
  }
  return names
}

const rowsOf = async (entry: Opened, archive: string): Promise<Names> =>
  namesOf((await entry.archive(archive))?.rows() ?? [])

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
