import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

export interface CommandLine {
  /** Absolute; undefined where it is not given. */
  readonly userData: string | undefined
  /** Path to open, absolute; '' for none. */
  readonly path: string
  /** Id of the family whose sample is opened where no path is given. */
  readonly sample: string | undefined
}

/** Switches with a value of their own. */
const VALUED = ['--user-data', '--sample']

/**
 * Parses `areal-studio [--user-data DIR] [--sample FAMILY] [PATH]`; switches of Electron or of a test runner may be anywhere. `folder`:
 * base of relative paths. Unpacked, the first word is the program's own folder.
 */
export function readCommandLine(argv: readonly string[], folder: string, isPackaged: boolean): CommandLine {
  const words = argv.slice(1)
  const after = (name: string): string | undefined =>
    words.includes(name) ? words[words.indexOf(name) + 1] : undefined
  const userData = after('--user-data')
  const plain = words.filter((word, i) => !word.startsWith('-') && !VALUED.includes(words[i - 1] ?? ''))
  const path = plain[isPackaged ? 0 : 1]
  return {
    userData: userData === undefined ? undefined : resolve(folder, userData),
    path: path === undefined ? '' : absolute(path, folder),
    sample: after('--sample'),
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
