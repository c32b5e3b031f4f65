/** Names that Windows reserves for devices, with any extension. */
const DEVICE = /^(?:con|prn|aux|nul|conin\$|conout\$|com[0-9¹²³]|lpt[0-9¹²³])(?=\.|$)/i
// Control characters, what Windows forbids in names, and characters that reverse text or are invisible.
const FORBIDDEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}<>:"/\\|?*]/gu
const LONGEST = 120

/**
 * A name from game data as one part of a path on any system: never `..`, a drive, a device or hidden, without dots or
 * spaces at its end; `_` where nothing is left.
 */
export function safeName(name: string): string {
  const plain = name
    .normalize('NFC')
    .replace(FORBIDDEN, '_')
    .replace(/^[ .]+(?=.)/, '_')
    .slice(0, LONGEST)
    .replace(/[. ]+$/, '_')
  const named = plain === '' ? '_' : plain
  return DEVICE.test(named) ? `_${named}` : named
}

/**
 * Returns unique paths: where two differ in case only, or not at all, the later one gets a number; no file has the path
 * of a folder.
 */
export class SafePaths {
  private readonly files = new Set<string>()
  private readonly folders = new Set<string>()
  /** By path without a number: the first number that may be free. Rows of an archive may all have one name. */
  private readonly numbers = new Map<string, number>()

  /** A path below a folder from names in game data. `isTaken`: whether a file of that path exists. */
  async next(
    names: readonly string[],
    isTaken: (path: string) => Promise<boolean> = () => Promise.resolve(false),
  ): Promise<string> {
    let folder = ''
    for (const name of names.slice(0, -1)) {
      folder = `${this.folderNamed(folder + safeName(name))}/`
    }
    const name = safeName(names.at(-1) ?? '')
    const first = folder + name
    for (let number = this.numbers.get(first) ?? 1; number < MOST_ALIKE; number++) {
      const path = folder + withNumber(name, number)
      if (this.files.has(fold(path)) || this.folders.has(fold(path)) || (await isTaken(path))) continue
      this.files.add(fold(path))
      this.numbers.set(first, number + 1)
      return path
    }
    throw new RangeError('no free name is left')
  }

  /** The folder's path, with a number where a file has that path. */
  private folderNamed(path: string): string {
    const dots = path.lastIndexOf('/') + 1
    for (let number = 1; number < MOST_FOLDERS_ALIKE; number++) {
      const found = path.slice(0, dots) + withNumber(path.slice(dots), number)
      if (this.files.has(fold(found))) continue
      this.folders.add(fold(found))
      return found
    }
    this.folders.add('_')
    return '_'
  }
}

const MOST_ALIKE = 100_000
const MOST_FOLDERS_ALIKE = 100
const fold = (path: string): string => path.toLowerCase()

/** `Land.map`, `Land (2).map`, `Land (3).map` … */
function withNumber(name: string, number: number): string {
  if (number === 1) return name
  const dot = name.lastIndexOf('.') > 0 ? name.lastIndexOf('.') : name.length
  return `${name.slice(0, dot)} (${number})${name.slice(dot)}`
}
