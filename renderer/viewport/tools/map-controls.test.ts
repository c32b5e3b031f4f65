import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { PointerChoices } from '../../state/settings.store'
import type { Preset } from '../../commands/keymap'
import { HOME, type View } from '../camera/camera'
import { MapControls, type Gestures, type Modifiers } from './controls'
import type { Drag, Pointer } from './tool'

const LEFT = 0
const MIDDLE = 1
const RIGHT = 2
const NO_KEYS = { shiftKey: false, ctrlKey: false, altKey: false, metaKey: false }
const USUAL_POINTER: PointerChoices = {
  turn: 1,
  pan: 1,
  zoom: 1,
  fly: 1,
  isInverted: false,
  isPanInverted: false,
  isZoomInverted: false,
  isRollFree: false,
}
const CORNER = { left: 100, top: 50 }

/** As much of a canvas as the controls need. */
class Canvas extends EventTarget {
  readonly clientHeight = 600
  readonly focused: unknown[] = []
  getBoundingClientRect = () => CORNER
  setPointerCapture = (): void => undefined
  focus(options: unknown): void {
    this.focused.push(options)
  }
}

type Keys = Partial<typeof NO_KEYS>
let canvas: Canvas
let controls: MapControls
let view: View
let said: unknown[][]
let drags: boolean[]
let tool: Drag | undefined
let choices: PointerChoices
let preset: Preset
let held: Modifiers | undefined
let frames: FrameRequestCallback[]

beforeEach(() => {
  frames = []
  vi.stubGlobal('requestAnimationFrame', (callback: FrameRequestCallback) => frames.push(callback))
  vi.stubGlobal('cancelAnimationFrame', () => {
    frames = []
  })
  canvas = new Canvas()
  view = HOME
  said = []
  drags = []
  tool = undefined
  choices = USUAL_POINTER
  preset = 'studio'
  held = undefined
  const gestures: Gestures = {
    view: () => view,
    setView: next => {
      view = next
    },
    pointer: () => choices,
    preset: () => preset,
    placeAt: () => undefined,
    pivot: () => undefined,
    press: pointer => (pointer.alt ? undefined : tool),
    click: (...given) => said.push(['click', ...given]),
    doubleClick: ({ x, y }) => said.push(['double', x, y]),
    framing: rect => said.push(['framing', rect]),
    framed: (...given) => said.push(['framed', ...given]),
    hover: ({ x, y }) => said.push(['hover', x, y]),
    leave: () => said.push(['leave']),
    menu: (...given) => said.push(['menu', ...given]),
    drill: (...given) => said.push(['drill', ...given]),
    key: event => event.code === 'KeyF' && said.push(['key', event.code]) > 0,
    held: modifiers => {
      held = modifiers
    },
    dragging: isOn => drags.push(isOn),
  }
  controls = new MapControls(canvas as unknown as HTMLElement, gestures)
})
afterEach(() => {
  controls.dispose()
  vi.unstubAllGlobals()
})

/** Dispatches an event at a place of the canvas; returns it. */
function send(type: string, given: object): Event {
  const event = Object.assign(new Event(type, { cancelable: true }), { ...NO_KEYS, ...given })
  canvas.dispatchEvent(event)
  return event
}
const mouse = (type: string, button: number, x: number, y: number, keys: Keys = {}, pointerId = 1): Event =>
  send(type, { button, pointerId, clientX: CORNER.left + x, clientY: CORNER.top + y, ...keys })
const key = (type: 'keydown' | 'keyup', code: string, keys: Keys & { readonly key?: string } = {}): Event =>
  send(type, { code, key: code, ...keys })
const wheel = (deltaY: number, given: object = {}): Event =>
  send('wheel', { deltaX: 0, deltaY, deltaMode: 0, clientX: 300, clientY: 200, ...given })
function drag(button: number, by: readonly [number, number], keys: Keys = {}): void {
  mouse('pointerdown', button, 200, 200, keys)
  mouse('pointermove', button, 200 + by[0], 200 + by[1], keys)
  mouse('pointerup', button, 200 + by[0], 200 + by[1], keys)
}
/** What was called, the frames that are cleared after each press left out. */
const calls = (): unknown[][] => said.filter(call => !(call[0] === 'framing' && call[1] === null))

