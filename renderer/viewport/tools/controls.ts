import type { Preset } from '../../commands/keymap'
import type { PointerChoices } from '../../state/settings.store'
import {
  axesOf,
  dot,
  eyeOf,
  look,
  orbitAbout,
  pan,
  subtract,
  withPivotAt,
  zoomAt,
  type Vec,
  type View,
} from '../camera/camera'
import { Flight } from '../camera/flight'
import { rectOf } from '../geometry/lasso'
import type { Rect } from '../geometry/map-picker'
import { dragOf, type PlainDrag } from '../camera/mouse-presets'
import { modeOf, type Mode } from '../scene/select-mode'
import { CLICK_SLACK, type Drag as ToolDrag, type Pointer } from './tool'

/** Effects of pointer and keys; the panel carries them out. */
export interface Gestures {
  view(): View
  setView(view: View): void
  /** How fast and which way the mouse moves the eye, as the user chose. */
  pointer(): PointerChoices
  /** Which tool's mouse the user has chosen along with its keys. */
  preset(): Preset
  /** The ground or region under a pixel. */
  placeAt(x: number, y: number): Vec | undefined
  /** Where orbiting turns round when nothing is under the pointer. */
  pivot(): Vec | undefined
  click(x: number, y: number, mode: Mode): void
  doubleClick(pointer: Pointer): void
  /** The active tool may take a press of the left button for itself. */
  press(pointer: Pointer): ToolDrag | undefined
  /** The frame being drawn; null when it is done or given up. */
  framing(rect: Rect | null): void
  framed(rect: Rect, mode: Mode): void
  hover(pointer: Pointer): void
  leave(): void
  menu(x: number, y: number): void
  drill(x: number, y: number, step: 1 | -1): void
  /** Returns whether the key had a meaning. */
  key(event: KeyboardEvent): boolean
  /** Modifiers held now: the hints of the status bar depend on them. */
  held(modifiers: Modifiers): void
  /** A drag that Esc can give up has begun or ended. */
  dragging(isOn: boolean): void
}
export interface Modifiers {
  readonly shift: boolean
  readonly ctrl: boolean
  readonly alt: boolean
  readonly isFlying: boolean
  readonly canRoll?: boolean
}

type Drag = PlainDrag | 'tool'
interface Held {
  readonly pointer: number
  readonly button: number
  readonly x: number
  readonly y: number
  readonly tool: ToolDrag | undefined
  drag: Drag
  hasMoved: boolean
  lastX: number
  lastY: number
}

const TURN = 0.006
const LOOK = 0.0035
const WHEEL = 0.0016
/** Chromium reports a pinch as a wheel by 100 · ln(scale): the picture grows as the fingers part. */
const PINCH = 0.01
const MOST_TURN = 240
const ZOOM = 0.006
const LINE = 24

/** Mouse and keys of the map: left selects, right looks and flies; what else moves the eye depends on the preset. */
export class MapControls {
  private held: Held | undefined
  private isControlHeld = false
  private readonly flight: Flight
  /** What the present drag turns round; absent: the middle of the picture. */
  private centre: Vec | undefined
  /** What the present drag holds, and how deep in the picture it lies. */
  private grabbed: Vec = [0, 0, 0]
  private depth = 0
  private readonly removers: (() => void)[] = []

  constructor(
    private readonly element: HTMLElement,
    private readonly gestures: Gestures,
  ) {
    this.flight = new Flight(gestures)
    this.on('pointerdown', event => this.down(event))
    this.on('pointermove', event => this.move(event))
    this.on('pointerup', event => this.up(event))
    this.on('pointercancel', () => this.giveUp())
    this.on('pointerleave', () => {
      if (!this.held) gestures.leave()
    })
    this.on('dblclick', event => gestures.doubleClick(this.pointer(event)))
    this.on('contextmenu', event => event.preventDefault())
    this.on('wheel', event => this.wheel(event), { passive: false })
    this.on('keydown', event => this.keyDown(event))
    this.on('keyup', event => this.keyUp(event))
    this.on('blur', () => this.letGo())
  }

  dispose(): void {
    for (const remove of this.removers) remove()
    this.flight.stop()
  }

