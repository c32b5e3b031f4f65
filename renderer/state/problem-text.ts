import type { Problem } from '@areal-studio/core/format'
import type { TextParams } from '@areal-studio/core/messages'

/** The message of a problem, in the current language. */
export const sayProblem = (
  text: { say(key: string, params?: TextParams): string },
  { code, params }: Problem,
): string => text.say(`problem.${code}`, params)
