/** The row of a list that an event happened in, by its key; undefined beside the rows. */
function rowOf({ target }: Event): string | undefined {
  const row = target instanceof Element ? target.closest<HTMLElement>('[data-key], [data-record]') : null
  return row?.dataset['key'] ?? row?.dataset['record']
}

/**
 * A row that goes out of a list leaves its element to the one that comes. A press that began on one row and ends, in the
 * same place, on another that has come meanwhile was meant for neither. Both are listened to while they are captured,
 * by the element that holds the rows. Clicks that no mouse made, by key or by a program, count.
 */
export function useRowPress() {
  let begun: string | undefined
  return {
    begin(event: PointerEvent): void {
      begun = rowOf(event)
    },
    end(event: MouseEvent): void {
      if (event.detail > 0 && rowOf(event) !== begun) event.stopPropagation()
    },
  }
}