  private on<K extends keyof HTMLElementEventMap>(
    name: K,
    handler: (event: HTMLElementEventMap[K]) => void,
    options?: AddEventListenerOptions,
  ): void {
    this.element.addEventListener(name, handler, options)
    this.removers.push(() => this.element.removeEventListener(name, handler, options))
  }

  private at(event: MouseEvent): [x: number, y: number] {
    const box = this.element.getBoundingClientRect()
    return [event.clientX - box.left, event.clientY - box.top]
  }

  private pointer(event: MouseEvent): Pointer {
    const [x, y] = this.at(event)
    return { x, y, shift: event.shiftKey, ctrl: event.ctrlKey || event.metaKey, alt: event.altKey }
  }

  private down(event: PointerEvent): void {
    if (this.held) return
    const [x, y] = this.at(event)
    const tool = event.button === 0 ? this.gestures.press(this.pointer(event)) : undefined
    const drag = tool ? 'tool' : dragOf(event.button, this.pointer(event), this.gestures.preset())
    this.element.setPointerCapture(event.pointerId)
    this.held = {
      pointer: event.pointerId,
      button: event.button,
      x,
      y,
      tool,
      drag,
      hasMoved: false,
      lastX: x,
      lastY: y,
    }
    if (event.button === 1) {
      // Keeps the browser from scrolling by itself; the focus it would have given is given here.
      event.preventDefault()
      this.element.focus({ preventScroll: true })
    }
    if (drag === 'orbit') this.turnRound(x, y)
    if (drag === 'pan' || drag === 'zoom') this.grab(x, y)
    if (drag === 'fly') this.tellHeld(event)
  }

  /** Orbit turns round the selection, else what is under the pointer, else what it turned round last (M-01). */
  private turnRound(x: number, y: number): void {
    const { gestures } = this
    const view = gestures.view()
    const pivot = gestures.pivot() ?? gestures.placeAt(x, y)
    if (!pivot) return
    const depth = dot(subtract(pivot, eyeOf(view)), axesOf(view).forward)
    if (depth <= 0) return
    this.centre = pivot
    gestures.setView(withPivotAt(view, depth))
  }

  private grab(x: number, y: number): void {
    const view = this.gestures.view()
    const place = this.gestures.placeAt(x, y)
    this.depth = place ? dot(subtract(place, eyeOf(view)), axesOf(view).forward) : view.distance
    this.grabbed = place ?? view.pivot
  }

  private move(event: PointerEvent): void {
    const [x, y] = this.at(event)
    const { held, gestures } = this
    if (!held || held.pointer !== event.pointerId) {
      this.tellHeld(event)
      gestures.hover(this.pointer(event))
      return
    }
    const dx = x - held.lastX
    const dy = y - held.lastY
    if (!held.hasMoved && Math.hypot(x - held.x, y - held.y) >= CLICK_SLACK) {
      held.hasMoved = true
      if (held.tool || held.drag === 'box') gestures.dragging(true)
    }
    held.lastX = x
    held.lastY = y
    if (held.tool) return held.tool.move(this.pointer(event))
    if (!held.hasMoved) return
    const view = gestures.view()
    if (held.drag === 'box') gestures.framing(rectOf(held.x, held.y, x, y))
    const { turn, isInverted } = gestures.pointer()
    const [yaw, pitch] = [-dx * turn, (isInverted ? dy : -dy) * turn]
    if (held.drag === 'orbit') gestures.setView(orbitAbout(view, this.centre ?? view.pivot, yaw * TURN, pitch * TURN))
    if (held.drag === 'pan') gestures.setView(this.panned(dx, dy, this.depth))
    if (held.drag === 'zoom') gestures.setView(zoomAt(view, this.grabbed, Math.exp(dy * ZOOM * this.zoomSpeed())))
    if (held.drag === 'fly') gestures.setView(look(view, yaw * LOOK, pitch * LOOK))
  }

  private panned(dx: number, dy: number, depth: number): View {
    const { pan: speed, isPanInverted } = this.gestures.pointer()
    const by = isPanInverted ? -speed : speed
    return pan(this.gestures.view(), dx * by, dy * by, this.element.clientHeight, depth)
  }

