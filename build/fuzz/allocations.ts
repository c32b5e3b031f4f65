const SIZED = [
  'Uint8Array',
  'Int8Array',
  'Uint8ClampedArray',
  'Uint16Array',
  'Int16Array',
  'Uint32Array',
  'Int32Array',
  'Float32Array',
  'Float64Array',
  'BigInt64Array',
  'BigUint64Array',
  'ArrayBuffer',
  'Array',
] as const
/** An element of a plain array, in bytes. */
const SLOT = 8

/** Runs work and returns the largest allocation by a number, in bytes: a count in a file that was not checked. */
export async function largestAllocation(work: () => Promise<void>): Promise<number> {
  let largest = 0
  const kept = SIZED.map(name => [name, globalThis[name]] as const)
  for (const [name, real] of kept) {
    const unit = name === 'ArrayBuffer' ? 1 : 'BYTES_PER_ELEMENT' in real ? real.BYTES_PER_ELEMENT : SLOT
    const note = (count: unknown): void => {
      if (typeof count === 'number') largest = Math.max(largest, count * unit)
    }
    const watched: object = new Proxy(real, {
      construct: (target, args: unknown[], asked) => {
        if (args.length === 1) note(args[0])
        return Reflect.construct(target, args, asked === watched ? target : asked) as object
      },
      get: (target, key, self) =>
        key === 'from' && name === 'Array' ? arrayFrom(note) : (Reflect.get(target, key, self) as unknown),
    })
    Object.assign(globalThis, { [name]: watched })
  }
  try {
    await work()
  } finally {
    for (const [name, real] of kept) Object.assign(globalThis, { [name]: real })
  }
  return largest
}

const realFrom: unknown = Array.from

function arrayFrom(note: (count: unknown) => void): (...args: unknown[]) => unknown {
  return (...args) => {
    const [source] = args
    if (
      typeof source === 'object' &&
      source !== null &&
      Object.getPrototypeOf(source) === Object.prototype &&
      'length' in source
    )
      note(source.length)
    return Reflect.apply(realFrom as () => unknown, Array, args)
  }
}
