import type { Hint } from '../workspace/panes.store'
import type { Modifiers } from './controls'
import type { ToolId } from './tool'

/** What mouse and keys do on the map while these modifiers are held. */
export function hintsFor({ shift, ctrl, alt, isFlying }: Modifiers, tool: ToolId = 'select'): readonly Hint[] {
  if (isFlying) {
    return [
      { keys: 'W A S D', does: 'ui.viewport.hint.fly' }, { keys: 'Q E', does: 'ui.viewport.hint.lift' },
      { keys: 'Shift', does: 'ui.viewport.hint.faster' }, { mouse: 'wheel', does: 'ui.viewport.hint.speed' },
    ]
  }
  const own = ofTool(tool, { shift, ctrl, alt, isFlying })
  if (own) return own
  if (alt) return [{ mouse: 'left', does: shift ? 'ui.viewport.hint.pan' : 'ui.viewport.hint.orbit' }]
  if (ctrl) return [{ mouse: 'left', does: 'ui.viewport.hint.toggle' }, { mouse: 'wheel', does: 'ui.viewport.hint.drill' }]
  if (shift) return [{ mouse: 'left', does: 'ui.viewport.hint.add' }, { mouse: 'middle', does: 'ui.viewport.hint.pan' }]
  return [
    { mouse: 'left', does: 'ui.viewport.hint.select' }, { mouse: 'left', keys: 'Shift', does: 'ui.viewport.hint.add' },
    { mouse: 'right', does: 'ui.viewport.hint.look' }, { mouse: 'middle', does: 'ui.viewport.hint.orbit' },
    { mouse: 'wheel', does: 'ui.viewport.hint.zoom' },
  ]
}

const CAMERA: readonly Hint[] = [{ mouse: 'right', does: 'ui.viewport.hint.look' }, { mouse: 'middle', does: 'ui.viewport.hint.orbit' }]

/** Of the tools that take the left button for something else than selecting. */
function ofTool(tool: ToolId, { shift, ctrl, alt }: Modifiers): readonly Hint[] | undefined {
  if (tool === 'measure') {
    return alt ? undefined : [
      { mouse: 'left', does: 'ui.viewport.hint.point' }, { keys: 'Enter', does: 'ui.viewport.hint.end' }, { keys: 'Esc', does: 'ui.viewport.hint.clear' }, ...CAMERA,
    ]
  }
  if (tool === 'shape') {
    return alt ? undefined : [
      { mouse: 'left', does: ctrl ? 'ui.viewport.hint.snap' : 'ui.viewport.hint.move' }, { keys: 'X Y Z', does: 'ui.viewport.hint.axis' },
      { keys: 'Del', does: 'ui.viewport.hint.delete-corner' }, { keys: 'Esc', does: 'ui.viewport.hint.cancel' }, ...CAMERA,
    ]
  }
  if (tool === 'sculpt') {
    return alt ? [{ mouse: 'left', does: 'ui.viewport.hint.radius' }] : [
      { mouse: 'left', does: shift ? 'ui.viewport.hint.smooth' : ctrl ? 'ui.viewport.hint.turn-round' : 'ui.viewport.hint.sculpt' },
      { keys: '1…4', does: 'ui.viewport.hint.mode' }, { keys: '[ ]', does: 'ui.viewport.hint.radius' }, ...CAMERA,
    ]
  }
  if (tool === 'faces') return alt || shift || ctrl ? undefined : [{ mouse: 'left', does: 'ui.viewport.hint.face' }, { mouse: 'left', keys: 'Shift', does: 'ui.viewport.hint.add' }, ...CAMERA]
  if (tool === 'split' || tool === 'add' || tool === 'route') {
    return alt ? undefined : [
      { mouse: 'left', does: tool === 'add' ? 'ui.viewport.hint.corner' : `ui.viewport.hint.${tool}` }, ...(tool === 'add' ? [{ keys: 'Enter', does: 'ui.viewport.hint.end' }] : []),
      { keys: 'Esc', does: 'ui.viewport.hint.cancel' }, ...CAMERA,
    ]
  }
  if (tool !== 'paint' && tool !== 'erase' && tool !== 'pick' && tool !== 'fill') return undefined
  if (alt && shift) return [{ mouse: 'left', does: 'ui.viewport.tool.erase' }]
  if (alt) return tool === 'paint' || tool === 'erase' ? [{ mouse: 'left', does: 'ui.viewport.hint.radius' }] : undefined
  if (ctrl) return [{ mouse: 'left', does: 'ui.viewport.tool.pick' }]
  if (shift) return [{ mouse: 'left', does: 'ui.viewport.tool.paint' }]
  return [
    { mouse: 'left', does: tool === 'fill' ? 'ui.viewport.hint.preview' : `ui.viewport.tool.${tool}` },
    ...(tool === 'fill' ? [{ keys: 'Enter', does: 'ui.viewport.apply' }] : []),
    ...(tool === 'pick' ? [] : [{ mouse: 'left' as const, keys: 'Ctrl', does: 'ui.viewport.tool.pick' }, { keys: '1…9', does: 'ui.viewport.hint.value' }]),
    ...(tool === 'paint' || tool === 'erase' ? [{ keys: '[ ]', does: 'ui.viewport.hint.radius' }] : []), ...CAMERA,
  ]
}
