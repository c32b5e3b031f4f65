import type { PaneId } from '../state/panes.store'

/** One stop of the tour: the words are `ui.tour.<id>` and `ui.tour.<id>.do`. */
interface TourStep {
  readonly id: string
  /** Brought up first. */
  readonly pane?: PaneId
  /** What is framed: the first of these that is seen. */
  readonly targets: readonly string[]
}

const test = (id: string): string => `[data-testid="${id}"]`

/** The main job, from the map in the tree to the game and back. */
export const TOUR: readonly TourStep[] = [
  { id: 'tree', pane: 'tree', targets: [test('pane-tree')] },
  { id: 'map', pane: 'viewport', targets: [test('pane-viewport')] },
  {
    id: 'form',
    pane: 'form',
    targets: [`${test('pane-form')} .form-field:has([data-testid^="seen-"])`, test('pane-form')],
  },
  { id: 'hex', pane: 'hex', targets: [test('pane-hex')] },
  { id: 'changes', pane: 'changes', targets: [test('pane-changes')] },
  { id: 'problems', pane: 'problems', targets: [test('pane-problems')] },
  { id: 'run', targets: [test('button-run'), test('button-stop')] },
  { id: 'restore', pane: 'deploy', targets: [test('button-restore'), test('pane-deploy')] },
]
