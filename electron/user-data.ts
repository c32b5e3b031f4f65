import { existsSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join, resolve } from 'node:path'

/** The user's data folder: asked for, else AREAL_USER_DATA, else the system's own place. Absolute. */
export function userDataFolder(asked: string | undefined, env: Readonly<Record<string, string | undefined>> = process.env): string {
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
export function portableFolder(program: string, env: Readonly<Record<string, string | undefined>> = process.env): string | undefined {
  const folder = dirname(env['APPIMAGE'] ?? program)
  return existsSync(join(folder, 'PORTABLE')) ? join(folder, 'data') : undefined
}
