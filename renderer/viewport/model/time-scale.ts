import { computed, type Ref } from 'vue'

/** Room at both ends of the tracks, so that marks are drawn whole. */
export const EDGE = 12

/** Where frames are along the tracks of a timeline, in pixels from their left edge. */
export interface TimeScale {
  /** Pixels from the first frame to the last. */
  readonly room: Readonly<Ref<number>>
  /** Number of the last frame. */
  readonly last: Readonly<Ref<number>>
  at(frame: number): number
  frameAt(x: number): number
}

/** `width`: of the tracks in pixels. */
export function useTimeScale(width: Readonly<Ref<number>>, last: Readonly<Ref<number>>): TimeScale {
  const room = computed(() => Math.max(1, width.value - 2 * EDGE))
  return {
    room,
    last,
    at: frame => EDGE + (last.value > 0 ? (frame / last.value) * room.value : 0),
    frameAt: x => ((x - EDGE) / room.value) * last.value,
  }
}
