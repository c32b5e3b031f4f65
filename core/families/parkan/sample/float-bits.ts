/** The bits of a number in single precision, as an unsigned word. */
export const floatBits = (value: number): number => new Uint32Array(Float32Array.of(value).buffer)[0] ?? 0
