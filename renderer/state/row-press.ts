import { rebasePath, type Edit } from '@areal-studio/core/edit'
import { everyWindow } from './windows'

/**
 * A row that goes out of a list leaves its place, and often its element, to the one that comes. A press that began on one row
 * and ends on another was meant for neither; so was the second click of a double click, where the first brought another row
 * under the mouse. Such presses are kept from everyone.
 *
 * Rows, and buttons that may come to mean another thing, say which they are by `data-key`, or by `data-record` in a list that
 * says by `data-array` of what. `data-of` on the list says where the keys come from, an entry for records: their numbers are
 * followed when records come and go.
 */
interface Row {
  readonly of: string | undefined
  readonly key: string
}
/** What is beside all rows is one place. */
type Pressed = Row | 'beside' | 'gone'

/** Where the button went down, and where it did for the first of several clicks at one place. */
let pressed: Pressed = 'beside'
let first: Pressed = 'beside'

function rowOf({ target }: Event): Row | 'beside' {
  const row = target instanceof Element ? target.closest<HTMLElement>('[data-key], [data-record]') : null
  if (!row) return 'beside'
  const { of, array } = row.closest<HTMLElement>('[data-of]')?.dataset ?? {}
  const { key, record = '' } = row.dataset
  return { of, key: key ?? (array ? `${array}/${record}` : record) }
}

const isSame = (a: Pressed, b: Pressed): boolean =>
  typeof a === 'object' && typeof b === 'object' ? a.of === b.of && a.key === b.key : a === b && a !== 'gone'

/** Records of an entry have moved under a press, or between two clicks. */
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

/** What no mouse does, by key or by a program, has no press before it. */
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
