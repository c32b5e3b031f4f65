/**
 * Options of a Node process that a test uses for seconds: V8 optimizes a function later than by default. Optimizing took half
 * of the processor time of such a host; functions that run long are still optimized.
 */
export const SHORT_LIFE = ['--interrupt-budget=4000000']
