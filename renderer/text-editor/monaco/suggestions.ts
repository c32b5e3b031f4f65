import type * as Monaco from 'monaco-editor/editor/editor.api'
import type { editor as Editor } from 'monaco-editor/editor/editor.api'
import type { Offer } from './events'
import type { Api } from './load'

/** Replaces the number or the part of a name at the cursor; found by the name while that is typed. */
export function suggestions(
  api: Api,
  model: Editor.ITextModel,
  position: Monaco.Position,
  offered: (text: string, offset: number) => readonly Offer[],
): Monaco.languages.CompletionItem[] {
  const line = model.getLineContent(position.lineNumber)
  const before = /[\w.-]*$/.exec(line.slice(0, position.column - 1))?.[0] ?? ''
  const after = /^[\w.-]*/.exec(line.slice(position.column - 1))?.[0] ?? ''
  const range = new api.Range(
    position.lineNumber,
    position.column - before.length,
    position.lineNumber,
    position.column + after.length,
  )
  return offered(model.getValue(), model.getOffsetAt(position)).map(({ number, words }) => ({
    label: { label: words, description: String(number) },
    kind: api.languages.CompletionItemKind.EnumMember,
    insertText: String(number),
    range,
    filterText: /^[\d.-]+$/.test(before) ? before : words.replace(/^\W+/, ''),
    sortText: '0',
  }))
}
