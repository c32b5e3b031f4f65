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

/** Moves heights with a brush; what comes of it is drawn while the stroke goes on, and committed at its end. Ctrl turns raise and lower round, Shift smooths. */
export function sculptTool(scene: GroundScene, options: SculptOptions): MapTool {
  let at: Pointer | undefined
  let stroke: GroundStroke | undefined
  let shown: ToolMark | undefined

  const modeAt = ({ shift, ctrl }: Pointer): Dab['mode'] => {
    if (shift) return 'smooth'
    return ctrl && options.mode === 'raise' ? 'lower' : ctrl && options.mode === 'lower' ? 'raise' : options.mode
  }
  const strengthOf = (mode: Dab['mode']): number => (isShared(mode) ? options.share / 100 : options.lift)

  function give(): void {
    stroke = undefined
    shown = undefined
    scene.redraw()
  }

  function draw(mode: Dab['mode'], height: number | undefined): (pointer: Pointer) => void {
    let last: Vec | undefined
    const dab = (place: Vec): void =>
      stroke?.add({
        mode,
        at: [place[0], place[1]],
        radius: options.radius,
        strength: strengthOf(mode),
        falloff: options.falloff,
        ...(height !== undefined && { height }),
      })
    return pointer => {
      at = pointer
      const place = scene.pick(pointer.x, pointer.y)?.point
      if (!stroke || !place) return scene.redraw()
      const away = last ? Math.hypot(place[0] - last[0], place[1] - last[1]) : Infinity
      const step = options.radius / 3
      if (away < step) return scene.redraw()
      const dabs = last ? Math.min(100, Math.floor(away / step)) : 1
      for (let k = 1; k <= dabs; k++) dab(last ? between(last, place, k / dabs) : place)
      last = place
      const item = scene.terrain()
      const { positions, faces } = stroke.draft()
      shown = item && facesMark({ ...item, positions }, new Set(faces), 'strong')
      scene.redraw()
    }
  }

  function press(from: Pointer): Drag | undefined {
    if (from.alt) return size(from)
    const mode = modeAt(from)
    const ground = scene.readyGround()
    const start = scene.pick(from.x, from.y)?.point
    if (!ground || !start) return undefined
    stroke = ground.stroke?.()
    if (!stroke) return undefined
    const go = draw(mode, mode === 'flatten' ? ground.heightAt?.(start[0], start[1]) : undefined)
    go(from)
    return {
      move: go,
      end() {
        const ended = stroke
        stroke = undefined
        if (ended) void scene.operateGround(() => ended.end()).then(give)
      },
      cancel: give,
    }
  }

  function size(from: Pointer): Drag {
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

  function key(event: KeyboardEvent): boolean {
    const most = scene.picker()?.map.sizes.brush ?? Infinity
    const mode = MODES[Number(/^(?:Digit|Numpad)([1-4])$/.exec(event.code)?.[1] ?? NaN) - 1]
    if (mode && !event.shiftKey && !event.altKey) options.mode = mode
    else if (event.code === 'BracketLeft' || event.code === 'BracketRight')
      options.radius = Math.max(
        LEAST,
        nextRadius(options.radius, event.code === 'BracketRight' ? 1 : -1, [LEAST, most]),
      )
    else return false
    scene.redraw()
    return true
  }

  return {
    press,
    key,
    hover(pointer) {
      at = pointer
      if (pointer) void scene.ground()
      scene.redraw()
    },
    doubleClick: () => true,
    marks() {
      const place = at && scene.pick(at.x, at.y)?.point
      return [
        ...(shown ? [shown] : []),
        ...(place && at
          ? [
              {
                kind: 'path' as const,
                points: brushOutline(place, options.radius, scene.picker()),
                isClosed: true,
                tone: modeAt(at) === 'lower' ? ('bad' as const) : ('plain' as const),
              },
            ]
          : []),
      ]
    },
    cancel() {
      const had = stroke !== undefined
      give()
      return had
    },
  }
}

const between = (a: Vec, b: Vec, part: number): Vec => [
  a[0] + (b[0] - a[0]) * part,
  a[1] + (b[1] - a[1]) * part,
  a[2] + (b[2] - a[2]) * part,
]
