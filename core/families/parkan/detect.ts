/** What speaks for the game, by file name alone, and how loudly (parkan 10.1). */
const SIGNS: readonly (readonly [sign: RegExp, weight: number])[] = [
  [/^iron_3d(?:_p2)?\.exe$/, 0.5],
  [/^builddat\.lst$/, 0.4],
  [/^data\/maps\/[^/]+\/land\.(?:map|msh)$/, 0.4],
  [/^(?:objects|system|static)\.rlb$/, 0.2],
  [/^missions\/.*data\.tma$/, 0.2],
  [/(?:^|\/)land\.(?:map|msh)$/, 0.3],
  [/\.(?:rlb|dlb|trf|wea)$/, 0.1],
]

/** 0: no file of this game; 1: surely this game. A single map or library is enough to be more than 0. */
export function detect(files: readonly string[]): number {
  const found = new Set<RegExp>()
  let sum = 0
  for (const file of files) {
    const name = file.toLowerCase()
    for (const [sign, weight] of SIGNS) {
      if (found.has(sign) || !sign.test(name)) continue
      found.add(sign)
      sum += weight
    }
  }
  return Math.min(1, sum)
}
