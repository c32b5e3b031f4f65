import type { Preset } from '../../commands/keymap'

/** Effect of dragging: a selection frame, or a movement of the camera. */
export type PlainDrag = 'box' | CameraDrag
export type CameraDrag = 'orbit' | 'pan' | 'zoom' | 'fly'
export interface ModifierKeys {
  readonly shift: boolean
  readonly ctrl: boolean
  readonly alt: boolean
}
type Chord = '' | 'Shift' | 'Ctrl' | 'Alt' | 'Alt+Shift'
interface MouseRule {
  readonly button: 'left' | 'middle' | 'right'
  readonly chord: Chord
  readonly drag: CameraDrag
}

const STUDIO: readonly MouseRule[] = [
  { button: 'right', chord: '', drag: 'fly' },
  { button: 'middle', chord: '', drag: 'orbit' },
  { button: 'middle', chord: 'Shift', drag: 'pan' },
  { button: 'left', chord: 'Alt', drag: 'orbit' },
  { button: 'left', chord: 'Alt+Shift', drag: 'pan' },
]

/** The mouse of the tools that the keymaps are named after. */
const MOUSE: Readonly<Record<Preset, readonly MouseRule[]>> = {
  studio: STUDIO,
  blender: [
    { button: 'right', chord: '', drag: 'fly' },
    { button: 'middle', chord: '', drag: 'orbit' },
    { button: 'middle', chord: 'Shift', drag: 'pan' },
    { button: 'middle', chord: 'Ctrl', drag: 'zoom' },
  ],
  trenchbroom: [
    { button: 'right', chord: '', drag: 'fly' },
    { button: 'right', chord: 'Alt', drag: 'orbit' },
    { button: 'middle', chord: '', drag: 'pan' },
  ],
  noggit: STUDIO,
  maya: [
    { button: 'right', chord: '', drag: 'fly' },
    { button: 'left', chord: 'Alt', drag: 'orbit' },
    { button: 'middle', chord: '', drag: 'pan' },
    { button: 'middle', chord: 'Alt', drag: 'pan' },
    { button: 'right', chord: 'Alt', drag: 'zoom' },
  ],
  'left-handed': STUDIO,
  'one-handed': [
    { button: 'right', chord: '', drag: 'pan' },
    { button: 'middle', chord: '', drag: 'orbit' },
  ],
}
const BUTTONS = ['left', 'middle', 'right'] as const

const chordOf = ({ shift, ctrl, alt }: ModifierKeys): Chord =>
  ctrl ? 'Ctrl' : alt ? (shift ? 'Alt+Shift' : 'Alt') : shift ? 'Shift' : ''

/** Camera movements of a preset while exactly these modifiers are held. */
export function cameraRules(preset: Preset, held: ModifierKeys): readonly MouseRule[] {
  const chord = chordOf(held)
  return MOUSE[preset].filter(rule => rule.chord === chord)
}

/**
 * Effect of a drag with a button (numbered as in the browser). Modifiers without a meaning for the button are ignored.
 */
export function dragOf(button: number, held: ModifierKeys, preset: Preset): PlainDrag {
  const name = BUTTONS[button]
  const rules = MOUSE[preset].filter(rule => rule.button === name)
  const chord = chordOf(held)
  return (rules.find(rule => rule.chord === chord) ?? rules.find(rule => rule.chord === ''))?.drag ?? 'box'
}
