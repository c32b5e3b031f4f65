import { own } from '@areal-studio/core/layout'
import { fly, roll, unitsPerPixel, type Vec, type View } from './camera'
import type { PointerChoices } from '../../state/settings.store'

/** Arrows and the number pad do the same for a hand on the right of the keyboard. Right, up and forward. */
const MOVES: Readonly<Record<string, Vec>> = {
  KeyW: [0, 0, 1],
  KeyS: [0, 0, -1],
  KeyA: [-1, 0, 0],
  KeyD: [1, 0, 0],
  KeyE: [0, 1, 0],
  KeyQ: [0, -1, 0],
  ArrowUp: [0, 0, 1],
  ArrowDown: [0, 0, -1],
  ArrowLeft: [-1, 0, 0],
  ArrowRight: [1, 0, 0],
  PageUp: [0, 1, 0],
  PageDown: [0, -1, 0],
  Numpad8: [0, 0, 1],
  Numpad2: [0, 0, -1],
  Numpad5: [0, 0, -1],
  Numpad4: [-1, 0, 0],
  Numpad6: [1, 0, 0],
  Numpad9: [0, 1, 0],
  Numpad7: [0, -1, 0],
}
/** The head rolls while flying, where the user lets it (M-03). */
const ROLLS: Readonly<Record<string, number>> = { KeyZ: -1, KeyC: 1 }
/** Radians a second. */
const ROLL = 1.2
/** Heights of the picture per second, measured at the distance of the target. */
const PACE = 0.6
const HURRY = 4
const SLOWEST = 0.05
const FASTEST = 40
/** Seconds: a picture that was long in coming does not throw the eye far. */
const LONGEST_STEP = 0.1

/**
 * The view after flying for some seconds with these keys held (places on the keyboard); `times` multiplies the speed.
 * Opposite keys cancel each other, two of the same direction count as one.
 */
export function flown(view: View, keys: readonly string[], seconds: number, times: number): View {
  const units = seconds * times * unitsPerPixel(view, 1) * PACE
  const along = (axis: 0 | 1 | 2): number =>
    Math.sign(keys.reduce((sum, code) => sum + (own(MOVES, code)?.[axis] ?? 0), 0)) * units
  const moved = fly(view, along(0), along(1), along(2))
  const rolling = keys.reduce((sum, code) => sum + (own(ROLLS, code) ?? 0), 0)
  return rolling === 0 ? moved : roll(moved, rolling * seconds * ROLL)
}

interface Sources {
  view(): View
  setView(view: View): void
  pointer(): PointerChoices
}

/** Flying by keys, frame by frame while one of them is held. */
export class Flight {
  /** Shift is held. */
  isFast = false
  private readonly held = new Set<string>()
  private speed = 1
  private awaited = 0

  constructor(private readonly sources: Sources) {}

  /** Whether a key moves the eye, now. */
  means(code: string): boolean {
    return Object.hasOwn(MOVES, code) || (Object.hasOwn(ROLLS, code) && this.sources.pointer().isRollFree)
  }

  press(code: string): void {
    this.held.add(code)
    if (this.awaited) return
    let last = performance.now()
    const step = (now: number): void => {
      const keys = [...this.held].filter(key => this.means(key))
      if (keys.length === 0) return this.stop()
      const times = this.speed * this.sources.pointer().fly * (this.isFast ? HURRY : 1)
      this.sources.setView(flown(this.sources.view(), keys, Math.min(LONGEST_STEP, (now - last) / 1000), times))
      last = now
      this.awaited = requestAnimationFrame(step)
    }
    this.awaited = requestAnimationFrame(step)
  }

  release(code: string): void {
    this.held.delete(code)
  }

  /** Makes this flight, and those after it, faster or (below 1) slower. */
  quicken(factor: number): void {
    this.speed = Math.min(FASTEST, Math.max(SLOWEST, this.speed * factor))
  }

  stop(): void {
    cancelAnimationFrame(this.awaited)
    this.awaited = 0
    this.held.clear()
  }
}
