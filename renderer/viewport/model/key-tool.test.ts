import { describe, expect, it } from 'vitest'
import { HOME, lensOf, project, type Vec } from '../camera/camera'
import { keyEvent } from '../tools/map-tools.fixture'
import type { Pointer } from '../tools/tool'
import type { KeyMove } from './key-change'
import { KeyTool } from './key-tool'

// Seen from above, one unit a pixel: x to the right, y away.
const lens = lensOf(
  { ...HOME, pivot: [0, 0, 0], distance: 400, yaw: Math.PI / 2, pitch: -Math.PI / 2 + 1e-4, isOrtho: true },
  { width: 800, height: 800 },
)
const over = (point: Vec, ctrl = false): Pointer => ({
  ...(project(lens, point) ?? expect.unreachable()),
  ...{ shift: false, alt: false, ctrl },
})
const unit = 1 / ((project(lens, [1, 0, 0])?.x ?? 0) - (project(lens, [0, 0, 0])?.x ?? 0))

function toolOf(place: Vec | null = [0, 0, 0]) {
  const [shown, written]: [(KeyMove | undefined)[], KeyMove[]] = [[], []]
  const tool = new KeyTool({
    lens: () => lens,
    gizmo: () => 1,
    place: () => place ?? undefined,
    show: move => void shown.push(move),
    commit: move => Promise.resolve(written.push(move)),
    redraw: () => undefined,
  })
  return { tool, shown, written }
}
const press = (tool: KeyTool, ...codes: readonly string[]): boolean[] =>
  codes.map(code => tool.key(keyEvent(code, /^\d|-$/.test(code) ? code : undefined)))

describe('the handles of a key', () => {
  it('move it along the arrow that is dragged, shown on the way and written once', async () => {
    const { tool, shown, written } = toolOf()
    const drag = tool.press(over([40 * unit, 0, 0]))
    drag?.move(over([70 * unit, 25 * unit, 0]))
    expect(shown.at(-1)?.by[0]).toBeCloseTo(30 * unit, 3)
    expect(shown.at(-1)?.by.slice(1)).toEqual([0, 0])
    drag?.end(over([70 * unit, 25 * unit, 0]))
    await Promise.resolve()
    expect(written.map(({ by }) => Math.round(by[0] / unit))).toEqual([30])
    await Promise.resolve()
    expect(shown.at(-1)).toBeUndefined()
  })
  it('turn it around the ring that is dragged, with Ctrl in steps', () => {
    const { tool, shown } = toolOf()
    const drag = tool.press(over([84 * unit * Math.SQRT1_2, 84 * unit * Math.SQRT1_2, 0]))
    drag?.move(over([0, 84 * unit, 0]))
    expect(shown.at(-1)).toEqual({ by: [0, 0, 0], turn: { axis: 'z', angle: expect.closeTo(Math.PI / 4, 2) } })
    drag?.move(over([-10 * unit, 84 * unit, 0], true))
    expect(shown.at(-1)?.turn?.angle).toBeCloseTo(Math.PI / 4, 5)
    drag?.cancel()
    expect(shown.at(-1)).toBeUndefined()
  })
  it('leave a press beside them, and any press without a key, to the selection', () => {
    expect(toolOf().tool.press(over([200 * unit, 200 * unit, 0]))).toBeUndefined()
    expect(toolOf(null).tool.press(over([40 * unit, 0, 0]))).toBeUndefined()
  })
  it('write nothing after a click without a pull', async () => {
    const { tool, written } = toolOf()
    tool.press(over([40 * unit, 0, 0]))?.end(over([40 * unit, 0, 0]))
    await Promise.resolve()
    expect(written).toEqual([])
  })
})

describe('the keyboard', () => {
  it('moves by a typed distance', async () => {
    const { tool, written } = toolOf()
    expect(press(tool, 'KeyZ', '-', '2', 'Enter')).toEqual([true, true, true, true])
    await Promise.resolve()
    expect(written).toMatchObject([{ by: [expect.closeTo(0), expect.closeTo(0), -2] }])
  })
  it('turns by typed degrees', async () => {
    const { tool, written } = toolOf()
    press(tool, 'KeyR', 'KeyX', '9', '0', 'Enter')
    await Promise.resolve()
    expect(written).toEqual([{ by: [0, 0, 0], turn: { axis: 'x', angle: Math.PI / 2 } }])
  })
  it('gives up with Escape, which means something else where nothing is moved', () => {
    const { tool, written, shown } = toolOf()
    expect(press(tool, 'KeyX', '5', 'Escape', 'Escape')).toEqual([true, true, true, false])
    expect([written, shown.at(-1)]).toEqual([[], undefined])
    expect(press(toolOf().tool, '1', 'Enter')).toEqual([false, false])
  })
})
