/** 1, 2 or 5 times a power of ten, not below. */
export function roundStep(least: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(least, 1e-3)))
  return power * ([1, 2, 5, 10].find(step => step * power >= least) ?? 10)
}
