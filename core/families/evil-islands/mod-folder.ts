import { StudioError, type ChangedFile, type ModFolder, type ModInfo, type ModFile } from '../../format'
import type { Bytes } from '../../layout'
import { regFile } from './reg/write-reg'
import { directoryOf, hasMagic, nameText, refusalOf, type Row } from './res/directory'
import { nameKey } from './res/hash'
import { writeArchive } from './res/res-pack'

/** Folders of the install that a mod has, too (evil-islands 26.3, 27). */
const FOLDERS: ReadonlySet<string> = new Set(['res', 'maps', 'config', 'cameras'])
/** The loader takes texts as a whole archive for each language (evil-islands 26.3). */
const WHOLE = /^res\/texts[^/]*\.res$/
const MANIFEST = 'config.reg'

/** Mod folders of EI Starter (evil-islands 26.3). */
export const MOD_FOLDER: ModFolder = { folder: 'Mods', fileOf, manifest }

/**
 * The file at the same place in the mod; of an archive one with only the rows that differ, which the loader lays over
 * the game's. Throws StudioError `mod-folder.place`, `mod-folder.removed`, `mod-folder.damaged`.
 */
function fileOf({ path, pristine, present }: ChangedFile): ModFile | undefined {
  const [folder = '', ...rest] = path.split('/')
  const place = [folder.toLowerCase(), ...rest].join('/')
  if (rest.length === 0 || !FOLDERS.has(folder.toLowerCase())) throw new StudioError('mod-folder.place', { file: path })
  if (!/^res\/[^/]*\.res$/i.test(place) || WHOLE.test(place.toLowerCase()) || !pristine)
    return { path: place, bytes: present }
  const rows = changedRows(path, pristine, present)
  return rows.length > 0 ? { path: place, bytes: writeArchive(rows) } : undefined
}

type NewRow = Parameters<typeof writeArchive>[0][number]

function changedRows(file: string, pristine: Bytes, present: Bytes): readonly NewRow[] {
  const [before, after] = [rowsByName(file, pristine), rowsByName(file, present)]
  for (const [key, row] of before)
    if (!after.has(key)) throw new StudioError('mod-folder.removed', { file, name: nameText(row.name) })
  return [...after].flatMap(([key, row]) => {
    const old = before.get(key)
    const payload = payloadOf(present, row)
    return old && isSame(payloadOf(pristine, old), payload)
      ? []
      : [{ name: nameText(row.name), payload, time: row.time }]
  })
}

function rowsByName(file: string, bytes: Bytes): ReadonlyMap<string, Row> {
  if (!hasMagic(bytes) || refusalOf(bytes)) throw new StudioError('mod-folder.damaged', { file })
  return new Map(directoryOf(bytes).rows.map(row => [nameKey(row.name), row]))
}

const payloadOf = (bytes: Bytes, { offset, size }: Row): Bytes => bytes.subarray(offset, offset + size)

const isSame = (a: Bytes, b: Bytes): boolean => a.length === b.length && a.every((byte, at) => byte === b[at])

/**
 * The manifest `config.reg`: the mod, its archives and its configuration files (evil-islands 26.3). Form and values of
 * `Version` and `GameSaves` are a guess: only their names are known.
 */
function manifest({ name, time }: ModInfo, files: readonly string[]): ModFile {
  const filesIn = (folder: string): Readonly<Record<string, string>> =>
    Object.fromEntries(
      files
        .filter(file => file.startsWith(`${folder}/`))
        .map(file => [file.slice(folder.length + 1).toLowerCase(), file.replaceAll('/', '\\')]),
    )
  const about = { Title: name, Author: '', Date_DMY: dayOf(time), Version: '1.0', GameSaves: 0, Single: 1, Multi: 1 }
  const sections = Object.entries({ MOD: about, RES: filesIn('res'), CONFIG: filesIn('config') })
  return {
    path: MANIFEST,
    bytes: regFile(Object.fromEntries(sections.filter(([, keys]) => Object.keys(keys).length > 0))),
  }
}

/** `24.09.2023`, in UTC. */
function dayOf(time: number): string {
  const [year, month, day] = new Date(time).toISOString().slice(0, 10).split('-')
  return [day, month, year].join('.')
}
