import {
  filePath,
  firstOf,
  type Companion,
  type EntryName,
  type NamingEntry,
  type NamingRule,
  type References,
} from '../../format'
import { plainText, textOf } from '../../format/fields'
import { tagName, type Node } from '../../layout'
import { DATABASES, FIGURES, isLooseLink, MATERIALS, modOf, SOUNDS, TEXTS, TEXTURES } from './lookup'
import { databaseOf, namedIn } from './named'
import { nameKey, stem } from './names'
import { RECORD_RULES } from './record-links'
import type { Reference } from './references'

// How entries of Evil Islands name each other (evil-islands 5.3, 9.1, 11.1, 14, 16, 21, 26.2, 26.3).

/** Files as the game has them for an entry: of one in a mod first those of the mod. */
function filesFor({ path }: NamingEntry, files: readonly string[]): readonly string[] {
  const mod = modOf(path)
  return mod === undefined ? files : [...files.map(file => mod + file), ...files]
}

/** The first of these rows in the first of the archives that has one; nothing for an empty name. */
function inArchives(
  entry: NamingEntry,
  archives: readonly string[],
  name: string,
  endings: readonly string[],
): readonly EntryName[] {
  if (name === '') return []
  const files = filesFor(entry, archives)
  const found = firstOf(files.flatMap(file => endings.map(ending => ({ file, row: name + ending }))))
  return found ? [found] : []
}

const row =
  (archives: readonly string[], ...endings: readonly string[]): NamingRule =>
  ({ value }, entry) =>
    inArchives(entry, archives, plainText(value).trim(), endings)

/** Model and textures of a trap are constants of the editor, which name nothing (evil-islands 15.4). */
const seen =
  (rule: NamingRule): NamingRule =>
  (field, entry) => {
    for (let at = field.parent; at; at = at.parent) if (tagName(at) === 'MAGIC_TRAP') return []
    return rule(field, entry)
  }

/** The database of a record: of an entry of a database the one in the same archive (evil-islands 26.2). */
function inDatabase(entry: NamingEntry, file: string): readonly EntryName[] {
  const own = filePath(entry.path)
  const isWithin = DATABASES.some(archive => nameKey(own).endsWith(nameKey(archive)))
  return isWithin ? [{ file: own, row: file }] : inArchives(entry, DATABASES, file, [''])
}

/** The databases of what a text names: behind an item its material and spells. */
const databases =
  (by: Reference): NamingRule =>
  ({ value }, entry) => {
    const files = namedIn(by, plainText(value)).flatMap(([kind]) => databaseOf(kind) ?? [])
    return [...new Set(files)].flatMap(file => inDatabase(entry, file))
  }

const record =
  (file: string): NamingRule =>
  ({ value }, entry) =>
    plainText(value).trim() === '' ? [] : inDatabase(entry, file)

/** Most textures of a terrain: as many as its tiles can name (evil-islands 13). */
const MOST_TEXTURES = 256

/** Textures of a terrain by the name of its head: `zone1000`, `zone1001` … (evil-islands 14). */
const landTextures: NamingRule = ({ value }, entry) => {
  const count = typeof value === 'number' && value <= MOST_TEXTURES ? value : 0
  return Array.from({ length: count }, (_, k) => landTexture(entry, stem(entry.name), k)).flat()
}

const landTexture = (entry: NamingEntry, name: string, number: number): readonly EntryName[] =>
  inArchives(entry, TEXTURES, `${name}${String(number).padStart(3, '0')}`, ['.mmp'])

/** The material of a mesh by number: one of a few names (evil-islands 9.1). */
const material: NamingRule = ({ value, meta }, entry) =>
  inArchives(entry, MATERIALS, (typeof value === 'number' && meta.values?.[value]) || '', ['.mat'])

const oneFile = (entry: NamingEntry, path: string): readonly EntryName[] => {
  const found = firstOf(filesFor(entry, [path]).map(file => ({ file })))
  return found ? [found] : []
}

