import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

export interface CommandLine {
  /** Absolute; undefined where it is not given. */
  readonly userData: string | undefined
  /** Path to open, absolute; '' for none. */
  readonly path: string
}

/**
 * Parses `areal-studio [--user-data DIR] [PATH]`; switches of Electron or of a test runner may be anywhere. `folder`:
 * base of relative paths. Unpacked, the first word is the program's own folder.
 */
export function readCommandLine(argv: readonly string[], folder: string, isPackaged: boolean): CommandLine {
  const words = argv.slice(1)
  const at = words.indexOf('--user-data')
  const userData = at === -1 ? undefined : words[at + 1]
  const plain = words.filter((word, i) => !word.startsWith('-') && (at === -1 || i !== at + 1))
  const path = plain[isPackaged ? 0 : 1]
  return {
    userData: userData === undefined ? undefined : resolve(folder, userData),
    path: path === undefined ? '' : absolute(path, folder),
  }
}

/** A file manager of Linux may give a `file:` address in place of a path: the desktop entry takes `%U`. */
function absolute(path: string, folder: string): string {
  if (!path.startsWith('file:')) return resolve(folder, path)
  try {
    return fileURLToPath(path)
  } catch {
    return resolve(folder, path)
  }
}
