import { describe, expect, it } from 'vitest'
import { PRESETS } from '../../commands/keymap'
import { hintsFor } from '../overlay/map-hints'
import { cameraRules, dragOf } from './mouse-presets'

const NONE = { shift: false, ctrl: false, alt: false }
const [LEFT, MIDDLE, RIGHT] = [0, 1, 2]

describe('mouse presets', () => {
  it.each([
    ['studio', MIDDLE, {}, 'orbit'],
    ['studio', MIDDLE, { shift: true }, 'pan'],
    ['studio', LEFT, { alt: true }, 'orbit'],
    ['studio', LEFT, { alt: true, shift: true }, 'pan'],
    ['studio', RIGHT, {}, 'fly'],
    ['blender', MIDDLE, {}, 'orbit'],
    ['blender', MIDDLE, { shift: true }, 'pan'],
    ['blender', MIDDLE, { ctrl: true }, 'zoom'],
    ['blender', LEFT, { alt: true }, 'box'],
    ['trenchbroom', MIDDLE, {}, 'pan'],
    ['trenchbroom', RIGHT, { alt: true }, 'orbit'],
    ['trenchbroom', RIGHT, {}, 'fly'],
    ['noggit', RIGHT, {}, 'fly'],
    ['maya', LEFT, { alt: true }, 'orbit'],
    ['maya', MIDDLE, { alt: true }, 'pan'],
    ['maya', RIGHT, { alt: true }, 'zoom'],
    ['left-handed', RIGHT, {}, 'fly'],
    ['one-handed', MIDDLE, {}, 'orbit'],
    ['one-handed', RIGHT, {}, 'pan'],
  ] as const)('%s: button %i with %o', (preset, button, held, drag) => {
    expect(dragOf(button, { ...NONE, ...held }, preset)).toBe(drag)
  })

  it.each(PRESETS)(
    '%s selects with the left button, moves the eye with the right one whatever else is held',
    preset => {
      for (const held of [NONE, { ...NONE, shift: true }, { ...NONE, ctrl: true }]) {
        expect(dragOf(LEFT, held, preset)).toBe('box')
        expect(dragOf(RIGHT, held, preset)).toBe(preset === 'one-handed' ? 'pan' : 'fly')
      }
    },
  )

  it.each(PRESETS)('%s: the status bar names for each button what a drag with it does', preset => {
    const words = { orbit: 'orbit', pan: 'pan', zoom: 'zoom', fly: 'look' }
    for (const held of [
      NONE,
      { ...NONE, shift: true },
      { ...NONE, ctrl: true },
      { ...NONE, alt: true },
      { ...NONE, alt: true, shift: true },
    ]) {
      const told = hintsFor({ ...held, isFlying: false }, 'select', preset)
      for (const { button, drag } of cameraRules(preset, held)) {
        expect(told).toContainEqual({ mouse: button, does: `ui.viewport.hint.${words[drag]}` })
      }
    }
  })
})
