import type { Dab, GroundStroke } from '@areal-studio/core/format'
import { brushOutline, nextRadius } from '../geometry/brush'
import { project, type Vec } from '../camera/camera'
import { facesMark, middleOfFace, type GroundScene } from './ground-scene'
import { isShared, MODES, type SculptOptions } from './ground-options'
import { within } from '../geometry/lasso'
import type { Rect } from '../geometry/map-picker'
import { pulled, type Drag, type MapTool, type Pointer, type ToolMark } from './tool'
import { framePress, modeOfPointer } from './tool-presses'

const LEAST = 5

/** Selects faces of the ground: by a click, or by a box over the middles of near faces. */
export function facesTool(scene: GroundScene): MapTool {
  let hovered: number | undefined
  let turn = 0

  async function faceAt({ x, y }: Pointer): Promise<number | undefined> {
    const place = scene.pick(x, y)?.point
    if (!place) return undefined
    return (await scene.ground())?.faceAt?.(place[0], place[1])
  }

  function framed(rect: Rect): readonly number[] {
    const item = scene.terrain()
    if (!item) return []
    const holds = within(rect)
    const lens = scene.lens()
    const found: number[] = []
    for (let t = 0; 3 * t < item.indices.length; t++) {
      if ((item.lods?.[t] ?? 0) !== 0) continue
      const seen = project(lens, middleOfFace(item, t))
      if (seen && holds(seen.x, seen.y)) found.push(item.records[t] ?? 0)
    }
    return found
  }

  return {
    press: from =>
      framePress(scene, from, {
        framed: (rect, mode) => scene.selectFaces(framed(rect), mode),
        clicked(at) {
          void faceAt(at).then(face => {
            const mode = modeOfPointer(at)
            if (face !== undefined || mode === 'replace') scene.selectFaces(face === undefined ? [] : [face], mode)
          })
        },
      }),
    hover(pointer) {
      const mine = ++turn
      if (!pointer) hovered = undefined
      else {
        void faceAt(pointer).then(face => {
          if (mine !== turn || hovered === face) return
          hovered = face
          scene.redraw()
        })
      }
    },
    doubleClick: () => true,
    marks() {
      const item = scene.terrain()
      return item && hovered !== undefined ? [facesMark(item, new Set([hovered]), 'plain')] : []
    },
    cancel() {
      hovered = undefined
      if (scene.faces().length === 0) return false
      scene.selectFaces([], 'replace')
      return true
    },
  }
}

/** A stroke that moves heights while the button is held. */
interface Sculpting {
  readonly stroke: GroundStroke
  readonly mode: Dab['mode']
  /** What *flatten* brings the ground to. */
  readonly height: number | undefined
  /** Where the last dab was made. */
  last: Vec | undefined
}

/**
 * Moves heights with a brush; the result is drawn during the stroke and committed at its end. Ctrl swaps raise and
 * lower, Shift smooths.
 */
export class SculptTool implements MapTool {
  private at: Pointer | undefined
  private sculpting: Sculpting | undefined
  private shown: ToolMark | undefined

  constructor(
    private readonly scene: GroundScene,
    private readonly options: SculptOptions,
  ) {}

  press(from: Pointer): Drag | undefined {
    if (from.alt) return this.size(from)
    const mode = this.modeAt(from)
    const ground = this.scene.readyGround()
    const start = this.scene.pick(from.x, from.y)?.point
    const stroke = start && ground?.stroke?.()
    if (!start || !stroke) return undefined
    const height = mode === 'flatten' ? ground?.heightAt?.(start[0], start[1]) : undefined
    this.sculpting = { stroke, mode, height, last: undefined }
    this.draw(from)
    return {
      move: pointer => this.draw(pointer),
      end: () => this.end(),
      cancel: () => this.clear(),
    }
  }

  digit(digit: number): boolean {
    const mode = MODES[digit - 1]
    if (!mode) return false
    this.options.mode = mode
    this.scene.redraw()
    return true
  }

  resize(step: 1 | -1): boolean {
    const { options, scene } = this
    const most = scene.picker()?.map.sizes.brush ?? Infinity
    options.radius = Math.max(LEAST, nextRadius(options.radius, step, [LEAST, most]))
    scene.redraw()
    return true
  }

  hover(pointer: Pointer | undefined): void {
    this.at = pointer
    if (pointer) void this.scene.ground()
    this.scene.redraw()
  }

  doubleClick(): boolean {
    return true
  }

  marks(): readonly ToolMark[] {
    const { at, scene } = this
    const place = at && scene.pick(at.x, at.y)?.point
    const shown = this.shown ? [this.shown] : []
    if (!at || !place) return shown
    const tone = this.modeAt(at) === 'lower' ? 'bad' : 'plain'
    const points = brushOutline(place, this.options.radius, scene.picker())
    return [...shown, { kind: 'path', points, isClosed: true, tone }]
  }

  cancel(): boolean {
    const had = this.sculpting !== undefined
    this.clear()
    return had
  }

  private modeAt({ shift, ctrl }: Pointer): Dab['mode'] {
    const { mode } = this.options
    if (shift) return 'smooth'
    return ctrl && mode === 'raise' ? 'lower' : ctrl && mode === 'lower' ? 'raise' : mode
  }

  private draw(pointer: Pointer): void {
    const { scene, options, sculpting } = this
    this.at = pointer
    const place = scene.pick(pointer.x, pointer.y)?.point
    if (!sculpting || !place) return scene.redraw()
    const { last, stroke } = sculpting
    const away = last ? Math.hypot(place[0] - last[0], place[1] - last[1]) : Infinity
    const step = options.radius / 3
    if (away < step) return scene.redraw()
    const dabs = last ? Math.min(100, Math.floor(away / step)) : 1
    for (let k = 1; k <= dabs; k++) this.dab(sculpting, last ? between(last, place, k / dabs) : place)
    sculpting.last = place
    const item = scene.terrain()
    const { positions, faces } = stroke.draft()
    this.shown = item && facesMark({ ...item, positions }, new Set(faces), 'strong')
    scene.redraw()
  }

  private dab({ stroke, mode, height }: Sculpting, place: Vec): void {
    const { radius, falloff, share, lift } = this.options
    stroke.add({
      mode,
      at: [place[0], place[1]],
      radius,
      strength: isShared(mode) ? share / 100 : lift,
      falloff,
      ...(height !== undefined && { height }),
    })
  }

  /** Commits the stroke; what it drew stays until the map shows the change. */
  private end(): void {
    const { sculpting } = this
    this.sculpting = undefined
    if (sculpting) void this.scene.operateGround(() => sculpting.stroke.end()).then(() => this.clear())
  }

  private clear(): void {
    this.sculpting = undefined
    this.shown = undefined
    this.scene.redraw()
  }

  /** Alt and a drag sideways: the radius. */
  private size(from: Pointer): Drag {
    const { options, scene } = this
    const before = options.radius
    return pulled(from, {
      move(to) {
        options.radius = Math.max(LEAST, Math.round(before * Math.exp((to.x - from.x) / 120)))
        scene.redraw()
      },
      end: () => undefined,
      cancel: () => {
        options.radius = before
      },
    })
  }
}

const between = (a: Vec, b: Vec, part: number): Vec => [
  a[0] + (b[0] - a[0]) * part,
  a[1] + (b[1] - a[1]) * part,
  a[2] + (b[2] - a[2]) * part,
]
