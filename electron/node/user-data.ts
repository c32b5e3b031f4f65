import { chmodSync, existsSync, lstatSync, mkdirSync, readdirSync, statSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { systemCode } from './file-errors'

/** Rights of the user's data: of the owner only. */
export const PRIVATE_FOLDER = 0o700
export const PRIVATE_FILE = 0o600

/** Makes the folder of the user's data, or takes the rights of others to an older one away. Where it belongs to somebody else it stays as it is. */
export function keepPrivate(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: PRIVATE_FOLDER })
    if (process.platform !== 'win32' && (statSync(folder).mode & 0o077) !== 0) chmodSync(folder, PRIVATE_FOLDER)
  } catch (error) {
    if (systemCode(error) === undefined) throw error
  }
}

/** Takes the rights of others to everything in the folder away: older versions left them. Links are not followed, what belongs to somebody else stays. */
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
 * An empty file `PORTABLE` beside the program keeps everything in `data/` there. `program`: its absolute path; of an AppImage, which
 * runs out of a folder that is made for each start, the system names the file in `APPIMAGE`.
 */
export function portableFolder(
  program: string,
  env: Readonly<Record<string, string | undefined>> = process.env,
): string | undefined {
  const folder = dirname(env['APPIMAGE'] ?? program)
  return existsSync(join(folder, 'PORTABLE')) ? join(folder, 'data') : undefined
}
