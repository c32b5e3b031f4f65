/** One value of a field: of 64 bits a bigint, of a text its words. */
export type Cell = number | bigint | string

export type Cells = Float64Array | BigInt64Array | BigUint64Array | readonly string[]

export type Numbers = ArrayLike<number>
