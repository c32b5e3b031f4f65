/** One value of a field: a bigint for 64 bits, a string for text. */
export type Cell = number | bigint | string

export type Cells = Float64Array | BigInt64Array | BigUint64Array | readonly string[]

export type Numbers = ArrayLike<number>
