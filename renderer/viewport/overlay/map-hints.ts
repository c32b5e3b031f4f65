import type { Hint } from '../../state/panes.store'
import type { Preset } from '../../commands/keymap'
import type { Modifiers } from '../tools/controls'
import { cameraRules, type CameraDrag, type ModifierKeys } from '../camera/mouse-presets'
import type { ToolId } from '../tools/tool'

const NONE_HELD: ModifierKeys = { shift: false, ctrl: false, alt: false }
const DRAGS: Readonly<Record<CameraDrag, string>> = {
  fly: 'ui.viewport.hint.look',
  orbit: 'ui.viewport.hint.orbit',
  pan: 'ui.viewport.hint.pan',
  zoom: 'ui.viewport.hint.zoom',
}
/** While a frame, a brush or a handle is dragged. */
export const DRAG_HINTS: readonly Hint[] = [{ keys: 'Esc', does: 'ui.viewport.hint.cancel' }]
const cameraHints = (preset: Preset, held: ModifierKeys): readonly Hint[] =>
  cameraRules(preset, held).map(({ button, drag }) => ({ mouse: button, does: DRAGS[drag] }))

/** Hints of mouse and keys on the map while these modifiers are held. */
export function hintsFor(held: Modifiers, tool: ToolId = 'select', preset: Preset = 'studio'): readonly Hint[] {
  const { shift, ctrl, alt, isFlying, canRoll } = held
  if (isFlying) {
    return [
      { keys: 'W A S D', does: 'ui.viewport.hint.fly' },
      { keys: 'Q E', does: 'ui.viewport.hint.lift' },
      ...(canRoll ? [{ keys: 'Z C', does: 'ui.viewport.hint.roll' }] : []),
      { keys: 'Shift', does: 'ui.viewport.hint.faster' },
      { mouse: 'wheel', does: 'ui.viewport.hint.speed' },
    ]
  }
  const own = ofTool(tool, held, cameraHints(preset, NONE_HELD))
  if (own) return own
  const camera = cameraHints(preset, held)
  if (ctrl)
    return [
      { mouse: 'left', does: 'ui.viewport.hint.toggle' },
      { mouse: 'wheel', does: 'ui.viewport.hint.drill' },
      ...camera,
    ]
  if (alt && camera.length > 0) return camera
  if (shift) return [{ mouse: 'left', does: 'ui.viewport.hint.add' }, ...camera]
  return [
    { mouse: 'left', does: 'ui.viewport.hint.select' },
    { mouse: 'left', keys: 'Shift', does: 'ui.viewport.hint.add' },
    ...cameraHints(preset, NONE_HELD),
    { mouse: 'wheel', does: 'ui.viewport.hint.zoom' },
  ]
}

/** Of the tools that take the left button for something else than selecting. */
function ofTool(tool: ToolId, { shift, ctrl, alt }: Modifiers, camera: readonly Hint[]): readonly Hint[] | undefined {
  if (tool === 'measure') {
    return alt
      ? undefined
      : [
          { mouse: 'left', does: 'ui.viewport.hint.point' },
          { keys: 'Enter', does: 'ui.viewport.hint.end' },
          { keys: 'Esc', does: 'ui.viewport.hint.clear' },
          ...camera,
        ]
  }
  if (tool === 'place') {
    return alt
      ? undefined
      : [
          { mouse: 'left', does: 'ui.viewport.hint.place' },
          { keys: 'Enter', does: 'ui.viewport.hint.place-middle' },
          { keys: 'Esc', does: 'ui.viewport.hint.cancel' },
          ...camera,
        ]
  }
  if (tool === 'move') {
    return alt
      ? undefined
      : [
          { mouse: 'left', does: 'ui.viewport.hint.move' },
          { keys: 'X Y Z', does: 'ui.viewport.hint.axis' },
          { keys: 'R', does: 'ui.viewport.hint.turn' },
          { keys: 'S', does: 'ui.viewport.hint.scale' },
          { keys: '← ↑ → ↓', does: 'ui.viewport.hint.nudge' },
          { keys: 'Esc', does: 'ui.viewport.hint.cancel' },
          ...camera,
        ]
  }
  if (tool === 'shape') {
    return alt
      ? undefined
      : [
          { mouse: 'left', does: ctrl ? 'ui.viewport.hint.snap' : 'ui.viewport.hint.move' },
          { keys: 'X Y Z', does: 'ui.viewport.hint.axis' },
          { keys: 'Del', does: 'ui.viewport.hint.delete-corner' },
          { keys: 'Esc', does: 'ui.viewport.hint.cancel' },
          ...camera,
        ]
  }
  if (tool === 'sculpt') {
    return alt
      ? [{ mouse: 'left', does: 'ui.viewport.hint.radius' }]
      : [
          {
            mouse: 'left',
            does: shift ? 'ui.viewport.hint.smooth' : ctrl ? 'ui.viewport.hint.turn-round' : 'ui.viewport.hint.sculpt',
          },
          { keys: '1…4', does: 'ui.viewport.hint.mode' },
          { keys: '[ ]', does: 'ui.viewport.hint.radius' },
          ...camera,
        ]
  }
  if (tool === 'faces')
    return alt || shift || ctrl
      ? undefined
      : [
          { mouse: 'left', does: 'ui.viewport.hint.face' },
          { mouse: 'left', keys: 'Shift', does: 'ui.viewport.hint.add' },
          ...camera,
        ]
  if (tool === 'split' || tool === 'add' || tool === 'route') {
    return alt
      ? undefined
      : [
          { mouse: 'left', does: tool === 'add' ? 'ui.viewport.hint.corner' : `ui.viewport.hint.${tool}` },
          ...(tool === 'add' ? [{ keys: 'Enter', does: 'ui.viewport.hint.end' }] : []),
          { keys: 'Esc', does: 'ui.viewport.hint.cancel' },
          ...camera,
        ]
  }
  if (tool !== 'paint' && tool !== 'erase' && tool !== 'pick' && tool !== 'fill') return undefined
  if (alt && shift) return [{ mouse: 'left', does: 'ui.viewport.tool.erase' }]
  if (alt)
    return tool === 'paint' || tool === 'erase' ? [{ mouse: 'left', does: 'ui.viewport.hint.radius' }] : undefined
  if (ctrl) return [{ mouse: 'left', does: 'ui.viewport.tool.pick' }]
  if (shift) return [{ mouse: 'left', does: 'ui.viewport.tool.paint' }]
  return [
    { mouse: 'left', does: tool === 'fill' ? 'ui.viewport.hint.preview' : `ui.viewport.tool.${tool}` },
    ...(tool === 'fill' ? [{ keys: 'Enter', does: 'ui.viewport.apply' }] : []),
    ...(tool === 'pick'
      ? []
      : [
          { mouse: 'left' as const, keys: 'Ctrl', does: 'ui.viewport.tool.pick' },
          { keys: '1…9', does: 'ui.viewport.hint.value' },
        ]),
    ...(tool === 'paint' || tool === 'erase' ? [{ keys: '[ ]', does: 'ui.viewport.hint.radius' }] : []),
    ...camera,
  ]
}
