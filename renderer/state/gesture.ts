import type { Edit, Label } from '@areal-studio/core/edit'

/** Presses of one key closer than this are one gesture, in milliseconds. */
export const REPEAT = 500

/** After these keys the typed value is complete, however soon the next one follows. */
const FINISHING = new Set(['Enter', 'NumpadEnter', 'Tab'])

export interface Gestures {
  /** The id that commits of one gesture share; undefined for a change that is not repeated by a held key. */
  of(label: Label, edits: readonly Edit[]): string | undefined
}

/** Observes the keys of a window: repeated changes of the same nodes by one key are one step of history. */
export function createGestures(
  target: Pick<EventTarget, 'addEventListener'>,
  now: () => number = () => performance.now(),
): Gestures {
  let run = 0
  let key = ''
  let last = -Infinity
  target.addEventListener(
    'keydown',
    event => {
      const code = 'code' in event && typeof event.code === 'string' ? event.code : ''
      if (code !== key || now() - last > REPEAT) run++
      key = FINISHING.has(code) ? '' : code
      last = now()
    },
    { capture: true },
  )
  target.addEventListener(
    'pointerdown',
    () => {
      key = ''
    },
    { capture: true },
  )
  return {
    of(label, edits) {
      if (key === '' || !edits.every(keepsPlaces)) return undefined
      const { before: _before, after: _after, ...nodes } = label.params
      return JSON.stringify([run, label.code, nodes, edits.map(edit => edit.entry)])
    },
  }
}

/** Two records deleted one after the other are two nodes, although their labels are equal. */
const keepsPlaces = ({ splices, attributes, moves }: Edit): boolean =>
  attributes === undefined &&
  moves === undefined &&
  splices.every(({ removed, inserted }) => removed.length === inserted.length)
