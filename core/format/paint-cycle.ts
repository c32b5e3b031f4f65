import type { PaintCycle } from './scene'

/** Phase at a time, in milliseconds from the start. Phases are not blended; a random cycle starts with its first key. */
export function phaseAt({ mode, phases, ends }: PaintCycle, time: number): number {
  const at = placeIn(mode, ends.at(-1) ?? 0, Math.max(0, time))
  const key = ends.findIndex(end => at < end)
  return (key < 0 ? phases.at(-1) : phases[key]) ?? 0
}

/** Milliseconds into the keys. */
function placeIn(mode: PaintCycle['mode'], period: number, time: number): number {
  if (mode === 'once') return Math.min(time, period)
  if (mode !== 'back_and_forth') return time % period
  const place = time % (2 * period)
  return place < period ? place : 2 * period - place
}
