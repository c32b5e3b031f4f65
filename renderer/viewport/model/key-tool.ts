import { own } from '@areal-studio/core/layout'
import { project, rayAt, unitsPerPixel, type Lens, type Vec } from '../camera/camera'
import { armAt, armMarks, AXES, isUnder, REACH } from '../tools/shape-handles'
import { pulled, type Axis, type Drag, type Pointer, type ToolMark } from '../tools/tool'
import { typedNumber, withKeyTyped } from '../tools/typed-number'
import { isNoMove, type KeyMove } from './key-change'

/** Access of the tool to the key that it changes. */
export interface KeyToolScene {
  lens(): Lens
  /** Size of the handles; 1 is the usual one. */
  gizmo(): number
  /** Where the node of the key is; undefined where no key is selected. */
  place(): Vec | undefined
  /** Shows the key moved; undefined: as it is stored. */
  show(move: KeyMove | undefined): void
  /** Writes the moved key, as one step of undo. */
  commit(move: KeyMove): Promise<unknown>
  redraw(): void
}

interface Moving {
  /** Undefined while the keyboard moves it. */
  readonly from: Pointer | undefined
  /** Where the node was. */
  readonly at: Vec
  axis: Axis
  isTurn: boolean
  typed: string
  move: KeyMove
}

const LOCKS: Readonly<Record<string, Axis>> = { KeyX: 'x', KeyY: 'y', KeyZ: 'z' }
const DIRECTIONS: Readonly<Record<Axis, Vec>> = { x: [1, 0, 0], y: [0, 1, 0], z: [0, 0, 1] }
const NONE: Vec = [0, 0, 0]
/** Radius of the rings in pixels, and the number of their corners. */
const RADIUS = 84
const CORNERS = 48
/** A turn with Ctrl goes in steps of this many degrees. */
const STEP = 15

/** Moves the selected key along an axis of the world by an arrow, or turns it around one by a ring. */
export class KeyTool {
  private moving: Moving | undefined

  constructor(private readonly scene: KeyToolScene) {}

  press(pointer: Pointer): Drag | undefined {
    const at = pointer.alt ? undefined : this.scene.place()
    if (!at) return undefined
    const [lens, large] = [this.scene.lens(), this.scene.gizmo()]
    const arm = armAt(lens, at, pointer, large)
    const ring = arm
      ? undefined
      : AXES.find(axis => ringOf(lens, at, axis, large).some(one => isUnder(lens, one, pointer)))
    const axis = arm ?? ring
    if (!axis) return undefined
    this.begin(pointer, at, axis, arm === undefined)
    return pulled(pointer, {
      move: to => this.follow(to),
      end: (_, isPulled) => (isPulled ? void this.finish() : void this.cancel()),
      cancel: () => void this.cancel(),
    })
  }

  key(event: KeyboardEvent): boolean {
    const axis = own(LOCKS, event.code)
    if (axis) return this.along(axis)
    if (event.code === 'KeyR') return this.turnInstead()
    const { moving } = this
    if (!moving) return false
    if (event.code === 'Enter' || event.code === 'NumpadEnter') {
      void this.finish()
      return true
    }
    if (event.code === 'Escape') return this.cancel()
    const typed = withKeyTyped(moving.typed, event)
    if (typed === undefined) return false
    moving.typed = typed
    this.applyTyped(moving)
    return true
  }

  cancel(): boolean {
    const had = this.moving !== undefined
    this.moving = undefined
    if (had) {
      this.scene.show(undefined)
      this.scene.redraw()
    }
    return had
  }

  marks(): ToolMark[] {
    const at = this.scene.place()
    if (!at) return []
    const { moving } = this
    const [lens, large] = [this.scene.lens(), this.scene.gizmo()]
    const rings = AXES.filter(axis => !moving || (moving.isTurn && moving.axis === axis))
    return [
      ...(moving?.isTurn ? [] : armMarks(lens, at, moving?.axis, large)),
      ...rings.map(
        (tone): ToolMark => ({
          kind: 'path',
          points: ringOf(lens, moving?.at ?? at, tone, large),
          isClosed: true,
          tone,
        }),
      ),
      ...(moving ? [{ kind: 'label', at, words: wordsOf(moving) } as const] : []),
    ]
  }

  private begin(from: Pointer | undefined, at: Vec, axis: Axis, isTurn: boolean): Moving {
    return (this.moving = { from, at, axis, isTurn, typed: '', move: { by: NONE } })
  }

  private along(axis: Axis): boolean {
    const at = this.scene.place()
    if (!at) return false
    const moving = this.moving ?? this.begin(undefined, at, axis, false)
    moving.axis = axis
    this.applyTyped(moving)
    return true
  }

