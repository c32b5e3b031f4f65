import { choiceOf, type Choice } from '../../state/choice'

/** Effect of held keys on a selection. */
export type Mode = 'replace' | 'add' | 'toggle'

/** Shift and Ctrl mean what they mean in lists; between two places on a map nothing lies, so that Shift adds. */
const MODES: Readonly<Record<Choice, Mode>> = { one: 'replace', toggle: 'toggle', range: 'add', add: 'add' }
export const modeOf = (event: Parameters<typeof choiceOf>[0]): Mode => MODES[choiceOf(event)]

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
