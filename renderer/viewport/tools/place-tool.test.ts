import { describe, expect, it } from 'vitest'
import { HOME, lensOf, type Vec } from '../camera/camera'
import { keyEvent } from './map-tools.fixture'
import { PlaceTool, type Placeable } from './place-tool'
import type { Pointer } from './tool'

const ROCK: Placeable = { entry: 'objects.rlb!#3', title: 's_rock_001' }
const at = (x: number, y: number, keys: Partial<Pointer> = {}): Pointer => ({
  x,
  y,
  shift: false,
  ctrl: false,
  alt: false,
  ...keys,
})

/** A tool over ground as wide as the canvas: left of pixel 0 there is none. */
function toolOf() {
  const added: (readonly [string, Vec])[] = []
  const tool = new PlaceTool({
    lens: () => lensOf(HOME, { width: 800, height: 600 }),
    groundAt: (x, y) => (x < 0 ? undefined : [x, y, 7]),
    add: (what, place) => Promise.resolve(added.push([what.entry, place])),
    redraw: () => undefined,
  })
  return { tool, added }
}

describe('a tool that places', () => {
  it('adds what is chosen where the ground is clicked, as often as it is clicked', () => {
    const { tool, added } = toolOf()
    expect(tool.press(at(10, 20))).toBeUndefined()
    tool.choose(ROCK)
    tool.press(at(10, 20))?.end(at(11, 20))
    tool.press(at(30, 40))?.end(at(30, 40))
    expect(added).toEqual([
      [ROCK.entry, [11, 20, 7]],
      [ROCK.entry, [30, 40, 7]],
    ])
  })

  it('adds nothing beside the ground, after a pull, and with a key of the camera or of selecting', () => {
    const { tool, added } = toolOf()
    tool.choose(ROCK)
    tool.press(at(-5, 20))?.end(at(-5, 20))
    tool.press(at(10, 20))?.end(at(90, 20))
    const pulled = tool.press(at(10, 20))
    pulled?.move(at(90, 20))
    pulled?.cancel()
    expect([tool.press(at(1, 1, { alt: true })), tool.press(at(1, 1, { shift: true }))]).toEqual([undefined, undefined])
    expect(added).toEqual([])
  })

  it('adds it in the middle of the view by Enter; Escape first drops the choice', () => {
    const { tool, added } = toolOf()
    expect(tool.key(keyEvent('Enter'))).toBe(false)
    tool.choose(ROCK)
    expect(tool.key(keyEvent('Enter'))).toBe(true)
    expect(tool.key(keyEvent('KeyQ'))).toBe(false)
    expect(added).toEqual([[ROCK.entry, [400, 300, 7]]])
    expect([tool.cancel(), tool.chosen.value, tool.cancel()]).toEqual([true, undefined, false])
  })

  it('draws what it would place under the pointer, while the pointer is on the ground', () => {
    const { tool } = toolOf()
    tool.hover(at(10, 20))
    expect(tool.marks()).toEqual([])
    tool.choose(ROCK)
    expect(tool.marks()).toContainEqual({ kind: 'label', at: [10, 20, 7], words: ROCK.title })
    tool.hover(undefined)
    expect(tool.marks()).toEqual([])
  })
})
