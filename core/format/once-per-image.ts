import type { Bytes } from '../layout'

/** A function of an object that computes its result at the first call and returns the same result at later ones. */
export function oncePer<K extends object, T>(compute: (key: K) => T): (key: K) => T {
  const results = new WeakMap<K, { readonly result: T }>()
  return key => {
    let known = results.get(key)
    if (!known) results.set(key, (known = { result: compute(key) }))
    return known.result
  }
}

/** A function of an image that computes its result once. */
export const oncePerImage = <T>(compute: (image: Bytes) => T): ((image: Bytes) => T) => oncePer(compute)
