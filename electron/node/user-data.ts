import { chmodSync, existsSync, lstatSync, mkdirSync, readdirSync, statSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { systemCode } from './file-errors'

/** Rights of the user's data: owner only. */
export const PRIVATE_FOLDER = 0o700
export const PRIVATE_FILE = 0o600

/**
 * Creates the folder of the user's data, or removes the rights of others from an existing one. A folder of another
 * owner stays as it is.
 */
export function keepPrivate(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: PRIVATE_FOLDER })
    if (process.platform !== 'win32' && (statSync(folder).mode & 0o077) !== 0) chmodSync(folder, PRIVATE_FOLDER)
  } catch (error) {
    if (systemCode(error) === undefined) throw error
  }
}

/**
 * Removes the rights of others from everything in the folder: older versions left them. Links are not followed, files
 * of other owners stay.
 */
export function keepFilesPrivate(folder: string): void {
  if (process.platform === 'win32' || !existsSync(folder)) return
  try {
    for (const found of readdirSync(folder, { recursive: true, withFileTypes: true })) {
      if (found.isFile() || found.isDirectory()) withoutOthers(join(found.parentPath, found.name))
    }
  } catch (error) {
    if (systemCode(error) === undefined) throw error // a folder of somebody else in it
  }
}

function withoutOthers(path: string): void {
  try {
    const { mode } = lstatSync(path)
    if ((mode & 0o077) !== 0) chmodSync(path, mode & PRIVATE_FOLDER)
  } catch (error) {
    if (systemCode(error) === undefined) throw error
  }
}

/** The user's data folder: the argument, else AREAL_USER_DATA, else the system's own place. Absolute. */
export function userDataFolder(
  asked: string | undefined,
  env: Readonly<Record<string, string | undefined>> = process.env,
): string {
  const chosen = asked ?? env['AREAL_USER_DATA']
  if (chosen !== undefined && chosen !== '') return resolve(chosen)
  if (process.platform === 'win32') return join(env['APPDATA'] ?? join(homedir(), 'AppData', 'Roaming'), 'Areal Studio')
  if (process.platform === 'darwin') return join(homedir(), 'Library', 'Application Support', 'Areal Studio')
  const config = env['XDG_CONFIG_HOME']
  return join(config !== undefined && config.startsWith('/') ? config : join(homedir(), '.config'), 'areal-studio')
}

/**
 * An empty file `PORTABLE` beside the program keeps everything in `data/` there. `program`: its absolute path; an
 * AppImage runs from a new folder at each start, its file is in `APPIMAGE`.
 */
export function portableFolder(
  program: string,
  env: Readonly<Record<string, string | undefined>> = process.env,
): string | undefined {
  const folder = dirname(env['APPIMAGE'] ?? program)
  return existsSync(join(folder, 'PORTABLE')) ? join(folder, 'data') : undefined
}
