/** What suggests the game by the name of a file alone, and how much (nwn2 20.6). */
const SIGNS: readonly (readonly [sign: RegExp, weight: number])[] = [
  [/(?:^|\/)nwn2(?:main|server)\.exe$/, 0.6],
  [/(?:^|\/)nwn2(?:player)?\.ini$/, 0.5],
  [/\.tr[nx]$/, 0.5],
  [/\.hak$/, 0.5],
  [/(?:^|\/)module\.ifo$/, 0.4],
  [/(?:^|\/)campaign\.cam$/, 0.3],
  [/\.(?:git|gic|are|ifo|erf)$/, 0.3],
  [/\.2da$/, 0.2],
]
/** Modules: other games call their archives so, too. */
const MODULE = /\.(?:mod|erf)$/
/** `MOD V1`, `ERF V1`. */
const MODULE_HEADS = [
  [0x4d, 0x4f, 0x44, 0x20, 0x56, 0x31],
  [0x45, 0x52, 0x46, 0x20, 0x56, 0x31],
]
/** Modules whose first bytes are read. */
const MOST_READ = 4

/** 0: no file of this game; 1: surely this game. A single area or module is enough to be more than 0. */
export async function detect(files: readonly string[], head: (file: string) => Promise<Uint8Array>): Promise<number> {
  const names = files.map(file => file.toLowerCase())
  const sum = SIGNS.reduce((all, [sign, weight]) => all + (names.some(name => sign.test(name)) ? weight : 0), 0)
  if (sum >= 0.5) return Math.min(1, sum)
  const modules = files.filter((_, at) => MODULE.test(names[at] ?? '')).slice(0, MOST_READ)
  for (const file of modules) {
    const bytes = await head(file)
    if (MODULE_HEADS.some(signs => signs.every((byte, at) => bytes[at] === byte))) return Math.min(1, sum + 0.6)
  }
  return sum
}
