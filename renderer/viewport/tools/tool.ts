import type { Rgb } from '../../palette/palette'
import type { GroundTools, RegionTools, SurfaceItem } from '@areal-studio/core/format'
import type { Vec } from '../camera/camera'

export type ToolId =
  | 'select'
  | 'box'
  | 'lasso'
  | 'move'
  | 'place'
  | 'paint'
  | 'pick'
  | 'erase'
  | 'fill'
  | 'shape'
  | 'split'
  | 'add'
  | 'faces'
  | 'sculpt'
  | 'route'
  | 'measure'

/** The keys that the tools have by themselves, by place on the keyboard. */
export const TOOL_KEYS: Readonly<Record<ToolId, string>> = {
  select: 'KeyV',
  box: 'KeyX',
  lasso: 'KeyL',
  move: 'KeyD',
  place: 'Shift+KeyA',
  paint: 'KeyB',
  pick: 'KeyI',
  erase: 'KeyE',
  fill: 'KeyG',
  shape: 'KeyR',
  split: 'KeyK',
  add: 'KeyN',
  faces: 'KeyC',
  sculpt: 'KeyU',
  route: 'KeyT',
  measure: 'KeyM',
}
/** The function of the regions that a tool cannot do without. */
const NEEDED_OF_REGIONS: Readonly<Partial<Record<ToolId, keyof RegionTools>>> = {
  fill: 'fill',
  shape: 'moveVertices',
  split: 'split',
  add: 'add',
  route: 'route',
}
/** The function of the ground that a tool cannot do without. */
const NEEDED_OF_GROUND: Readonly<Partial<Record<ToolId, keyof GroundTools>>> = {
  faces: 'faceAt',
  sculpt: 'stroke',
}

/** Whether tools have a function; true while they are not made yet: the format declares that it has some. */
export const offers = <T extends object>(made: T | undefined, needed: keyof T): boolean =>
  made === undefined || made[needed] !== undefined

/** What a map can be edited with; a member is undefined where its format has no such editing. */
export interface Capabilities {
  readonly item: SurfaceItem | undefined
  /** Whether there are records that can be moved. */
  readonly isMovable?: boolean
  /** Whether records can be added. */
  readonly canAdd?: boolean
  readonly regions: { readonly made: RegionTools | undefined } | undefined
  readonly ground: { readonly made: GroundTools | undefined } | undefined
}

/** Tools that select what lies inside a part of the picture: regions, or placed records. */
const SELECTING: ReadonlySet<ToolId> = new Set<ToolId>(['box', 'lasso'])

/** Whether a tool works on a map: its regions or its ground have the function that it needs, or a field that may be painted. */
export function isUsable(tool: ToolId, { item, isMovable, canAdd, regions, ground }: Capabilities): boolean {
  if (tool === 'place') return canAdd === true
  if (tool === 'move') return isMovable === true
  if (tool === 'select' || tool === 'measure') return true
  if (SELECTING.has(tool)) return item !== undefined || isMovable === true
  const ofRegions = NEEDED_OF_REGIONS[tool]
  const ofGround = NEEDED_OF_GROUND[tool]
  if (ofGround) return ground !== undefined && offers(ground.made, ofGround)
  if (ofRegions) return regions !== undefined && offers(regions.made, ofRegions)
  return item !== undefined && (!AREA_TOOLS.has(tool) || (item.paint?.length ?? 0) > 0)
}

/** Tools that give records their values of a field. */
export const AREA_TOOLS: ReadonlySet<ToolId> = new Set<ToolId>(['paint', 'pick', 'erase', 'fill'])
/** Tools that need the format to know how its ground hangs together. */
export const GROUND_TOOLS: ReadonlySet<ToolId> = new Set<ToolId>(['faces', 'sculpt'])
export const TOOL_GROUPS: readonly (readonly ToolId[])[] = [
  ['select', 'box', 'lasso', 'move', 'place'],
  ['paint', 'pick', 'erase', 'fill'],
  ['shape', 'split', 'add'],
  ['faces', 'sculpt'],
  ['route', 'measure'],
]

/** A press, a move or a click on the map, in CSS pixels of the canvas. */
export interface Pointer {
  readonly x: number
  readonly y: number
  readonly shift: boolean
  readonly ctrl: boolean
  readonly alt: boolean
}

/** Handling of a press until the button is released. */
export interface Drag {
  move(pointer: Pointer): void
  end(pointer: Pointer): void
  cancel(): void
}

/** A tool of the map. Members that it leaves out behave as in the select tool. */
export interface MapTool {
  press?(pointer: Pointer): Drag | undefined
  hover?(pointer: Pointer | undefined): void
  /** Returns whether the key had a meaning. */
  doubleClick?(pointer: Pointer): boolean
  /** What Enter, Backspace and typed signs do with what is begun; returns whether the key meant something. */
  key?(event: KeyboardEvent): boolean
  /** Makes the brush larger or smaller by one step; returns whether there is one. */
  resize?(step: 1 | -1): boolean
  /** Chooses what is under a digit; returns whether there is something. */
  digit?(digit: number): boolean
  /** Removes what is under the pointer; returns whether there was something. */
  removeHovered?(): boolean
  /** What it draws over the map. */
  marks?(): readonly ToolMark[]
  /** Applies the preview. */
  apply?(): void
  /** Called when another tool is chosen. Without it what is begun is cancelled. */
  leave?(): void
  /** Cancels what is begun; returns whether there was something. */
  cancel?(): boolean
}

export type Axis = 'x' | 'y' | 'z'
export type Tone = 'plain' | 'strong' | 'bad' | Axis

/** What tools draw over the map, hills or not. */
export type ToolMark =
  | {
      readonly kind: 'path'
      readonly points: readonly Vec[]
      readonly isClosed: boolean
      readonly tone: Tone
      readonly isDashed?: boolean
    }
  /** On the canvas itself, in CSS pixels. */
  | { readonly kind: 'lasso'; readonly points: readonly (readonly [x: number, y: number])[] }
  /** Triangles; three vertex numbers each. */
  | {
      readonly kind: 'mesh'
      readonly positions: Float32Array
      readonly corners: Uint32Array
      readonly tone: Exclude<Tone, Axis>
    }
  | { readonly kind: 'dot'; readonly at: Vec; readonly tone: Tone }
  /** A letter on a flag over a place, left out where it would cover another. */
  | { readonly kind: 'flag'; readonly at: Vec; readonly letter: string; readonly rgb: Rgb }
  /** With a rank it is the name of something, drawn over its place: left out where it would cover one of a lower rank. */
  | { readonly kind: 'label'; readonly at: Vec; readonly words: string; readonly rank?: number }

/** Distance in pixels below which a press with movement is still a click. */
export const CLICK_SLACK = 4

/** A drag that distinguishes a click from a pull. */
export function pulled(
  from: Pointer,
  on: { move?(pointer: Pointer): void; end(pointer: Pointer, isPulled: boolean): void; cancel(): void },
): Drag {
  let isPulled = false
  const note = (pointer: Pointer): void => {
    isPulled ||= Math.hypot(pointer.x - from.x, pointer.y - from.y) >= CLICK_SLACK
  }
  return {
    move(pointer) {
      note(pointer)
      if (isPulled) on.move?.(pointer)
    },
    end(pointer) {
      note(pointer)
      on.end(pointer, isPulled)
    },
    cancel: on.cancel,
  }
}
