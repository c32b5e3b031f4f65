import UFuzzy from '@leeoniya/ufuzzy'

/** Made at the first search: its expressions of letters take 10 ms to build. */
const newFuzzy = () =>
  new UFuzzy({
    unicode: true,
    interSplit: "[^\\p{L}\\d']+",
    intraSplit: '\\p{Ll}\\p{Lu}',
    intraMode: 0,
    intraChars: "[\\p{L}\\d']",
    intraContr: "'\\p{L}{1,2}\\b",
  })
let fuzzy: UFuzzy | undefined

/** Numbers of the words that match what was typed, best first; all of them where nothing was typed. */
export function find(words: readonly string[], query: string): readonly number[] {
  const typed = query.trim()
  if (typed === '') return words.map((_, i) => i)
  const haystack = [...words]
  fuzzy ??= newFuzzy()
  const [found, info, order] = fuzzy.search(haystack, typed, 1)
  if (!found) return []
  return info && order ? order.flatMap(i => info.idx[i] ?? []) : found
}
