type AnyArray =
  | Float32Array
  | Float64Array
  | Int8Array
  | Int16Array
  | Int32Array
  | Uint8Array
  | Uint16Array
  | Uint32Array

const isArray = (value: object): value is AnyArray => ArrayBuffer.isView(value) && !(value instanceof DataView)
const isPlain = (value: object): boolean => {
  const proto: unknown = Object.getPrototypeOf(value)
  return proto === Object.prototype || proto === null
}

/**
 * A copy of a message for another thread, and the buffers of its typed arrays, to be transferred with it. Each array has a
 * buffer of its own: what the sender keeps, and what it views a part of, is not taken away from it. What is the same
 * object in several places is the same in the copy.
 */
export function packed<T>(message: T): { readonly value: T; readonly buffers: ArrayBuffer[] } {
  const buffers: ArrayBuffer[] = []
  const known = new Map<object, unknown>()

  function copy(value: unknown): unknown {
    if (typeof value !== 'object' || value === null) return value
    const found = known.get(value)
    if (found !== undefined) return found
    if (isArray(value)) {
      const own = value.slice()
      buffers.push(own.buffer)
      known.set(value, own)
      return own
    }
    if (Array.isArray(value)) {
      const list = value.map(copy)
      known.set(value, list)
      return list
    }
    if (!isPlain(value)) return value
    const made = Object.fromEntries(Object.entries(value).map(([key, one]) => [key, copy(one)]))
    known.set(value, made)
    return made
  }

  return { value: copy(message) as T, buffers }
}
