import { homedir } from 'node:os'
import { join, resolve } from 'node:path'

/** The user's data folder: asked for, else AREAL_USER_DATA, else the system's own place. Absolute. */
export function userDataFolder(asked: string | undefined, env: Readonly<Record<string, string | undefined>> = process.env): string {
  const chosen = asked ?? env['AREAL_USER_DATA']
  if (chosen !== undefined && chosen !== '') return resolve(chosen)
  if (process.platform === 'win32') return join(env['APPDATA'] ?? join(homedir(), 'AppData', 'Roaming'), 'Areal Studio')
  if (process.platform === 'darwin') return join(homedir(), 'Library', 'Application Support', 'Areal Studio')
  const config = env['XDG_CONFIG_HOME']
  return join(config !== undefined && config.startsWith('/') ? config : join(homedir(), '.config'), 'areal-studio')
}
