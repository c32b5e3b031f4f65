import { own } from '@areal-studio/core/layout'
import { computed, type Ref } from 'vue'
import type { PlacedItem } from '@areal-studio/core/format'
import { axesOf, pointAtLevel, unitsPerPixel, type Vec } from '../camera/camera'
import { isSamePlaced, type Place, type PlacedRecord } from '../scene/placed-scene'
import { placeNow, type Places } from './placed-places'
import { isOnRing, ringMarks, turnBetween } from './ring-handle'
import { factorBetween, isOnScale, scaleMarks } from './scale-handle'
import { armAt, armMarks } from './shape-handles'
import type { MoveOptions } from './tool-options'
import type { ToolScene } from './tool-scene'
import { typedNumber, withKeyTyped } from './typed-number'
import { pulled, type Axis, type Drag, type MapTool, type Pointer, type ToolMark } from './tool'

/** Access of the tool to placed records. */
export interface MoveScene extends Pick<ToolScene, 'lens' | 'gizmo' | 'picker' | 'redraw'> {
  readonly chosen: Readonly<Ref<readonly PlacedRecord[]>>
  /** The record under a pixel. */
  pickPlaced(x: number, y: number): PlacedRecord | undefined
  /** The ground under a pixel. */
  groundAt(x: number, y: number): Vec | undefined
  /** The same record of the present item, after edits; undefined where it no longer exists. */
  current(one: PlacedRecord): PlacedRecord | undefined
  /** Shows records at other places; an empty map: at their own. */
  showAt(places: Places): void
  /** Writes the places, as one step of undo. */
  commit(places: Places): Promise<unknown>
}

/** What a move changes: one axis, the turn around the vertical, or the scale; undefined: x and y. */
type Lock = Axis | 'turn' | 'scale' | undefined

interface Moving {
  readonly chosen: readonly PlacedRecord[]
  readonly from: Pointer | undefined
  lock: Lock
  typed: string
  /** Distance along x, y, z in world units, the turn in radians, and the factor of the scale. */
  by: Vec
  turn: number
  factor: number
}

const LOCK_KEYS: Readonly<Record<string, Lock>> = { KeyX: 'x', KeyY: 'y', KeyZ: 'z', KeyR: 'turn', KeyS: 'scale' }
const AXIS_OF: Readonly<Record<Axis, 0 | 1 | 2>> = { x: 0, y: 1, z: 2 }
/** Distance of one press of an arrow key in world units, and with Shift. */
const NUDGE = 1
const LARGE_NUDGE = 10
/** Milliseconds after the last arrow key until a nudge is committed. */
const NUDGE_DELAY = 700

/** Moves, turns and scales the selected placed records. */
export class MoveTool implements MapTool {
  private moving: Moving | undefined
  private rest: ReturnType<typeof setTimeout> | undefined

  constructor(
    private readonly scene: MoveScene,
    private readonly options: MoveOptions,
  ) {}

  /** Selected records that can be moved. */
  readonly movable = computed<readonly PlacedRecord[]>(() =>
    this.scene.chosen.value.filter(({ item }) => item.kind !== 'lines' && item.placing !== undefined),
  )
  /** The record that the gizmo and the numbers of the panel show, with its place. */
  readonly active = computed<(PlacedRecord & Place) | undefined>(() => {
    const one = this.movable.value.at(-1)
    return one && { ...one, ...placeNow(one) }
  })

  press(pointer: Pointer): Drag | undefined {
    if (pointer.alt) return undefined
    const active = this.active.value
    if (!active) return undefined
    const lock =
      this.scaleAt(active, pointer) ??
      armAt(this.scene.lens(), this.grip(active), pointer, this.scene.gizmo()) ??
      this.ringAt(active, pointer)
    if (lock === undefined && !this.isOnChosen(pointer)) return undefined
    this.begin(pointer, lock)
    return pulled(pointer, {
      move: to => this.follow(to),
      end: (_, isPulled) => void (isPulled || this.moving?.typed ? this.finish() : this.cancel()),
      cancel: () => void this.cancel(),
    })
  }

  key(event: KeyboardEvent): boolean {
    const nudge = this.nudgeOf(event)
    if (nudge) return this.nudge(nudge)
    const lock = own(LOCK_KEYS, event.code)
    if (lock) return this.lockTo(lock)
    const { moving } = this
    if (!moving) return false
    if (event.code === 'Enter' || event.code === 'NumpadEnter') {
      void this.finish()
      return true
    }
    const typed = withKeyTyped(moving.typed, event)
    if (typed === undefined) return false
    moving.typed = typed
    this.show(this.typedMove(moving))
    return true
  }

  cancel(): boolean {
    const had = this.moving !== undefined
    clearTimeout(this.rest)
    this.moving = undefined
    this.scene.showAt(new Map())
    this.scene.redraw()
    return had
  }

  /** Redraws; edits and undo change the places that a move starts from. */
  followEdits(): void {
    if (this.moving) this.show(this.moving)
    else this.scene.redraw()
  }

