import type { Bytes } from '../layout'

/** A function of an image that computes its result at the first call and returns the same object at later ones. */
export function oncePerImage<T>(compute: (image: Bytes) => T): (image: Bytes) => T {
  const results = new WeakMap<Bytes, { readonly result: T }>()
  return image => {
    let known = results.get(image)
    if (!known) results.set(image, (known = { result: compute(image) }))
    return known.result
  }
}
