import { own } from '@areal-studio/core/layout'
import type { Command } from './command'
import type { Key } from './keys'

export const PRESETS = ['studio', 'blender', 'trenchbroom', 'noggit', 'maya', 'left-handed', 'one-handed'] as const
export type Preset = (typeof PRESETS)[number]
type KeysById = Readonly<Record<string, readonly Key[]>>

/** Which keys run which commands: a preset, and what the user changed in it. An empty list takes all keys away. */
export interface Keymap {
  readonly preset: Preset
  readonly keys: KeysById
}
export const FIRST_KEYMAP: Keymap = { preset: 'studio', keys: {} }

/** Key presets of other tools; commands that a preset does not name keep the keys of Studio. */
export const PRESET_KEYS: Readonly<Record<Preset, KeysById>> = {
  studio: {},
  blender: {
    'help.palette': ['F3', 'Mod+Shift+KeyP'],
    'edit.redo': ['Mod+Shift+KeyZ', 'Mod+KeyY'],
    'map.frame': ['NumpadDecimal', 'KeyF'],
    'map.tool-select': ['KeyW'],
    'map.tool-box': ['KeyB'],
    'map.tool-paint': ['KeyP'],
    'map.tool-shape': ['KeyG'],
    'map.tool-fill': ['KeyR'],
  },
  trenchbroom: {
    'select.invert': ['Mod+Alt+KeyI'],
    'map.isolate': ['Mod+KeyI', 'Shift+KeyH'],
    'map.show-all': ['Mod+Shift+KeyI', 'Alt+KeyH'],
    'map.frame': ['Mod+KeyU', 'KeyF'],
    'map.tool-shape': ['KeyV'],
    'map.tool-select': ['KeyQ'],
    'map.tool-split': ['KeyC'],
    'map.tool-faces': ['KeyK'],
  },
  noggit: {
    'map.tool-fill': ['KeyF'],
    'map.frame': ['Mod+Alt+KeyF'],
  },
  maya: {
    'map.tool-select': ['KeyQ'],
    'map.tool-shape': ['KeyW'],
    'map.home': ['KeyA', 'Home'],
    'map.hide': ['Mod+KeyH', 'KeyH'],
    'map.show-all': ['Mod+Shift+KeyH', 'Alt+KeyH'],
    'edit.redo': ['Shift+KeyZ', 'Mod+KeyY', 'Mod+Shift+KeyZ'],
  },
  // The mouse in the left hand: tools lie under the right one, which flies by arrows or the number pad.
  'left-handed': {
    'edit.undo': ['Mod+KeyZ', 'Alt+Backspace'],
    'edit.redo': ['Mod+KeyY', 'Mod+Shift+KeyZ', 'Alt+Shift+Backspace'],
    'map.frame': ['KeyJ', 'KeyF'],
    'map.tool-select': ['KeyP'],
    'map.tool-box': ['KeyO'],
    'map.tool-lasso': ['KeyL'],
    'map.tool-paint': ['KeyK'],
    'map.tool-erase': ['Backspace'],
    'map.tool-fill': ['Semicolon'],
    'map.tool-shape': ['KeyY'],
    'map.tool-split': ['Slash'],
    'map.tool-faces': ['Quote'],
    'map.merge': ['Backslash'],
  },
  // No key needs another one beside it; the eye moves by the mouse alone.
  'one-handed': {
    'edit.undo': ['F9', 'Mod+KeyZ'],
    'edit.redo': ['F10', 'Mod+KeyY', 'Mod+Shift+KeyZ'],
    'file.pack-active': ['F4', 'Mod+KeyS'],
    'help.palette': ['F3', 'Mod+Shift+KeyP'],
    'help.go-to': ['F2', 'Mod+KeyP'],
    'find.here': ['F11', 'Mod+KeyF'],
    'map.isolate': ['KeyY', 'Shift+KeyH'],
    'map.show-all': ['KeyJ', 'Alt+KeyH'],
    'map.merge': ['KeyZ'],
    'map.go-to': ['KeyO', 'Mod+KeyG'],
    'map.select-all': ['Backquote', 'Mod+KeyA'],
    'map.tool-place': ['KeyA', 'Shift+KeyA'],
    'map.gizmo-larger': ['Equal', 'Shift+Equal'],
    'map.gizmo-smaller': ['Minus', 'Shift+Minus'],
  },
}

/** The keys of a command under a keymap. */
export const keysUnder = (keymap: Keymap, command: Pick<Command, 'id' | 'keys'>): readonly Key[] =>
  own(keymap.keys, command.id) ?? PRESET_KEYS[keymap.preset][command.id] ?? command.keys ?? []

/** The keymap with other keys for a command; default keys are not stored. */
export function rebound(keymap: Keymap, command: Pick<Command, 'id' | 'keys'>, keys: readonly Key[]): Keymap {
  const { [command.id]: _, ...others } = keymap.keys
  const usual = keysUnder({ ...keymap, keys: others }, command)
  return { ...keymap, keys: usual.join() === keys.join() ? others : { ...others, [command.id]: keys } }
}

interface Clash {
  readonly key: Key
  readonly ids: readonly string[]
}

/** Keys that two commands of one context share: only one of them would run. */
export function clashes(keymap: Keymap, commands: readonly Command[]): readonly Clash[] {
  const claims = new Map<string, { key: Key; ids: string[] }>()
  for (const command of commands) {
    for (const key of new Set(keysUnder(keymap, command))) {
      const place = `${command.context ?? ''} ${key}`
      const claim = claims.get(place) ?? { key, ids: [] }
      claim.ids.push(command.id)
      claims.set(place, claim)
    }
  }
  return [...claims.values()].filter(claim => claim.ids.length > 1)
}

const KEY = /^(?:Mod\+)?(?:Alt\+)?(?:Shift\+)?[A-Z][A-Za-z0-9]*$/
const isKeys = (value: unknown): value is readonly Key[] =>
  Array.isArray(value) && value.every(key => typeof key === 'string' && KEY.test(key))

/**
 * Reads a keymap from the settings or a file; undefined where it is not valid. Unknown commands are kept, because a
 * pane may register them later.
 */
export function readKeymap(value: unknown): Keymap | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined
  const { preset, keys } = value as { readonly preset?: unknown; readonly keys?: unknown }
  if (typeof keys !== 'object' || keys === null || Array.isArray(keys)) return undefined
  const right = Object.entries(keys).filter((pair): pair is [string, readonly Key[]] => isKeys(pair[1]))
  return { preset: PRESETS.find(known => known === preset) ?? 'studio', keys: Object.fromEntries(right) }
}

const FORMAT = 'areal-studio-keymap'

/** The keymap as a file for another computer. */
export const printKeymap = (keymap: Keymap): string =>
  `${JSON.stringify({ format: FORMAT, version: 1, ...keymap }, null, 2)}\n`

/** Reads a keymap file; undefined where it is not valid. */
export function parseKeymap(text: string): Keymap | undefined {
  try {
    const found: unknown = JSON.parse(text)
    return typeof found === 'object' && found !== null && 'format' in found && found.format === FORMAT
      ? readKeymap(found)
      : undefined
  } catch {
    return undefined
  }
}
