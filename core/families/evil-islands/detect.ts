/** Files that every install has, and what each counts (evil-islands 26.4). */
const SIGNS: readonly (readonly [sign: RegExp, weight: number])[] = [
  [/^res\/figures\.res$/, 0.25],
  [/^res\/textures\.res$/, 0.15],
  [/^res\/redress\.res$/, 0.2],
  [/^res\/database(?:lmp)?\.res$/, 0.2],
  [/^res\/texts(?:lmp)?\.res$/, 0.1],
  [/^maps\/[^/]+\.mpr$/, 0.2],
  [/^mods\/[^/]+\/config\.reg$/, 0.05],
  [/\.(?:mpr|mob|mq)$/, 0.1],
]

/** What an archive begins with (evil-islands 1.5). */
const MAGIC = [0x3c, 0xe2, 0x9c, 0x01]

/** 0: no file of this game; 1: surely this game. A single map is enough to be more than 0, of a lone archive its magic. */
export async function detect(files: readonly string[], head: (file: string) => Promise<Uint8Array>): Promise<number> {
  const names = files.map(file => file.toLowerCase())
  const sum = SIGNS.reduce((found, [sign, weight]) => (names.some(name => sign.test(name)) ? found + weight : found), 0)
  if (sum > 0) return Math.min(1, sum)
  const archive = files.find(file => /\.res$/i.test(file))
  if (archive === undefined) return 0
  const bytes = await head(archive)
  return MAGIC.every((byte, at) => bytes[at] === byte) ? 0.1 : 0
}
