/** Typed arrays that orders and results of threads consist of. */
type Numbers = Uint8Array | Uint32Array | Float32Array

const isNumbers = (value: unknown): value is Numbers =>
  value instanceof Uint8Array || value instanceof Uint32Array || value instanceof Float32Array

/**
 * Plain data whose arrays of numbers are copies with a buffer of their own, to be given to a thread: of a part of an image
 * the whole image would be sent. `buffers`: those copies, each once.
 */
export function ownData<Data>(data: Data): { readonly data: Data; readonly buffers: ArrayBuffer[] } {
  const copies = new Map<Numbers, Numbers>()
  const buffers: ArrayBuffer[] = []
  const copyOf = (numbers: Numbers): Numbers => {
    const known = copies.get(numbers)
    if (known) return known
    const copy = numbers.slice()
    copies.set(numbers, copy)
    buffers.push(copy.buffer)
    return copy
  }
  const own = (value: unknown): unknown => {
    if (isNumbers(value)) return copyOf(value)
    if (Array.isArray(value)) return value.map(own)
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, own(part)]))
  }
  return { data: own(data) as Data, buffers }
}
