import type { Hint } from '../workspace/panes.store'
import type { Modifiers } from './controls'

/** What mouse and keys do on the map while these modifiers are held. */
export function hintsFor({ shift, ctrl, alt, isFlying }: Modifiers): readonly Hint[] {
  if (isFlying) {
    return [
      { keys: 'W A S D', does: 'ui.viewport.hint.fly' }, { keys: 'Q E', does: 'ui.viewport.hint.lift' },
      { keys: 'Shift', does: 'ui.viewport.hint.faster' }, { mouse: 'wheel', does: 'ui.viewport.hint.speed' },
    ]
  }
  if (alt) return [{ mouse: 'left', does: shift ? 'ui.viewport.hint.pan' : 'ui.viewport.hint.orbit' }]
  if (ctrl) return [{ mouse: 'left', does: 'ui.viewport.hint.toggle' }, { mouse: 'wheel', does: 'ui.viewport.hint.drill' }]
  if (shift) return [{ mouse: 'left', does: 'ui.viewport.hint.add' }, { mouse: 'middle', does: 'ui.viewport.hint.pan' }]
  return [
    { mouse: 'left', does: 'ui.viewport.hint.select' }, { mouse: 'left', keys: 'Shift', does: 'ui.viewport.hint.add' },
    { mouse: 'right', does: 'ui.viewport.hint.look' }, { mouse: 'middle', does: 'ui.viewport.hint.orbit' },
    { mouse: 'wheel', does: 'ui.viewport.hint.zoom' },
  ]
}
