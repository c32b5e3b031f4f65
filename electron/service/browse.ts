import { existsSync } from 'node:fs'
import { open, readdir } from 'node:fs/promises'
import { homedir } from 'node:os'
import { dirname, join, parse, resolve } from 'node:path'
import { HEAD_SIZE, StudioError, type KnownFamily } from '@areal-studio/core/format'
import type { Browsed, BrowsedFolder } from './host-api'
import { fileError } from '../node/file-errors'

const CERTAIN_ENOUGH = 0.5
const FOLDERS_SHOWN = 2000
/** Common folders of games of that time; existing ones are offered. */
const PLACES =
  process.platform === 'win32'
    ? [
        'C:\\Games',
        'C:\\Program Files (x86)',
        'C:\\GOG Games',
        'C:\\Program Files (x86)\\Steam\\steamapps\\common',
        'D:\\Games',
        'C:\\',
        'D:\\',
        'E:\\',
      ]
    : [
        'Games',
        '.wine/drive_c',
        '.wine/drive_c/Games',
        '.steam/steam/steamapps/common',
        '.local/share/lutris',
        'GOG Games',
      ]

/** Folders in one folder; those that look like a game of one of the families are marked. */
export async function browse(families: readonly KnownFamily[], asked?: string): Promise<Browsed> {
  const path = resolve(asked === undefined || asked === '' ? homedir() : asked)
  if (path.includes('\0')) throw new StudioError('file.unreadable', { path: '', reason: 'EINVAL' })
  const items = await readdir(path, { withFileTypes: true }).catch((error: unknown) => {
    throw fileError(error, path, 'read')
  })
  const seen = items
    .filter(item => !item.name.startsWith('.'))
    .sort((a, b) => a.name.localeCompare(b.name, 'en', { numeric: true }))
  const folders = seen.filter(item => item.isDirectory() || item.isSymbolicLink()).slice(0, FOLDERS_SHOWN)
  return {
    path,
    parent: path === parse(path).root ? '' : dirname(path),
    folders: await marked(
      families,
      folders.map(item => join(path, item.name)),
    ),
    files: seen
      .filter(item => item.isFile())
      .slice(0, FOLDERS_SHOWN)
      .map(item => item.name),
    places: await marked(
      families,
      [homedir(), ...PLACES.map(place => resolve(homedir(), place))].filter(place => existsSync(place)),
    ),
  }
}

/** Folders by path with the game that each looks like; other paths are left out. */
export async function marked(families: readonly KnownFamily[], paths: readonly string[]): Promise<BrowsedFolder[]> {
  const folders = await Promise.all(
    paths.map(async path => {
      const names = await namesIn(path)
      return names && { name: parse(path).base || path, path, game: await gameOf(families, path, names) }
    }),
  )
  return folders.filter(folder => folder !== undefined)
}

/** Undefined for what is no folder after all (a link to a file) or cannot be read. */
async function namesIn(path: string): Promise<string[] | undefined> {
  try {
    return await readdir(path)
  } catch {
    return undefined
  }
}

async function gameOf(families: readonly KnownFamily[], folder: string, names: readonly string[]): Promise<string> {
  const head = async (file: string): Promise<Uint8Array> => {
    const handle = await open(join(folder, file)).catch(() => undefined)
    try {
      const read = await handle?.read(new Uint8Array(HEAD_SIZE), 0, HEAD_SIZE, 0)
      return read ? read.buffer.subarray(0, read.bytesRead) : new Uint8Array(0)
    } catch {
      return new Uint8Array(0) // a folder, or a file that may not be read
    } finally {
      await handle?.close()
    }
  }
  const scored = await Promise.all(
    families.map(async family => ({ title: family.title, certainty: await family.detect(names, head) })),
  )
  const best = scored.sort((a, b) => b.certainty - a.certainty)[0]
  return best !== undefined && best.certainty >= CERTAIN_ENOUGH ? best.title : ''
}
