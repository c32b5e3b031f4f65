import { filePath, type EntryInfo, type Opened, type UnreadArchive } from '../../format'

// Entries of other files by name. The game searches named archives, not a path (evil-islands 26.2).

export const FIGURES = ['Res/figures.res', 'Res/menus.res']
export const TEXTURES = ['Res/textures.res', 'Res/redress.res', 'Res/menus.res']
export const MATERIALS = ['Res/materials.res']
export const SOUNDS = ['Res/sfx.res', 'Res/speech.res']
export const DATABASES = ['Res/database.res', 'Res/databaselmp.res']
export const TEXTS = ['Res/texts.res', 'Res/textslmp.res']
/** The texts of the game, each with the list of its maps. */
export const MAP_LISTS = [
  ['Res/texts.res', 'map.txt'],
  ['Res/textslmp.res', 'map-lmp.txt'],
] as const

const MOD = /^(?:.*\/)?mods\/[^/]+\//i

/** The folder of the mod that an entry is in, with the slash behind it; undefined outside of mods. */
export const modOf = (path: string): string | undefined => MOD.exec(filePath(path))?.[0]

/** A link in no model: the game has others within models, which it does not use (evil-islands 11.1). */
export const isLooseLink = ({ name, container }: Pick<EntryInfo, 'name' | 'container'>): boolean =>
  container !== null && container.format !== 'evil-islands.mod' && /\.lnk$/i.test(name)

/** A file of the install as the game has it for an entry: in a mod first that of the mod (evil-islands 26.3). */
export async function* filesFor(entry: Opened, path: string): AsyncGenerator<Opened> {
  const mod = modOf(entry.path)
  const own = mod === undefined ? undefined : await entry.file(mod + path)
  if (own) yield own
  const game = await entry.file(path)
  if (game) yield game
}

/** Archives as `filesFor`, whose own bytes are not read. */
export async function* archivesFor(entry: Opened, path: string): AsyncGenerator<UnreadArchive> {
  const mod = modOf(entry.path)
  const own = mod === undefined ? undefined : await entry.archive(mod + path)
  if (own) yield own
  const game = await entry.archive(path)
  if (game) yield game
}

/** The first row of that name in these archives; of a mod first in its own. */
export async function rowIn(entry: Opened, archives: readonly string[], name: string): Promise<Opened | undefined> {
  for (const archive of archives)
    for await (const listed of archivesFor(entry, archive)) {
      const row = await listed.row(name)
      if (row) return row
    }
  return undefined
}