/** A value of the list of maps: files below `#res`, textures in the second line below `#maps`, a camera (evil-islands 14). */
const mapValue: NamingRule = (field, entry) => {
  const words = plainText(field.value).replace(/##.*$/, '').trim()
  const line = field.parent
  const lines = line?.parent
  if (!line || !lines || words === '' || (field.name !== 'line' && field.name !== 'arguments')) return []
  const at = Number(line.name)
  if (field.name === 'arguments') {
    const [camera = ''] = words.split(/\s+/)
    const isCamera = nameKey(textOf(line, 'command')) === 'camera' && camera !== ''
    return isCamera ? oneFile(entry, `Cameras/${/\.cam$/i.test(camera) ? camera : `${camera}.cam`}`) : []
  }
  const [first = '', second = ''] = words.split(/\s+/)
  if (commandAt(lines, at - 1) === 'res' && second !== '')
    return [...oneFile(entry, `Maps/${first}.mpr`), ...oneFile(entry, `Maps/${second}.mob`)]
  if (commandAt(lines, at - 2) !== 'maps' || commandAt(lines, at - 1) !== '') return []
  return [...new Set([first, second])].flatMap(name => inArchives(entry, TEXTURES, name, ['.mmp']))
}

/** The command of a line of a list; '' of one without. */
function commandAt(lines: Node, at: number): string {
  const line = at >= 0 && at < lines.childCount ? lines.child(at) : undefined
  if (!line || line.kind === 'gap') return ''
  const command = textOf(line, 'command')
  const plain = /^\s*#(\w+)\s*$/.exec(textOf(line, 'line'))?.[1]
  return nameKey(command === '' ? (plain ?? '') : command)
}

/** A mesh of a loose link is a row of the same archive (evil-islands 11.1); those within a model have no name of their own. */
const looseMesh: NamingRule = ({ value }, { name, path, container }) =>
  isLooseLink({ name, container }) ? [{ file: filePath(path), row: `${stem(name)}${plainText(value)}.fig` }] : []

const RULES: Readonly<Record<string, NamingRule>> = {
  item: databases('item'),
  'land-textures': landTextures,
  'map-value': mapValue,
  material,
  mesh: looseMesh,
  model: seen(row(FIGURES, '.mod', '.lnk')),
  modifier: record('spells.sdb'),
  perk: record('perks.pdb'),
  quest: record('quests.qdb'),
  race: databases('race'),
  sound: row(SOUNDS, '', '.wav'),
  spell: databases('spell'),
  text: row(TEXTS, ''),
  texture: seen(row(TEXTURES, '.mmp')),
  unit: databases('unit'),
}

/** What belongs to a model by its name: offsets and clips beside it, its database of clips (evil-islands 11.1, 6). */
function ofModel(entry: NamingEntry): readonly Companion[] {
  if (!entry.container) return []
  const name = stem(entry.name)
  const file = filePath(entry.path)
  const [clips] = inArchives(entry, DATABASES, name, ['.adb'])
  return [
    { relation: 'offsets', name: { file, row: `${name}.bon` } },
    { relation: 'animations', name: { file, row: `${name}.anm` }, isOptional: true },
    ...(clips ? [{ relation: 'clips', name: clips, isOptional: true } as const] : []),
  ]
}

/** A loose link has the offsets of each part in an entry of its own. */
const ofLink = (entry: NamingEntry): readonly Companion[] =>
  isLooseLink(entry) ? ofModel(entry).filter(({ relation }) => relation !== 'offsets') : []

const besideOf = ({ path, name }: NamingEntry, ending: string): EntryName => {
  const file = filePath(path)
  return { file: `${file.slice(0, file.lastIndexOf('/') + 1)}${stem(name)}${ending}` }
}

/** Entries of Evil Islands by their names. */
export const REFERENCES: References = {
  rules: RULES,
  records: RECORD_RULES,
  isChecked: true,
  companions: {
    'evil-islands.mod': ofModel,
    'evil-islands.lnk': ofLink,
    'evil-islands.mob': entry => [{ relation: 'terrain', name: besideOf(entry, '.mpr'), isOptional: true }],
    'evil-islands.mq': entry => [{ relation: 'objects', name: besideOf(entry, '.mob') }],
  },
}
