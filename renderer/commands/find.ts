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

/** A name and its search words: its path, its title. */
export type Names = readonly { readonly name: string; readonly words: string }[]

const SIGNS = /[^\p{L}\d]+/gu
/** Both without case; the name without its signs too. Made once for a list. */
const prepared = new WeakMap<Names, readonly { readonly words: string; readonly plain: string }[]>()

/**
 * Numbers of the names that hold every word that was typed, in order. A word of letters and digits only may pass over
 * the signs in a name: `onetwo` is in `One.two`, `one.two` is not in `One/two.x`.
 */
export function namesWith(names: Names, query: string): readonly number[] {
  const typed = query.toLowerCase().split(/\s+/u).filter(Boolean)
  const ready =
    prepared.get(names) ??
    names.map(({ name, words }) => ({ words: words.toLowerCase(), plain: name.toLowerCase().replace(SIGNS, '') }))
  prepared.set(names, ready)
  return ready.flatMap(({ words, plain }, i) =>
    typed.every(word => words.includes(word) || plain.includes(word)) ? [i] : [],
  )
}

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
