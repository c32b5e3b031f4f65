import { filePath, type Companion, type EntryName, type NamingEntry, type References } from '../../format'

/** Files of an area in the same folder or module, by ending (nwn2 20.6). */
const RELATIONS = {
  trn: 'area-unbaked',
  are: 'area-settings',
  git: 'area-objects',
  gic: 'area-comments',
} as const

function besideOf({ path, container }: NamingEntry, name: string): EntryName {
  const file = filePath(path)
  return container ? { file, row: name } : { file: file.slice(0, file.lastIndexOf('/') + 1) + name }
}

/**
 * The ground of an area has the files of the same stem beside it, the baked one the other, too. Each may be missing: a
 * ground in the override folder belongs to files in a module.
 */
function ofGround(entry: NamingEntry): readonly Companion[] {
  const [, stem = '', ending = ''] = /^(.*)\.(tr[nx])$/i.exec(entry.name) ?? []
  return Object.entries(RELATIONS).flatMap(([other, relation]) =>
    ending === '' || other === ending.toLowerCase()
      ? []
      : [{ relation, name: besideOf(entry, `${stem}.${other}`), isOptional: true as const }],
  )
}

/** How files of an area belong together. Names within trees and grounds lead to files of the program folder, which may not be chosen. */
export const REFERENCES: References = { rules: {}, companions: { 'nwn2.trn': ofGround } }
