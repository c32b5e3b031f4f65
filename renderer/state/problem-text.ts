import type { Problem } from '@areal-studio/core/format'
import type { TextParams } from '@areal-studio/core/messages'

/** The sentence of a problem, in the language of the moment. */
export const sayProblem = (
  text: { say(key: string, params?: TextParams): string },
  { code, params }: Problem,
): string => text.say(`problem.${code}`, params)