describe('the left button', () => {
  it('clicks where it does not move, with what the keys make of it', () => {
    drag(LEFT, [2, 1])
    drag(LEFT, [0, 0], { shiftKey: true })
    drag(LEFT, [0, 0], { metaKey: true })
    expect(calls()).toEqual([
      ['click', 202, 201, 'replace'],
      ['click', 200, 200, 'add'],
      ['click', 200, 200, 'toggle'],
    ])
    expect(view).toBe(HOME)
  })

  it('draws a frame where it moves, whichever corner it began at', () => {
    drag(LEFT, [-30, 40], { shiftKey: true })
    const rect = { x: 170, y: 200, width: 30, height: 40 }
    expect(said).toEqual([
      ['framing', rect],
      ['framing', null],
      ['framed', rect, 'add'],
    ])
  })

  it('is given up by Escape: nothing is selected when it goes up', () => {
    mouse('pointerdown', LEFT, 200, 200)
    mouse('pointermove', LEFT, 260, 260)
    expect(key('keydown', 'Escape').defaultPrevented).toBe(true)
    mouse('pointerup', LEFT, 260, 260)
    expect(calls().map(([name]) => name)).toEqual(['framing'])
    expect(said.at(-1)).toEqual(['framing', null])
    expect(key('keydown', 'Escape').defaultPrevented).toBe(false)
  })

  it('belongs to the tool that takes it, until it goes up or is given up', () => {
    const seen: (readonly [string, number?])[] = []
    tool = {
      move: ({ x }: Pointer) => seen.push(['move', x]),
      end: ({ x }: Pointer) => seen.push(['end', x]),
      cancel: () => seen.push(['cancel']),
    }
    drag(LEFT, [1, 0])
    mouse('pointerdown', LEFT, 200, 200)
    send('pointercancel', {})
    mouse('pointermove', LEFT, 230, 200)
    expect(seen).toEqual([['move', 201], ['end', 201], ['cancel']])
    expect(calls()).toEqual([['hover', 230, 200]])
  })

  it('ignores other buttons and other pointers while it is down', () => {
    mouse('pointerdown', LEFT, 200, 200)
    mouse('pointerdown', RIGHT, 210, 210)
    mouse('pointerup', RIGHT, 210, 210)
    mouse('pointermove', LEFT, 290, 290, {}, 7)
    mouse('pointerup', LEFT, 290, 290, {}, 7)
    mouse('pointerup', LEFT, 200, 200)
    expect(calls()).toEqual([
      ['hover', 290, 290],
      ['click', 200, 200, 'replace'],
    ])
  })
})

