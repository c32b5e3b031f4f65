import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Command } from './command'
import {
  clashes,
  FIRST_KEYMAP,
  keysUnder,
  parseKeymap,
  PRESETS,
  printKeymap,
  readKeymap,
  rebound,
  type Keymap,
} from './keymap'
import { keyOf, matches } from './keys'

const run = (): void => undefined
const undo: Command = { id: 'edit.undo', menu: 'edit', keys: ['Mod+KeyZ'], run }
const redo: Command = { id: 'edit.redo', menu: 'edit', keys: ['Mod+KeyY'], run }
const frame: Command = { id: 'map.frame', menu: 'view', context: 'map', keys: ['KeyF'], run }
const commands = [undo, redo, frame]
const key = fc.constantFrom('KeyA', 'Mod+KeyZ', 'Alt+Shift+F5', 'Mod+Alt+Shift+Digit1')
const keymap: fc.Arbitrary<Keymap> = fc.record({
  preset: fc.constantFrom(...PRESETS),
  keys: fc.dictionary(
    fc.constantFrom('edit.undo', 'edit.redo', 'map.frame', 'of.a-pane'),
    fc.array(key, { maxLength: 3 }),
    { noNullPrototype: true },
  ),
})

describe('keymap', () => {
  it('survives its file', () => {
    fc.assert(
      fc.property(keymap, map => {
        expect(parseKeymap(printKeymap(map))).toEqual(map)
      }),
    )
  })
  it('gives a command the keys it is bound to, and notes only what differs from the preset', () => {
    fc.assert(
      fc.property(keymap, fc.constantFrom(...commands), fc.uniqueArray(key, { maxLength: 3 }), (map, command, keys) => {
        const after = rebound(map, command, keys)
        expect(keysUnder(after, command)).toEqual(keys)
        const back = rebound(after, command, keysUnder({ ...after, keys: {} }, command))
        expect(command.id in back.keys).toBe(false)
      }),
    )
  })
  it('takes keys away', () => {
    expect(keysUnder(rebound(FIRST_KEYMAP, undo, []), undo)).toEqual([])
  })
  it('tells two commands of one context apart from those of two', () => {
    expect(clashes(FIRST_KEYMAP, commands)).toEqual([])
    expect(clashes(rebound(FIRST_KEYMAP, redo, ['Mod+KeyZ']), commands)).toEqual([
      { key: 'Mod+KeyZ', ids: ['edit.undo', 'edit.redo'] },
    ])
    expect(clashes(rebound(FIRST_KEYMAP, redo, ['KeyF']), commands)).toEqual([])
  })
  it('reads what is right in settings of any shape', () => {
    expect(
      readKeymap({ preset: 'vi', keys: { 'edit.undo': ['Mod+KeyU'], 'edit.redo': ['ctrl z'], 'map.frame': 7 } }),
    ).toEqual({ preset: 'studio', keys: { 'edit.undo': ['Mod+KeyU'] } })
    for (const wrong of [null, 7, [], {}, { keys: [] }]) expect(readKeymap(wrong)).toBeUndefined()
    expect(parseKeymap('{ "keys": {} }')).toBeUndefined()
    expect(parseKeymap('{')).toBeUndefined()
  })
  it('notes a pressed key so that it matches itself', () => {
    const modifier = fc.boolean()
    fc.assert(
      fc.property(
        fc.constantFrom('KeyZ', 'F5', 'Numpad7', 'BracketLeft'),
        modifier,
        modifier,
        modifier,
        (code, ctrlKey, shiftKey, altKey) => {
          const press = { code, ctrlKey, shiftKey, altKey, metaKey: false }
          expect(matches(keyOf(press, false) ?? '', press, false)).toBe(true)
        },
      ),
    )
    expect(
      keyOf({ code: 'ControlLeft', ctrlKey: true, shiftKey: false, altKey: false, metaKey: false }),
    ).toBeUndefined()
  })
})
