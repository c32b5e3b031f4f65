import type { InstallReader, Subject } from '../../format'
import { tryOpen, rowPath } from '../../format'
import { nameKey, stem } from './names'
import { RES_CODEC } from './res/res'
import { databaseKind } from './database/database'

/** Archives with models, textures and databases, by kind of what people look for (evil-islands 26.2). */
const SOURCES: readonly (readonly [kind: string, archive: RegExp, entry: (name: string) => boolean])[] = [
  ['model', /(?:^|\/)(?:figures|menus)\.res$/i, name => /\.(?:mod|lnk)$/i.test(name)],
  ['textures', /(?:^|\/)(?:textures|redress|menus)\.res$/i, name => /\.mmp$/i.test(name)],
  ['database', /(?:^|\/)database(?:lmp)?\.res$/i, name => databaseKind({ name }) !== undefined],
]

/** Maps, models, textures and databases of an install, by title; damaged archives are left out. */
export async function listSubjects(install: InstallReader): Promise<readonly Subject[]> {
  const found: Subject[] = [...maps(install.files)]
  for (const [kind, archive, isEntry] of SOURCES)
    for (const file of install.files.filter(name => archive.test(name))) {
      const bytes = await install.read(file)
      const rows = bytes && tryOpen(RES_CODEC, bytes)?.rows
      for (const { id, attributes } of rows ?? []) {
        const name = String(attributes['name'])
        if (isEntry(name)) found.push({ kind, title: stem(name), entries: [rowPath(file, id)] })
      }
    }
  return found.sort((a, b) => (a.title < b.title ? -1 : a.title > b.title ? 1 : 0))
}

/** A terrain with the object files and the camera of its name; object files without a terrain are maps of their own. */
function maps(files: readonly string[]): readonly Subject[] {
  const named = new Map<string, { title: string; entries: string[] }>()
  const order = ['mpr', 'mob', 'mq', 'cam']
  for (const ending of order)
    for (const file of files) {
      const [, name = '', found = ''] = /(?:^|\/)([^/]+)\.(mpr|mob|mq|cam)$/i.exec(file) ?? []
      if (found.toLowerCase() !== ending) continue
      const known = named.get(nameKey(name))
      if (known) known.entries.push(file)
      else if (ending !== 'cam') named.set(nameKey(name), { title: name, entries: [file] })
    }
  return [...named.values()].map(({ title, entries }) => ({ kind: 'map', title, entries }))
}
