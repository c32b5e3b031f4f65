import { isRecord, parseJson, StudioError, type FileSystem, type ReadOnlyFileSystem } from '../../format'
import type { Host } from '../api/host'
import { ABOUT } from '../journal/migrate'
import { plainName } from './mods'
import { fromText, toText } from '../../format/text-bytes'

const EXTENSION = '.areal'
/** No pointer is this long, in bytes; what is gets no look inside. */
const MOST = 1 << 16

/** The file of a workspace that opens it by a double click: it names the install. */
const pointerName = (name: string): string => `${plainName(name)}${EXTENSION}`

/** Writes the project file where it is missing or names another install. */
export async function writePointer(store: FileSystem, name: string, install: string): Promise<void> {
  const file = pointerName(name)
  if ((await readPointer(store, file)) !== install)
    await store.write(file, fromText(`${JSON.stringify({ version: 1, install }, null, 2)}\n`))
}

/** Takes away the pointer of an install that is called otherwise now. */
export async function removePointer(store: FileSystem, name: string, install: string): Promise<void> {
  if ((await readPointer(store, pointerName(name))) === install) await store.remove(pointerName(name))
}

/**
 * Where a path that may be a pointer leads: to the install it names, in the workspace it lies in; a copy elsewhere leads to the
 * install's usual workspace. Other paths lead to themselves. Throws StudioError `open.pointer` where it names no install.
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

/** The install a pointer names; undefined where it is missing or names none. */
async function readPointer(folder: ReadOnlyFileSystem, name: string): Promise<string | undefined> {
  const size = (await folder.stat(name))?.size
  if (size === undefined || size > MOST) return undefined
  const json = parseJson(toText(await folder.read(name)))
  return isRecord(json) && typeof json['install'] === 'string' ? json['install'] : undefined
}
