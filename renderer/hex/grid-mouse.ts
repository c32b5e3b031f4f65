import type { Alignment } from './alignment'
import { byteAtColumn, HEX_WIDTH } from './rows'
import { ROW_BYTES } from './scroll'

/** Position of the mouse: a byte, and the column that is under it. */
interface Pointed {
  readonly offset: number
  readonly column: 'hex' | 'text'
}

/** The byte under the mouse; the row gives the place, the column is counted in characters. */
export function pointedAt(event: MouseEvent, lines: Alignment): Pointed | undefined {
  const page = event.target instanceof Node ? event.target.ownerDocument : null
  const row = page
    ?.elementsFromPoint(event.clientX, event.clientY)
    .find(element => element instanceof HTMLElement && element.dataset['place'])
  if (!(row instanceof HTMLElement)) return undefined
  const place = Number(row.dataset['place'])
  const at = columnIn(row, event.clientX)
  if (!at) return undefined
  return { offset: lines.nearest(Math.min(place + at.column, Math.max(0, lines.size)), false), column: at.in }
}

function columnIn(
  row: HTMLElement,
  x: number,
): { readonly column: number; readonly in: Pointed['column'] } | undefined {
  const words = row.querySelector('.words')?.getBoundingClientRect()
  if (words && x >= words.left - 4) {
    const column = Math.floor((x - words.left) / (words.width / ROW_BYTES))
    if (column < ROW_BYTES) return { column: Math.max(0, column), in: 'text' }
  }
  const hex = row.querySelector('.bytes')?.getBoundingClientRect()
  return hex && { column: byteAtColumn((x - hex.left) / (hex.width / HEX_WIDTH)).column, in: 'hex' }
}

/** Follows the mouse until its button is released. */
export function dragFrom(event: PointerEvent, moved: (event: PointerEvent) => void): void {
  if (!(event.currentTarget instanceof HTMLElement)) return
  const target = event.currentTarget
  const end = (): void => {
    target.removeEventListener('pointermove', moved)
    target.removeEventListener('pointerup', end)
    target.removeEventListener('pointercancel', end)
  }
  target.setPointerCapture(event.pointerId)
  target.addEventListener('pointermove', moved)
  target.addEventListener('pointerup', end)
  target.addEventListener('pointercancel', end)
}
