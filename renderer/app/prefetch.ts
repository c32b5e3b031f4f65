import type { StudioEvents } from '@areal-studio/core/studio'
import type { WindowPort } from '../state/client'

/** The name of a call and its arguments. */
export type Question = readonly [method: string, ...args: readonly unknown[]]

export interface AskedPort extends WindowPort {
  /** From now on everything is asked anew. */
  forget(): void
}

/** After these an answer that nobody has taken yet may be old. */
const NEWS = ['commit', 'info', 'outside'] as const satisfies readonly (keyof StudioEvents)[]

/**
 * Asks what the first screen will ask while its scripts are still on their way. Each answer goes to the first who asks
 * the same, and to nobody else.
 */
export function askAhead(port: WindowPort, questions: readonly Question[]): AskedPort {
  const asked = new Map(questions.map(([method, ...args]) => [JSON.stringify([method, args]), port.call(method, args)]))
  const forget = (): void => asked.clear()
  for (const event of NEWS) port.listen(event, forget)
  return {
    ...port,
    forget,
    call(method, args) {
      if (asked.size === 0) return port.call(method, args)
      const question = JSON.stringify([method, args])
      const answer = asked.get(question)
      asked.delete(question)
      return answer ?? port.call(method, args)
    },
  }
}
