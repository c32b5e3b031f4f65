import { own } from '@areal-studio/core/layout'
/**
 * A key as `Mod+Shift+KeyP`: modifiers (`Mod` is Ctrl, on a Mac Command) and the place of the key on the keyboard
 * (`event.code`), so that a Russian layout changes nothing.
 */
export type Key = string

export const IS_MAC = typeof navigator !== 'undefined' && /mac/i.test(navigator.platform)

interface KeyPress {
  readonly code: string
  readonly ctrlKey: boolean
  readonly metaKey: boolean
  readonly shiftKey: boolean
  readonly altKey: boolean
}

export function matches(key: Key, press: KeyPress, isMac = IS_MAC): boolean {
  const parts = key.split('+')
  const code = parts.at(-1)
  const mod = isMac ? press.metaKey : press.ctrlKey
  const other = isMac ? press.ctrlKey : press.metaKey
  return (
    press.code === code &&
    mod === parts.includes('Mod') &&
    !other &&
    press.shiftKey === parts.includes('Shift') &&
    press.altKey === parts.includes('Alt')
  )
}

/** The stored form of a pressed key; undefined while only modifiers are held. */
export function keyOf(press: KeyPress, isMac = IS_MAC): Key | undefined {
  if (press.code === '' || /^(?:Control|Shift|Alt|Meta|OS)(?:Left|Right)?$/.test(press.code)) return undefined
  const mod = isMac ? press.metaKey : press.ctrlKey
  return [
    ...(mod ? ['Mod'] : []),
    ...(press.altKey ? ['Alt'] : []),
    ...(press.shiftKey ? ['Shift'] : []),
    press.code,
  ].join('+')
}

const NAMES: Readonly<Record<string, string>> = {
  Mod: IS_MAC ? '⌘' : 'Ctrl',
  Alt: IS_MAC ? '⌥' : 'Alt',
  Shift: IS_MAC ? '⇧' : 'Shift',
  Comma: ',',
  Period: '.',
  Equal: '=',
  Minus: '-',
  Slash: '/',
  Backslash: '\\',
  BracketLeft: '[',
  BracketRight: ']',
  Escape: 'Esc',
  Delete: 'Del',
  Space: 'Space',
  NumpadDecimal: 'Num .',
  ArrowUp: 'Up',
  ArrowDown: 'Down',
  ArrowLeft: 'Left',
  ArrowRight: 'Right',
}

/** The letters printed on this keyboard, where the system reports them; else those of the key's place. */
let letters: ReadonlyMap<string, string> = new Map()

interface KeyboardApi {
  readonly getLayoutMap: () => Promise<ReadonlyMap<string, string>>
}
const hasLayout = (value: object): value is { keyboard: KeyboardApi } =>
  'keyboard' in value &&
  typeof value.keyboard === 'object' &&
  value.keyboard !== null &&
  'getLayoutMap' in value.keyboard

/** Queries the letters of the system's keyboard layout; labels created later show them. */
export async function readLayout(): Promise<void> {
  if (!hasLayout(navigator)) return
  try {
    letters = await navigator.keyboard.getLayoutMap()
  } catch {
    letters = new Map()
  }
}

/** What is written on the key caps: `Ctrl Shift P`. */
export function keyLabel(key: Key): string {
  return key
    .split('+')
    .map(part => {
      const letter = letters.get(part)
      if (letter && /^[a-z0-9]$/i.test(letter)) return letter.toUpperCase()
      return own(NAMES, part) ?? part.replace(/^(?:Key|Digit)/, '').replace(/^Numpad(?=.)/, 'Num ')
    })
    .join(IS_MAC ? '' : ' ')
}
