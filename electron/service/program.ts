import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** Folder of package.json: of the sources, or of the installed program. */
export const PROGRAM = findProgram(import.meta.dirname)
/** The built window. */
export const WINDOW_FILES = join(PROGRAM, 'out', 'renderer')

function findProgram(folder: string): string {
  if (existsSync(join(folder, 'package.json')) && !folder.endsWith('core')) return folder
  const parent = dirname(folder)
  return parent === folder ? folder : findProgram(parent)
}

/** Version of Areal Studio. */
export function version(): string {
  const text: unknown = JSON.parse(readFileSync(join(PROGRAM, 'package.json'), 'utf8'))
  return typeof text === 'object' && text !== null && 'version' in text ? String(text.version) : ''
}
