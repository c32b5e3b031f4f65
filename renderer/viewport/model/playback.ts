import { onScopeDispose, shallowRef, watch, type Ref, type ShallowRef } from 'vue'

/** Speeds of a preview, frames a second. */
export const RATES = [5, 10, 15, 25, 30, 60] as const
export const FIRST_RATE = 25

/** What is played: times are 0 to `last`, in frames. */
interface Sources {
  readonly last: Readonly<Ref<number>>
  /** Nothing is played while it is false. */
  readonly isVisible: Readonly<Ref<boolean>>
  /** Frames a second; absent: its own. */
  readonly rate?: ShallowRef<number>
}

/** The time of an animation. Between changes it costs nothing: frames are requested only while it plays. */
export function usePlayback({ last, isVisible, rate = shallowRef(FIRST_RATE) }: Sources) {
  const time = shallowRef(0)
  /** Frames since the start: as `time`, but continues where that starts again. */
  const elapsed = shallowRef(0)
  const isPlaying = shallowRef(false)
  const isLoop = shallowRef(true)
  let waiting = 0
  let before: number | undefined

  function goTo(next: number): void {
    if (Number.isFinite(next)) elapsed.value = time.value = Math.min(last.value, Math.max(0, next))
  }

  /** Plays on by a number of frames; at the end from the start again, or it stops there. */
  function advance(frames: number): void {
    const next = time.value + frames
    elapsed.value += frames
    if (next < last.value) time.value = next
    else if (isLoop.value && last.value > 0) time.value = next % last.value
    else {
      elapsed.value = time.value = last.value
      isPlaying.value = false
    }
  }

  function tick(now: number): void {
    waiting = 0
    if (!isPlaying.value) return
    if (before !== undefined) advance(((now - before) / 1000) * rate.value)
    before = now
    request()
  }
  function request(): void {
    if (isPlaying.value && isVisible.value && !waiting) waiting = requestAnimationFrame(tick)
  }
  watch([isPlaying, isVisible], ([playing, visible]) => {
    before = undefined
    if (playing && visible) request()
    else if (waiting) {
      cancelAnimationFrame(waiting)
      waiting = 0
    }
  })
  watch(last, () => goTo(time.value))
  onScopeDispose(() => cancelAnimationFrame(waiting))

  function toggle(): void {
    if (last.value <= 0) return
    if (!isPlaying.value && !isLoop.value && time.value >= last.value) elapsed.value = time.value = 0
    isPlaying.value = !isPlaying.value
  }
  /** A whole frame on or back, and no further. */
  function step(by: 1 | -1): void {
    isPlaying.value = false
    goTo(by > 0 ? Math.floor(time.value) + 1 : Math.ceil(time.value) - 1)
  }

  return {
    time,
    elapsed,
    isPlaying,
    isLoop,
    rate,
    last,
    goTo: (next: number): void => {
      isPlaying.value = false
      goTo(next)
    },
    advance,
    toggle,
    step,
  }
}
export type Playback = ReturnType<typeof usePlayback>