  /** Ends what is under way: a move by keys is committed, a drag is cancelled. */
  leave(): void {
    if (this.moving && !this.moving.from) void this.finish()
    else this.cancel()
  }

  /** Scales all selected records that have a scale by the same factor, each in its place, as one step of undo. */
  async scaleBy(factor: number): Promise<void> {
    const chosen = this.movable.value
    const moving: Moving = { chosen, from: undefined, lock: 'scale', typed: '', by: [0, 0, 0], turn: 0, factor }
    if (chosen.length > 0 && factor > 0) await this.scene.commit(this.placesOf(moving, false))
  }

  /** Moves all selected records by the same distance and turns them by the same angle, as one step of undo. */
  async moveBy(by: Vec, turn = 0, isOnGround = this.options.isOnGround && by[2] === 0): Promise<void> {
    const moving: Moving = {
      chosen: this.movable.value,
      from: undefined,
      lock: undefined,
      typed: '',
      by,
      turn,
      factor: 1,
    }
    if (moving.chosen.length > 0) await this.scene.commit(this.placesOf(moving, isOnGround))
  }

  marks(): ToolMark[] {
    const active = this.active.value
    if (!active) return []
    const { scene, moving } = this
    const at = moving ? this.moved(moving, active, this.isGrounded(moving)).at : active.at
    const grip = this.grip({ at })
    const lock = moving?.lock
    return [
      ...(lock === 'turn' || lock === 'scale' ? [] : armMarks(scene.lens(), grip, lock, scene.gizmo())),
      ...(active.scale && (lock === undefined || lock === 'scale')
        ? scaleMarks(scene.lens(), grip, moving?.factor ?? 1, lock === 'scale', scene.gizmo())
        : []),
      ...(active.turn === undefined || (lock !== undefined && lock !== 'turn')
        ? []
        : ringMarks(scene.lens(), grip, active.turn + (moving?.turn ?? 0), lock === 'turn', scene.gizmo())),
      ...(moving && lock !== 'turn' && lock !== 'scale'
        ? [{ kind: 'path', points: [active.at, at], isClosed: false, tone: 'plain', isDashed: true } as const]
        : []),
      // Last, so that no line crosses its numbers.
      ...(moving ? [{ kind: 'label', at: grip, words: wordsOf(moving) } as const] : []),
    ]
  }

  private begin(from: Pointer | undefined, lock: Lock): Moving {
    clearTimeout(this.rest)
    return (this.moving = { chosen: this.movable.value, from, lock, typed: '', by: [0, 0, 0], turn: 0, factor: 1 })
  }

  private lockTo(lock: Lock): boolean {
    const active = this.active.value
    if (!active || (lock === 'scale' && !active.scale)) return false
    const moving = this.moving ?? this.begin(undefined, undefined)
    moving.lock = moving.lock === lock ? undefined : lock
    this.show(this.typedMove(moving))
    return true
  }

  private nudgeOf(event: KeyboardEvent): Vec | undefined {
    const step = event.shiftKey ? LARGE_NUDGE : NUDGE
    if (event.code === 'PageUp' || event.code === 'PageDown') return [0, 0, event.code === 'PageUp' ? step : -step]
    const { right } = axesOf(this.scene.lens().view)
    // The axis of the world that points most to the right of the screen, and the one that points away.
    const isAlongX = Math.abs(right[0]) >= Math.abs(right[1])
    const way: Vec = isAlongX ? [Math.sign(right[0]) * step, 0, 0] : [0, Math.sign(right[1]) * step, 0]
    const away: Vec = [-way[1], way[0], 0]
    const signed = (one: Vec, sign: number): Vec => [one[0] * sign, one[1] * sign, 0]
    return own({ ArrowRight: way, ArrowLeft: signed(way, -1), ArrowUp: away, ArrowDown: signed(away, -1) }, event.code)
  }

  private nudge([x, y, z]: Vec): boolean {
    if (!this.active.value) return false
    const moving = this.moving ?? this.begin(undefined, undefined)
    clearTimeout(this.rest)
    const [dx, dy, dz] = moving.by
    moving.by = [dx + x, dy + y, dz + z]
    this.show(moving)
    this.rest = setTimeout(() => void this.finish(), NUDGE_DELAY)
    return true
  }

  private follow(to: Pointer): void {
    const { moving } = this
    const active = this.active.value
    if (!moving?.from || !active) return
    const { lock, from } = moving
    if (lock === 'turn') {
      const [a, b] = [this.levelAt(from, active.at[2]), this.levelAt(to, active.at[2])]
      moving.turn = turnBetween(active.at, a, b, to.ctrl)
    } else if (lock === 'scale') {
      moving.factor = factorBetween(this.scene.lens(), this.grip(active), from, to)
    } else if (lock === 'z') {
      const { view, size } = this.scene.lens()
      moving.by = [0, 0, (from.y - to.y) * unitsPerPixel(view, size.height)]
    } else {
      const [a, b] = [this.planeAt(from, active.at[2]), this.planeAt(to, active.at[2])]
      moving.by = [lock === 'y' ? 0 : b[0] - a[0], lock === 'x' ? 0 : b[1] - a[1], 0]
    }
    this.show(this.typedMove(moving))
  }

