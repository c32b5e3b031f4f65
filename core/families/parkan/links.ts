import {
  filePath,
  oncePer,
  type Companion,
  type NamingEntry,
  type NamingRule,
  type References,
  type EntryName,
} from '../../format'
import { plainText, textOf } from '../../format/fields'
import type { Node } from '../../layout'
import { plainPath } from './plain-path'
import { RECORD_RULES } from './record-links'

// How entries of Parkan name each other (parkan 8.1, 8.2, 8.4, 9.1, 9.3 to 9.6, 9.8 to 9.10).

const MATERIALS = 'Material.lib'
const TEXTURES = 'Textures.lib'
const LIGHTMAPS = 'LightMap.lib'
const OBJECTS = 'objects.rlb'

const file = (path: string): readonly EntryName[] => (path === '' ? [] : [{ file: path }])
const row = (archive: string, name: string): readonly EntryName[] =>
  archive === '' || name === '' ? [] : [{ file: archive, row: name }]

const rowOf =
  (archive: string): NamingRule =>
  field =>
    row(archive, plainText(field.value).trim())

/** The archive is the field before it in the record; without both texts nothing is named (parkan 8.4, 9.3). */
const archiveRow: NamingRule = ({ parent, value }) =>
  row(parent ? plainPath(textOf(parent, 'archive')) : '', plainText(value))

/** Number of the line LIGHTMAPS; that of the lines where there is none. */
const lightmapsLine = oncePer((lines: Node) => {
  let at = 0
  while (at < lines.childCount && lineText(lines.child(at)).trim() !== 'LIGHTMAPS') at++
  return at
})

/** Rows below the line LIGHTMAPS name light maps, those before it materials (parkan 8.1). */
const wearRow: NamingRule = ({ parent: line, value }) => {
  const isBelow = line?.parent !== undefined && Number(line.name) > lightmapsLine(line.parent)
  return row(isBelow ? LIGHTMAPS : MATERIALS, plainText(value))
}

const lineText = (line: Node): string => plainText((line.kind === 'text' ? line : line.childNamed('line'))?.value)

/** A unit or building by its path, else a row of objects.rlb: a plant, a rock (parkan 9.1). */
const missionResource: NamingRule = ({ value }) => {
  const path = plainPath(plainText(value))
  return path.includes('/') ? file(path) : row(OBJECTS, path)
}

/** The files of a map without their endings (parkan 9.1). */
const mapFiles: NamingRule = ({ value }) => {
  const base = plainPath(plainText(value))
  return base === '' ? [] : [{ file: `${base}.msh` }, { file: `${base}.map` }]
}

const scriptBase: NamingRule = ({ value }) => {
  const base = plainPath(plainText(value))
  return base === '' ? [] : [{ file: `${base}.scr` }]
}

/**
 * A value of a block of settings: the path of a file, or the name of a row of the archive that the block names as
 * `library` (parkan 9.8). Other values are numbers and words.
 */
const configValue: NamingRule = field => {
  const line = field.parent
  const lines = line?.parent
  const value = quoted(field)
  if (!line || !lines || value === undefined) return []
  // The archive alone is named for the rows of its block.
  if (textOf(line, 'key').trim() === 'library') return []
  const library = plainPath(libraries(lines)[Number(line.name)] ?? '')
  if (library !== '') return /\.(?:lib|rlb)$/i.test(library) && !WORDS.has(value) ? row(library, value) : []
  return /[\\/].*\.\w+$/.test(value) ? file(plainPath(value)) : []
}

/** Values of `desc` and `libtype`, no names of rows. */
const WORDS: ReadonlySet<string> = new Set(['resource', 'multi'])

const quoted = (field: Node): string | undefined => /^"([^"]*)"$/.exec(plainText(field.value).trim())?.[1]

/** By line the archive of the block `object … end` that it is in; '' where the block names none. */
const libraries = oncePer((lines: Node) => {
  const found: string[] = []
  let [start, library] = [0, '']
  for (let at = 0; at <= lines.childCount; at++) {
    const line = at < lines.childCount ? lines.child(at) : undefined
    if (!line || /^\s*(?:object|end)\b/i.test(lineText(line))) {
      found.fill(library, start)
      ;[start, library] = [at, '']
    } else if (library === '' && textOf(line, 'key').trim() === 'library') library = quotedOf(line)
    if (line) found.push('')
  }
  return found
})

function quotedOf(line: Node): string {
  const value = line.childNamed('value')
  return (value && quoted(value)) ?? ''
}

const RULES: Readonly<Record<string, NamingRule>> = {
  'archive-row': archiveRow,
  'config-value': configValue,
  'install-file': ({ value }) => file(plainPath(plainText(value))),
  'map-files': mapFiles,
  'mission-resource': missionResource,
  'parkan.material': wearRow,
  'parkan.prototype': archiveRow,
  'parkan.texture': rowOf(TEXTURES),
  'research-part': rowOf(OBJECTS),
  'script-base': scriptBase,
}

/** A file of another name in the same folder, or a row of another name in the same archive. */
function besideOf({ path, container }: NamingEntry, name: string): EntryName {
  const file = filePath(path)
  return container ? { file, row: name } : { file: file.slice(0, file.lastIndexOf('/') + 1) + name }
}

const withEnding = (name: string, ending: string): string => name.replace(/\.[^.]*$/, '') + ending

/** A model has its table of materials beside it; the ground has two: of its faces and of their microtexture (parkan 3.8, 8.1). */
function ofArchive(entry: NamingEntry): readonly Companion[] {
  if (!/\.msh$/i.test(entry.name)) return []
  if (entry.container) return [{ relation: 'wear', name: besideOf(entry, withEnding(entry.name, '.wea')) }]
  return [
    { relation: 'materials', name: besideOf(entry, 'Land1.wea') },
    { relation: 'microtextures', name: besideOf(entry, 'Land2.wea') },
  ]
}

/** Entries of Parkan by their names. */
export const REFERENCES: References = {
  rules: RULES,
  records: RECORD_RULES,
  companions: {
    'parkan.nres': ofArchive,
    'parkan.mission': entry => [{ relation: 'sky', name: besideOf(entry, 'sky.ske'), isOptional: true }],
    'parkan.sky': entry => [
      { relation: 'materials', name: besideOf(entry, withEnding(entry.name, '.wea')), isOptional: true },
    ],
    'parkan.script': entry => [
      { relation: 'variables', name: besideOf(entry, 'varset.var') },
      { relation: 'formulas', name: besideOf(entry, withEnding(entry.name, '.fml')) },
    ],
  },
}
