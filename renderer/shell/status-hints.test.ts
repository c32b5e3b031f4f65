import { beforeEach, describe, expect, it } from 'vitest'
import { usePanes } from '../state/panes.store'
import { openWindow } from '../state/window.fixture'
import { useStatusHints } from './status-hints'

let hints: ReturnType<typeof useStatusHints>
let panes: ReturnType<typeof usePanes>
beforeEach(async () => {
  await openWindow()
  panes = usePanes()
  hints = useStatusHints()
})
const does = (): string[] => hints.value.map(hint => hint.does)

describe('hints of the status bar', () => {
  it('follow the pointer from pane to pane, and the focus where the pointer is in none', () => {
    panes.focused = 'form'
    expect(does()).toContain('ui.hint.next-field')
    panes.pointed = 'hex'
    expect(does()).toContain('ui.hint.overwrite')
    expect(does()).not.toContain('ui.hint.next-field')
    panes.pointed = null
    expect(does()).toContain('ui.hint.next-field')
  })

  it('are those of the map where the pointer is over it', () => {
    panes.hints = [{ mouse: 'left', does: 'ui.viewport.hint.select' }]
    panes.focused = 'form'
    panes.pointed = 'viewport'
    expect(does()).toEqual(['ui.viewport.hint.select'])
  })

  it('name what a pane does in a state of its own, such as Insert while inserting', () => {
    panes.pointed = 'hex'
    panes.modes.set('hex', [{ keys: 'Insert', does: 'ui.hint.overwrite' }])
    expect(hints.value).toEqual([{ keys: 'Insert', does: 'ui.hint.overwrite' }])
    panes.modes.delete('hex')
    expect(hints.value).toContainEqual({ keys: 'Insert', does: 'ui.hint.insert-mode' })
  })

  it('name only what ends a drag while there is one', () => {
    panes.pointed = 'hex'
    panes.dragging = [{ keys: 'Esc', does: 'ui.viewport.hint.cancel' }]
    expect(hints.value).toEqual(panes.dragging)
  })
})
