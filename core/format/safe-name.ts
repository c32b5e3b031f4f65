/** Names that Windows keeps for devices, whatever stands behind a dot. */
const DEVICE = /^(?:con|prn|aux|nul|conin\$|conout\$|com[0-9¹²³]|lpt[0-9¹²³])(?=\.|$)/i
// Control characters, what Windows forbids in names, and what turns text around or cannot be seen.
const FORBIDDEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}<>:"/\\|?*]/gu
const LONGEST = 120

/**
 * A name from game data as one part of a path on any system: never `..`, a drive, a device or hidden, without dots or
 * spaces at its end. A name that has nothing left of itself is `_`.
 */
export function safeName(name: string): string {
  const plain = name.normalize('NFC').replace(FORBIDDEN, '_').replace(/^[ .]+(?=.)/, '_').slice(0, LONGEST).replace(/[. ]+$/, '_')
  const named = plain === '' ? '_' : plain
  return DEVICE.test(named) ? `_${named}` : named
}

/** Paths handed out once: where two differ in case only, or not at all, the later one is numbered; no file is called like a folder. */
export class SafePaths {
  private readonly files = new Set<string>()
  private readonly folders = new Set<string>()

  /** A path below a folder from names as game data has them; `isTaken` tells what stands there already. */
  async next(names: readonly string[], isTaken: (path: string) => Promise<boolean> = () => Promise.resolve(false)): Promise<string> {
    let folder = ''
    for (const name of names.slice(0, -1)) {
      const path = [...numbered(folder, safeName(name), 100)].find(one => !this.files.has(fold(one)))
      folder = `${path ?? '_'}/`
      this.folders.add(fold(path ?? '_'))
    }
    for (const path of numbered(folder, safeName(names.at(-1) ?? ''))) {
      if (this.files.has(fold(path)) || this.folders.has(fold(path)) || (await isTaken(path))) continue
      this.files.add(fold(path))
      return path
    }
    throw new RangeError('no free name is left')
  }
}

const MOST_ALIKE = 100_000
const fold = (path: string): string => path.toLowerCase()

/** `Land.map`, `Land (2).map`, `Land (3).map` … */
function* numbered(folder: string, name: string, most = MOST_ALIKE): Generator<string> {
  const dot = name.lastIndexOf('.') > 0 ? name.lastIndexOf('.') : name.length
  yield `${folder}${name}`
  for (let number = 2; number < most; number++) yield `${folder}${name.slice(0, dot)} (${number})${name.slice(dot)}`
}
