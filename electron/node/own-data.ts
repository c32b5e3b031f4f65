/** Typed arrays that orders and results of threads consist of. */
type Numbers = Uint8Array | Uint32Array | Float32Array

const isNumbers = (value: unknown): value is Numbers =>
  value instanceof Uint8Array || value instanceof Uint32Array || value instanceof Float32Array

/** A copy with a buffer of its own; `slice` of a Buffer of Node would share its bytes. */
const sliced = (numbers: Numbers): Uint8Array<ArrayBuffer> | Uint32Array<ArrayBuffer> | Float32Array<ArrayBuffer> =>
  numbers instanceof Uint8Array ? new Uint8Array(numbers) : numbers.slice()

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
    const copy = sliced(numbers)
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
