import type { HeadReader } from '../../format'

/** File names that speak for the game, and how strongly (mw3 23). */
const SIGNS: readonly (readonly [sign: RegExp, weight: number])[] = [
  [/(?:^|\/)gamez\.zbd$/, 0.3],
  [/^mech3\.exe$/, 0.3],
  [/(?:^|\/)mechlib\.zbd$/, 0.2],
  [/(?:^|\/)(?:interp|motion|rmechtex\w*|rimage)\.zbd$/, 0.2],
  [/\.zbd$/, 0.1],
]
const GAMEZ = /(?:^|\/)gamez\.zbd$/i
/** Version word of a GameZ file of this game; other games with the same names have others (mw3 3). */
const VERSION = 27

/** 0: no file of this game; 1: surely this game. A GameZ file of another version is another game. */
export async function detect(files: readonly string[], head: HeadReader): Promise<number> {
  const names = files.map(file => file.toLowerCase())
  const sum = SIGNS.reduce((total, [sign, weight]) => total + (names.some(name => sign.test(name)) ? weight : 0), 0)
  const world = files.find(file => GAMEZ.test(file))
  if (world === undefined) return Math.min(1, sum)
  const bytes = await head(world)
  if (bytes.length < 8) return Math.min(1, sum)
  const [low = 0, second = 0, third = 0, high = 0] = bytes.subarray(4)
  const version = ((high * 256 + third) * 256 + second) * 256 + low
  return version === VERSION || version > 1000 ? Math.min(1, sum) : 0
}
