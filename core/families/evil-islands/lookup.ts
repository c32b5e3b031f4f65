import { filePath, type Opened } from '../../format'

// Entries of other files by name. The game searches named archives, not a path (evil-islands 26.2).

export const FIGURES = ['Res/figures.res', 'Res/menus.res']
export const DATABASES = ['Res/database.res', 'Res/databaselmp.res']
export const TEXTS = ['Res/texts.res', 'Res/textslmp.res']
/** The texts of the game, each with the list of its maps. */
export const MAP_LISTS = [
  ['Res/texts.res', 'map.txt'],
  ['Res/textslmp.res', 'map-lmp.txt'],
] as const

const MOD = /^(?:.*\/)?mods\/[^/]+\//i

/** A file of the install as the game has it for an entry: in a mod first that of the mod (evil-islands 26.3). */
export async function* filesFor(entry: Opened, path: string): AsyncGenerator<Opened> {
  const mod = MOD.exec(filePath(entry.path))?.[0]
  const own = mod === undefined ? undefined : await entry.file(mod + path)
  if (own) yield own
  const game = await entry.file(path)
  if (game) yield game
}

/** The first row of that name in these archives; of a mod first in its own. */
export async function rowIn(entry: Opened, archives: readonly string[], name: string): Promise<Opened | undefined> {
  for (const archive of archives)
    for await (const file of filesFor(entry, archive)) {
      const row = await file.row(name)
      if (row) return row
    }
  return undefined
}
