import { createPinia, setActivePinia } from 'pinia'
import { describe, expect, it } from 'vitest'
import { viewCommands } from '../viewport/panel/view-commands'
import { allCommands, addCommands, knownCommands } from './commands'
import { clashes, keysUnder, PRESET_KEYS, PRESETS } from './keymap'
import { useKeys } from './keys.store'

const nothing = (): void => undefined
setActivePinia(createPinia())
addCommands(
  viewCommands({
    isReady: () => true,
    frame: nothing,
    home: nothing,
    look: nothing,
    ortho: nothing,
    goTo: nothing,
    neighbour: nothing,
    selectAll: nothing,
    hide: nothing,
    isolate: nothing,
    showAll: nothing,
    isUsable: () => true,
    activeTool: () => 'select',
    choose: nothing,
    canRebuild: () => true,
    rebuild: nothing,
    resizeGizmo: () => undefined,
    keyed: {
      digit: () => true,
      resize: () => true,
      merge: () => true,
      remove: () => true,
      camera: nothing,
      set: nothing,
    },
    picture: nothing,
  }),
)

describe('ready keymaps', () => {
  it.each(PRESETS)('%s gives no key twice within one context', preset => {
    expect(clashes({ preset, keys: {} }, knownCommands())).toEqual([])
  })
  it('name only commands that there are', () => {
    const ids = new Set(knownCommands().map(command => command.id))
    expect(PRESETS.flatMap(preset => Object.keys(PRESET_KEYS[preset])).filter(id => !ids.has(id))).toEqual([])
  })
  it('are seen in every command at once', () => {
    useKeys().keymap = { preset: 'blender', keys: { 'edit.undo': ['F4'] } }
    const keysOf = (id: string): unknown => allCommands().find(command => command.id === id)?.keys
    expect([keysOf('edit.undo'), keysOf('map.tool-shape'), keysOf('file.open')]).toEqual([
      ['F4'],
      ['KeyG'],
      ['Mod+KeyO'],
    ])
  })
  it('one-handed has a key without another one for each command of the map, but for kept cameras and sets, and of the main job', () => {
    const alone = (id: string): boolean => {
      const command = knownCommands().find(one => one.id === id)
      return (
        command !== undefined && keysUnder({ preset: 'one-handed', keys: {} }, command).some(key => !key.includes('+'))
      )
    }
    const ofMap = knownCommands().filter(({ id, context, keys }) => context === 'map' && keys && !/-\d$/.test(id))
    const job = [
      'edit.undo',
      'edit.redo',
      'file.pack-active',
      'find.here',
      'help.go-to',
      'help.palette',
      'build.check',
      'build.run',
    ]
    expect([...ofMap.map(({ id }) => id), ...job].filter(id => !alone(id))).toEqual([])
  })
})