  private turnInstead(): boolean {
    const at = this.scene.place()
    if (!at) return false
    const moving = this.moving ?? this.begin(undefined, at, 'z', false)
    moving.isTurn = !moving.isTurn
    this.applyTyped(moving)
    return true
  }

  /** A typed number is the distance, or the turn in degrees. */
  private applyTyped(moving: Moving): void {
    const number = typedNumber(moving.typed) ?? 0
    this.set(moving, moving.isTurn ? (number * Math.PI) / 180 : number)
  }

  private set(moving: Moving, amount: number): void {
    const { axis } = moving
    const [x, y, z] = DIRECTIONS[axis]
    moving.move = moving.isTurn
      ? { by: NONE, turn: { axis, angle: amount } }
      : { by: [x * amount, y * amount, z * amount] }
    this.scene.show(moving.move)
    this.scene.redraw()
  }

  private follow(to: Pointer): void {
    const { moving } = this
    if (!moving?.from || moving.typed !== '') return
    const lens = this.scene.lens()
    const amount = moving.isTurn
      ? turnedBy(lens, moving.at, moving.axis, [moving.from, to], to.ctrl)
      : movedBy(lens, moving.at, DIRECTIONS[moving.axis], moving.from, to)
    this.set(moving, amount)
  }

  private async finish(): Promise<void> {
    const { moving } = this
    this.moving = undefined
    if (moving && !isNoMove(moving.move)) await this.scene.commit(moving.move)
    this.scene.show(undefined)
    this.scene.redraw()
  }
}

/** Corners of a ring around an axis of the world, of equal size on the screen at any distance. */
function ringOf(lens: Lens, [x, y, z]: Vec, axis: Axis, large: number): Vec[] {
  const radius = RADIUS * large * unitsPerPixel(lens.view, lens.size.height)
  return Array.from({ length: CORNERS }, (_, k): Vec => {
    const turn = (2 * Math.PI * k) / CORNERS
    const [a, b] = [radius * Math.cos(turn), radius * Math.sin(turn)]
    if (axis === 'x') return [x, y + a, z + b]
    return axis === 'y' ? [x + b, y, z + a] : [x + a, y + b, z]
  })
}

/** Distance along an axis for a drag on the screen. */
function movedBy(lens: Lens, at: Vec, [x, y, z]: Vec, from: Pointer, to: Pointer): number {
  const unit = 40 * unitsPerPixel(lens.view, lens.size.height)
  const [a, b] = [project(lens, at), project(lens, [at[0] + x * unit, at[1] + y * unit, at[2] + z * unit])]
  if (!a || !b) return 0
  const [dx, dy] = [b.x - a.x, b.y - a.y]
  const length = dx * dx + dy * dy
  return length < REACH ? 0 : (unit * ((to.x - from.x) * dx + (to.y - from.y) * dy)) / length
}

/** Turn around an axis, in radians, for a drag: between the places of the plane of the ring under both ends. */
function turnedBy(lens: Lens, at: Vec, axis: Axis, ends: readonly [Pointer, Pointer], isStepped: boolean): number {
  const [from, to] = ends.map(pointer => angleAt(lens, at, axis, pointer))
  if (from === undefined || to === undefined) return 0
  const turn = Math.atan2(Math.sin(to - from), Math.cos(to - from))
  const step = (STEP * Math.PI) / 180
  return isStepped ? Math.round(turn / step) * step : turn
}

/** Angle of the place of the plane under a pixel; undefined where the plane is seen from its side. */
function angleAt(lens: Lens, at: Vec, axis: Axis, { x, y }: Pointer): number | undefined {
  const { origin, direction } = rayAt(lens, x, y)
  const k = AXES.indexOf(axis)
  const slope = direction[k] ?? 0
  if (Math.abs(slope) < 0.05) return undefined
  const along = ((at[k] ?? 0) - (origin[k] ?? 0)) / slope
  const away = (other: number): number =>
    (origin[other % 3] ?? 0) + along * (direction[other % 3] ?? 0) - (at[other % 3] ?? 0)
  return Math.atan2(away(k + 2), away(k + 1))
}

function wordsOf({ axis, isTurn, move: { by, turn } }: Moving): string {
  const name = axis.toUpperCase()
  if (isTurn) return `${name}  ${(((turn?.angle ?? 0) * 180) / Math.PI).toFixed(1)}°`
  return `${name}  ${(by[AXES.indexOf(axis)] ?? 0).toFixed(2)}`
}