describe('the camera', () => {
  it('turns round what it looks at with the middle button, and gives the canvas the focus', () => {
    drag(MIDDLE, [50, 20])
    expect(view.yaw).not.toBe(HOME.yaw)
    expect(view.pitch).not.toBe(HOME.pitch)
    for (const axis of [0, 1, 2] as const) expect(view.pivot[axis]).toBeCloseTo(HOME.pivot[axis], 6)
    expect(view.distance).toBeCloseTo(HOME.distance, 6)
    expect(canvas.focused).toEqual([{ preventScroll: true }])
    expect(calls()).toEqual([])
  })

  it('turns the other way up where the user inverts it', () => {
    drag(MIDDLE, [0, 20])
    const turned = view.pitch - HOME.pitch
    view = HOME
    choices = { ...USUAL_POINTER, isInverted: true }
    drag(MIDDLE, [0, 20])
    expect(view.pitch - HOME.pitch).toBeCloseTo(-turned, 9)
  })

  it('pans with Shift there and back to where it was', () => {
    drag(MIDDLE, [40, -25], { shiftKey: true })
    expect(view.pivot).not.toEqual(HOME.pivot)
    expect([view.yaw, view.pitch, view.distance]).toEqual([HOME.yaw, HOME.pitch, HOME.distance])
    drag(MIDDLE, [-40, 25], { shiftKey: true })
    for (const axis of [0, 1, 2] as const) expect(view.pivot[axis]).toBeCloseTo(HOME.pivot[axis], 6)
  })

  it('follows the mouse of the chosen preset: Alt and the left button turn in one, select in another', () => {
    drag(LEFT, [40, 0], { altKey: true })
    expect(view.yaw).not.toBe(HOME.yaw)
    view = HOME
    preset = 'blender'
    drag(LEFT, [40, 0], { altKey: true })
    expect(view).toBe(HOME)
    expect(calls().at(-1)?.[0]).toBe('framed')
    drag(MIDDLE, [0, 40], { ctrlKey: true })
    expect(view.distance).toBeGreaterThan(HOME.distance)
  })

  it('comes nearer by the wheel, and drills with Ctrl held, but not in a pinch', () => {
    wheel(-120)
    expect(view.distance).toBeLessThan(HOME.distance)
    const near = view.distance
    wheel(-20, { ctrlKey: true })
    expect(view.distance).toBeLessThan(near)
    expect(calls()).toEqual([])
    key('keydown', 'ControlLeft', { key: 'Control', ctrlKey: true })
    wheel(120, { ctrlKey: true })
    wheel(-120, { ctrlKey: true })
    key('keyup', 'ControlLeft', { key: 'Control' })
    expect(calls()).toEqual([
      ['drill', 200, 150, 1],
      ['drill', 200, 150, -1],
    ])
  })

  it('moves aside by a wheel turned aside', () => {
    wheel(10, { deltaX: 80 })
    expect(view.distance).toBe(HOME.distance)
    expect(view.pivot).not.toEqual(HOME.pivot)
  })
})

describe('the right button', () => {
  it('opens the menu where it does not move, and looks round where it does', () => {
    drag(RIGHT, [0, 0])
    expect(calls()).toEqual([['menu', 200, 200]])
    drag(RIGHT, [30, 0])
    expect(calls()).toHaveLength(1)
    expect(view.yaw).not.toBe(HOME.yaw)
  })

  it('flies by keys while it is down, and no further', () => {
    key('keydown', 'KeyW')
    expect(frames).toHaveLength(0)
    mouse('pointerdown', RIGHT, 200, 200)
    expect(held?.isFlying).toBe(true)
    expect(key('keydown', 'KeyW').defaultPrevented).toBe(true)
    const [step] = frames
    step?.(performance.now() + 50)
    expect(view.pivot).not.toEqual(HOME.pivot)
    const there = view.pivot
    mouse('pointerup', RIGHT, 200, 200)
    expect([held?.isFlying, frames.length]).toEqual([false, 0])
    expect(view.pivot).toEqual(there)
  })
})

it('hears what it hovers, what it leaves, keys and double clicks', () => {
  mouse('pointermove', LEFT, 10, 20, { shiftKey: true })
  expect(held).toMatchObject({ shift: true, ctrl: false, alt: false, isFlying: false })
  send('pointerleave', {})
  mouse('dblclick', LEFT, 30, 40)
  expect(key('keydown', 'KeyF').defaultPrevented).toBe(true)
  expect(key('keydown', 'KeyH').defaultPrevented).toBe(false)
  send('blur', {})
  expect(held).toMatchObject({ shift: false })
  expect(calls()).toEqual([['hover', 10, 20], ['leave'], ['double', 30, 40], ['key', 'KeyF']])
})

it('hears nothing once it is disposed', () => {
  controls.dispose()
  drag(LEFT, [0, 0])
  key('keydown', 'KeyF')
  expect(said).toEqual([])
})

describe('a drag that Esc gives up', () => {
  it('is announced once it moves, and ends with the button or with Esc; a click and the camera are none', () => {
    drag(0, [40, 30])
    expect(drags).toEqual([true, false])
    drags = []
    drag(0, [0, 0])
    drag(2, [40, 30])
    expect(drags).not.toContain(true)
    drags = []
    mouse('pointerdown', 0, 200, 200)
    mouse('pointermove', 0, 260, 260)
    key('keydown', 'Escape')
    expect(drags).toEqual([true, false])
  })
})
