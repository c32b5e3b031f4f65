import type { Label } from '@areal-studio/core/edit'
import type { TextParams } from '@areal-studio/core/messages'

/** The label of a step, in the current language. */
export const sayLabel = (text: { say(key: string, params?: TextParams): string }, label: Label): string =>
  text.say(label.code.startsWith('label.') ? label.code : `label.${label.code}`, label.params)
