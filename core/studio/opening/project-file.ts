import { isRecord, parseJson, StudioError, type FileSystem, type ReadOnlyFileSystem } from '../../format'
import type { Host } from '../api/host'
import { ABOUT } from '../journal/migrate'
import { plainName } from './mods'
import { fromText, toText } from '../../format/text-bytes'

const EXTENSION = '.areal'
/** Largest size of a project file, in bytes; a larger file is not read. */
const MOST = 1 << 16

/** Name of the project file in a workspace; opening it opens the install that it names. */
const pointerName = (name: string): string => `${plainName(name)}${EXTENSION}`

/** Writes the project file where it is missing or names another install. */
export async function writePointer(store: FileSystem, name: string, install: string): Promise<void> {
  const file = pointerName(name)
  if ((await readPointer(store, file)) !== install)
    await store.write(file, fromText(`${JSON.stringify({ version: 1, install }, null, 2)}\n`))
}

/** Removes the project file of an install that has another name now. */
export async function removePointer(store: FileSystem, name: string, install: string): Promise<void> {
  if ((await readPointer(store, pointerName(name))) === install) await store.remove(pointerName(name))
}

/**
 * Resolves a path that may be a project file: to the install that it names, with the workspace that contains it; a copy
 * elsewhere leads to the install's usual workspace. Other paths stay. Throws StudioError `open.pointer` where it names
 * no install.
 */
export async function followPointer(
  host: Host,
  path: string,
): Promise<{ readonly install: string; readonly workspace?: string }> {
  const { kind, parent, name } = await host.resolve(path)
  if (kind !== 'file' || !name.toLowerCase().endsWith(EXTENSION)) return { install: path }
  const install = await readPointer(await host.folder(parent, { only: name }), name)
  if (install === undefined) throw new StudioError('open.pointer', { path })
  const isInWorkspace = (await host.resolve(host.join(parent, ABOUT))).kind === 'file'
  return { install, ...(isInWorkspace && { workspace: parent }) }
}

/** The install that a project file names; undefined where the file is missing or names none. */
async function readPointer(folder: ReadOnlyFileSystem, name: string): Promise<string | undefined> {
  const size = (await folder.stat(name))?.size
  if (size === undefined || size > MOST) return undefined
  const json = parseJson(toText(await folder.read(name)))
  return isRecord(json) && typeof json['install'] === 'string' ? json['install'] : undefined
}
