import { expect, it } from 'vitest'
import type { PaneId } from '../state/panes.store'
import { viewAfter } from './next-view'

const round = (from: PaneId, has: (pane: PaneId) => boolean): (PaneId | undefined)[] => {
  const met: (PaneId | undefined)[] = []
  for (let at: PaneId | undefined = from; met.length < 8 && (met.length === 0 || at !== from); met.push(at))
    at = viewAfter(at, has)
  return met
}

it('goes round all views of an object and comes back to the first', () => {
  expect(round('viewport', () => true)).toEqual(['tree', 'table', 'form', 'struct', 'hex', 'json', 'viewport'])
})

it('leaves out views that have nothing of it, and begins with the first where none has the focus', () => {
  const has = (pane: PaneId): boolean => ['tree', 'hex'].includes(pane)
  expect(round('hex', has)).toEqual(['tree', 'hex'])
  expect(viewAfter('deploy', has)).toBe('tree')
  expect(viewAfter(undefined, () => true)).toBe('viewport')
  expect(viewAfter('tree', pane => pane === 'tree')).toBeUndefined()
})
