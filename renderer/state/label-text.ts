import type { Label } from '@areal-studio/core/edit'
import type { TextParams } from '@areal-studio/core/messages'

/** The sentence of what was done, in the language of the moment. */
export const sayLabel = (text: { say(key: string, params?: TextParams): string }, label: Label): string =>
  text.say(label.code.startsWith('label.') ? label.code : `label.${label.code}`, label.params)
