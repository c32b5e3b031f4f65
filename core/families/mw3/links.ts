import {
  filePath,
  firstOf,
  type Companion,
  type EntryName,
  type NamingEntry,
  type NamingRule,
  type References,
} from '../../format'
import { plainText } from '../../format/fields'

// How entries of MechWarrior 3 name each other (mw3 4, 11, 13, 14.1). Not declared, for the notes leave open which texts
// and numbers they are: nodes that reader archives and compiled animations name, and the world whose nodes a save numbers.

/** Packages of a chapter and of 'mechs; of each the first that is installed is used (mw3 13). */
const CHAPTER = ['rtexture', 'rtexture3', 'rtexture2', 'texture', 'texture2', 'texture1']
const MECHS = ['rmechtex', 'rmechtex16', 'rmechtexs']

const folderOf = (path: string): string => path.slice(0, path.lastIndexOf('/') + 1)

const packages = (folder: string, names: readonly string[]): readonly string[] =>
  names.map(name => `${folder}${name}.zbd`)

/** Packages with the textures of 'mechs, beside their library. */
export const mechPackages = (path: string): readonly string[] => packages(folderOf(filePath(path)), MECHS)

/** The row of that name in the first package that has it. */
function inPackages(files: readonly string[], names: readonly string[]): readonly EntryName[] {
  const found = firstOf(names.filter(name => name !== '').flatMap(row => files.map(file => ({ file, row }))))
  return found ? [found] : []
}

/** Packages with the textures of a world: those of its chapter, then those of 'mechs one folder above. */
export const worldPackages = (path: string): readonly string[] => {
  const chapter = folderOf(filePath(path))
  return [...packages(chapter, CHAPTER), ...packages(folderOf(chapter.slice(0, -1)), MECHS)]
}

/** A texture of a world, without extension. */
const worldTexture: NamingRule = ({ value }, { path }) => inPackages(worldPackages(path), [plainText(value)])

/** A texture of a 'mech, written with or without an extension (mw3 11). */
const mechTexture: NamingRule = ({ value }, { path }) => {
  const name = plainText(value)
  return inPackages(mechPackages(path), [...new Set([name, name.replace(/\.[^.]*$/, '')])])
}

/** Polygons of a 'mech name materials of the library by number (mw3 11). */
const materialsOf = ({ path }: NamingEntry) => [
  { relation: 'materials', name: { file: filePath(path), row: 'materials' } },
]

/** What an entry is read with, where it is installed. */
const optional = (relation: string, names: readonly EntryName[]): readonly Companion[] =>
  [firstOf(names)].flatMap(name => (name ? [{ relation, name, isOptional: true }] : []))

/** Soils from number 6 on are defined in a reader archive: that of the chapter, else the one above (mw3 5.2). */
const soilsOf = ({ path }: NamingEntry): readonly Companion[] => {
  const chapter = folderOf(filePath(path))
  const folders = [...new Set([chapter, folderOf(chapter.slice(0, -1))])]
  return optional(
    'soils',
    folders.map(folder => ({ file: `${folder}reader.zbd`, row: 'soils.zrd' })),
  )
}

/** Compiled animations move the nodes of the world beside them (mw3 14). */
const worldOfAnimations = ({ path }: NamingEntry): readonly Companion[] =>
  optional('world', [{ file: `${folderOf(filePath(path))}gamez.zbd` }])

/** A motion is named `<mech>_<motion>`, and the definition of the 'mech uses it; either may contain more underscores (mw3 14.1). */
const definitionOf = ({ path, name }: NamingEntry): readonly Companion[] => {
  const parts = name.split('_').slice(0, -1)
  const mechs = parts.map((_, at) => parts.slice(0, parts.length - at).join('_')).filter(mech => mech !== '')
  const file = `${folderOf(filePath(path))}reader.zbd`
  return optional(
    'definition',
    mechs.map(mech => ({ file, row: `dfn_${mech}.zrd` })),
  )
}

/** Entries of MechWarrior 3 by their names. */
export const REFERENCES: References = {
  rules: { 'mw3.texture': worldTexture, 'mw3.mech-texture': mechTexture },
  companions: {
    'mw3.mechlib-model': materialsOf,
    'mw3.gamez': soilsOf,
    'mw3.anim': worldOfAnimations,
    'mw3.motion': definitionOf,
  },
}
