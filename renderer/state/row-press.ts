import { rebasePath, type Edit } from '@areal-studio/core/edit'
import { everyWindow } from './windows'

/**
 * Suppresses presses meant for a row that has moved. When a row leaves a list, another takes its place, and often its
 * element: a press that began on one row and ended on another is meant for neither, nor is the second click of a double
 * click whose first one brought another row under the mouse.
 *
 * Rows, and buttons whose meaning can change, identify themselves by `data-key`, or by `data-record` in a list with the
 * array in `data-array`. `data-of` on the list is the source of the keys, for records an entry: their numbers are followed
 * when records are added or removed.
 */
interface Row {
  readonly of: string | undefined
  readonly key: string
}
/** Everything beside the rows counts as one place. */
type Pressed = Row | 'beside' | 'gone'

/** Where the button was pressed, and where it was for the first of several clicks. */
let pressed: Pressed = 'beside'
let first: Pressed = 'beside'

function rowOf({ target }: Event): Row | 'beside' {
  // Windows and documents are targets, too, and are in no row.
  const row =
    target && 'closest' in target ? (target as Element).closest<HTMLElement>('[data-key], [data-record]') : null
  if (!row) return 'beside'
  const { of, array } = row.closest<HTMLElement>('[data-of]')?.dataset ?? {}
  const { key, record = '' } = row.dataset
  return { of, key: key ?? (array ? `${array}/${record}` : record) }
}

const isSame = (a: Pressed, b: Pressed): boolean =>
  typeof a === 'object' && typeof b === 'object' ? a.of === b.of && a.key === b.key : a === b && a !== 'gone'

/** Records of an entry have moved during a press, or between two clicks. */
export function followPresses({ entry, moves }: Edit): void {
  if (!moves) return
  const follow = (place: Pressed): Pressed => {
    if (typeof place !== 'object' || place.of !== entry) return place
    const key = rebasePath(place.key, moves)
    return key === undefined ? 'gone' : { of: entry, key }
  }
  pressed = follow(pressed)
  first = follow(first)
}

/** Clicks by key or by a program have no press before them. */
function isByMouse(event: MouseEvent): boolean {
  if (!event.isTrusted) return false
  return event.type === 'contextmenu' ? event.button >= 0 : event.type === 'dragstart' || event.detail > 0
}

function guard(event: MouseEvent): void {
  const row = rowOf(event)
  if (row === 'beside' || !isByMouse(event)) return
  if (isSame(row, pressed) && (event.detail < 2 || isSame(row, first))) return
  event.preventDefault()
  event.stopPropagation()
}

everyWindow.addEventListener(
  'pointerdown',
  event => {
    pressed = rowOf(event)
  },
  { capture: true },
)
everyWindow.addEventListener(
  'mousedown',
  event => {
    if (event.detail < 2) first = pressed
  },
  { capture: true },
)
for (const type of ['click', 'dblclick', 'contextmenu', 'dragstart'] as const)
  everyWindow.addEventListener(type, guard, { capture: true })
