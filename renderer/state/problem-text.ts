import type { Problem } from '@areal-studio/core/format'
import { problemSentence, type TextParams } from '@areal-studio/core/messages'

/** The message of a problem, in the current language; objects by their names. */
export const sayProblem = (
  text: { say(key: string, params?: TextParams): string; has(key: string): boolean },
  problem: Problem,
): string => problemSentence(text, problem)
