/** What holding a key makes of a selection. */
export type Mode = 'replace' | 'add' | 'toggle'

export const modeOf = (event: {
  readonly shiftKey: boolean
  readonly ctrlKey: boolean
  readonly metaKey: boolean
}): Mode => (event.ctrlKey || event.metaKey ? 'toggle' : event.shiftKey ? 'add' : 'replace')

/** The records selected after a click or a frame. The last one is the primary. */
export function combined(present: readonly number[], picked: readonly number[], mode: Mode): number[] {
  if (mode === 'replace') return [...picked]
  const next = new Set(present)
  for (const record of picked) {
    const had = next.delete(record)
    if (mode === 'add' || !had) next.add(record)
  }
  return [...next]
}