  /** A typed number replaces the distance or turn of the pointer. */
  private typedMove(moving: Moving): Moving {
    const number = typedNumber(moving.typed)
    if (number === undefined) return moving
    if (moving.lock === 'turn') moving.turn = (number * Math.PI) / 180
    else if (moving.lock === 'scale') moving.factor = number > 0 ? number : 1
    else {
      const by: [number, number, number] = [0, 0, 0]
      const axis = moving.lock ?? 'x'
      moving.lock = axis
      by[AXIS_OF[axis]] = number
      moving.by = by
    }
    return moving
  }

  private show(moving: Moving): void {
    this.scene.showAt(this.placesOf(moving, this.isGrounded(moving)))
    this.scene.redraw()
  }

  private async finish(): Promise<void> {
    const { moving } = this
    clearTimeout(this.rest)
    this.moving = undefined
    const isMoved = moving && (moving.turn !== 0 || moving.factor !== 1 || moving.by.some(way => way !== 0))
    if (isMoved) await this.scene.commit(this.placesOf(moving, this.isGrounded(moving)))
    if (!this.moving) this.scene.showAt(new Map())
    this.scene.redraw()
  }

  private isGrounded({ by }: Moving): boolean {
    return this.options.isOnGround && by[2] === 0 && (by[0] !== 0 || by[1] !== 0)
  }

  private placesOf(moving: Moving, isOnGround: boolean): Places {
    const places = new Map<PlacedItem, Map<number, Place>>()
    const chosen = moving.chosen.flatMap(one => this.scene.current(one) ?? [])
    for (const one of chosen) {
      const own = places.get(one.item) ?? new Map<number, Place>()
      places.set(one.item, own.set(one.record, this.moved({ ...moving, chosen }, one, isOnGround)))
    }
    return places
  }

  /** New place of a record; several records turn around the last one, as one body. */
  private moved({ by, turn, factor, chosen }: Moving, one: PlacedRecord, isOnGround: boolean): Place {
    const { at, turn: before, scale } = placeNow(one)
    const last = chosen.at(-1)
    const [cx, cy] = last ? placeNow(last).at : at
    const [cos, sin] = [Math.cos(turn), Math.sin(turn)]
    const x = cx + cos * (at[0] - cx) - sin * (at[1] - cy) + by[0]
    const y = cy + sin * (at[0] - cx) + cos * (at[1] - cy) + by[1]
    const ground = isOnGround ? this.scene.picker()?.heightAt(x, y) : undefined
    return {
      at: [x, y, ground ?? at[2] + by[2]],
      ...(before !== undefined && { turn: before + turn }),
      ...(scale && { scale: scale.map(value => Math.fround(value * factor)) as unknown as Vec }),
    }
  }

  /** Place of the gizmo; points without a stored height have it on the ground. */
  private grip({ at: [x, y, z] }: Place): Vec {
    const item = this.active.value?.item
    const isFlat = item?.kind === 'points' && item.placing?.position.length === 2
    return [x, y, isFlat ? (this.scene.picker()?.heightAt(x, y) ?? z) : z]
  }

  private isOnChosen({ x, y }: Pointer): boolean {
    const under = this.scene.pickPlaced(x, y)
    return under !== undefined && this.movable.value.some(one => isSamePlaced(one, under))
  }

  private ringAt(active: Place, pointer: Pointer): Lock {
    if (active.turn === undefined) return undefined
    return isOnRing(this.scene.lens(), this.grip(active), pointer, this.scene.gizmo()) ? 'turn' : undefined
  }

  private scaleAt(active: Place, pointer: Pointer): Lock {
    if (!active.scale) return undefined
    return isOnScale(this.scene.lens(), this.grip(active), pointer, this.scene.gizmo()) ? 'scale' : undefined
  }

  private planeAt(pointer: Pointer, level: number): Vec {
    return this.scene.groundAt(pointer.x, pointer.y) ?? this.levelAt(pointer, level)
  }

  private levelAt({ x, y }: Pointer, level: number): Vec {
    return pointAtLevel(this.scene.lens(), x, y, level)
  }
}

function wordsOf({ lock, by, turn, factor }: Moving): string {
  if (lock === 'scale') return `×${factor.toFixed(2)}`
  if (lock === 'turn') return `${((turn * 180) / Math.PI).toFixed(1)}°`
  return lock ? `${lock.toUpperCase()}  ${distance(by[AXIS_OF[lock]])}` : by.map(distance).join('  ')
}

/** A distance with two digits, never the negative zero of rounding. */
const distance = (way: number): string => (way > -0.005 && way < 0 ? 0 : way).toFixed(2)