  private zoomSpeed(): number {
    const { zoom, isZoomInverted } = this.gestures.pointer()
    return isZoomInverted ? -zoom : zoom
  }

  private up(event: PointerEvent): void {
    const { held, gestures } = this
    if (!held || held.pointer !== event.pointerId || held.button !== event.button) return
    this.held = undefined
    this.centre = undefined
    this.flight.stop()
    const [x, y] = this.at(event)
    gestures.framing(null)
    gestures.dragging(false)
    if (held.tool) held.tool.end(this.pointer(event))
    else if (held.drag === 'box' && held.hasMoved) gestures.framed(rectOf(held.x, held.y, x, y), modeOf(event))
    else if (held.drag === 'box') gestures.click(x, y, modeOf(event))
    else if (held.drag === 'fly' && !held.hasMoved) gestures.menu(x, y)
    this.tellHeld(event)
  }

  /** Ends a drag without its effect (K-07). Returns whether there was one. */
  giveUp(): boolean {
    const had = this.held !== undefined
    this.held?.tool?.cancel()
    this.held = undefined
    this.centre = undefined
    this.gestures.framing(null)
    this.gestures.dragging(false)
    this.flight.stop()
    return had
  }

  private wheel(event: WheelEvent): void {
    event.preventDefault()
    const { gestures } = this
    const unit = event.deltaMode === 0 ? 1 : event.deltaMode === 1 ? LINE : this.element.clientHeight
    const [dx, dy] = [event.deltaX * unit, event.deltaY * unit]
    const [x, y] = this.at(event)
    if (this.held?.drag === 'fly') return this.flight.quicken(1 / wheelFactor(dy, false))
    // A pinch comes as a wheel with Ctrl that nobody holds; with the key held it drills.
    if (event.ctrlKey && this.isControlHeld) return gestures.drill(x, y, dy > 0 ? 1 : -1)
    const view = gestures.view()
    if (Math.abs(dx) > Math.abs(dy)) return gestures.setView(this.panned(-dx, 0, view.distance))
    gestures.setView(
      zoomAt(view, gestures.placeAt(x, y) ?? view.pivot, wheelFactor(dy, event.ctrlKey) ** this.zoomSpeed()),
    )
  }

  private keyDown(event: KeyboardEvent): void {
    if (event.key === 'Control') this.isControlHeld = true
    this.tellHeld(event)
    if (event.code === 'Escape' && this.giveUp()) {
      event.preventDefault()
      event.stopPropagation()
      return
    }
    if (this.held?.drag === 'fly' && this.flight.means(event.code)) {
      event.preventDefault()
      event.stopPropagation()
      this.flight.press(event.code)
      return
    }
    if (this.gestures.key(event)) {
      event.preventDefault()
      event.stopPropagation()
    }
  }

  private keyUp(event: KeyboardEvent): void {
    this.flight.release(event.code)
    if (event.key === 'Control') this.isControlHeld = false
    this.tellHeld(event)
  }

  /** Another element has the keyboard: releases of the held keys are not reported here. */
  private letGo(): void {
    this.flight.stop()
    this.isControlHeld = false
    this.tellHeld()
  }

  private tellHeld(event?: {
    readonly shiftKey: boolean
    readonly ctrlKey: boolean
    readonly altKey: boolean
    readonly metaKey: boolean
  }): void {
    this.flight.isFast = event?.shiftKey ?? false
    this.gestures.held({
      shift: event?.shiftKey ?? false,
      ctrl: (event?.ctrlKey || event?.metaKey) ?? false,
      alt: event?.altKey ?? false,
      isFlying: this.held?.drag === 'fly',
      canRoll: this.gestures.pointer().isRollFree,
    })
  }
}

/** Factor of the distance for a turn of the wheel, or a pinch, of `pixels`; below 1 is nearer. */
export const wheelFactor = (pixels: number, isPinch: boolean): number =>
  Math.exp(Math.min(MOST_TURN, Math.max(-MOST_TURN, pixels)) * (isPinch ? PINCH : WHEEL))
