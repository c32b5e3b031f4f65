import type { StudioEvents } from '@areal-studio/core/studio'
import type { WindowPort } from '../state/client'

/** The name of a call and its arguments. */
type Question = readonly [method: string, ...args: readonly unknown[]]

export interface AskedPort extends WindowPort {
  /** From now on every call is sent. */
  forget(): void
}

/** After these methods an unused reply may be old. */
const NEWS = ['commit', 'info', 'outside'] as const satisfies readonly (keyof StudioEvents)[]

/**
 * Sends the calls of the first screen while its scripts are still loading. Each reply is used once, by the first equal
 * call.
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
