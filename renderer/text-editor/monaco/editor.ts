import type { Language } from '@areal-studio/core/messages'
import type { TextEditorEvents } from './events'
import { EditorFaces, type CompareLabels } from './faces'
import { isLargeText, EditorText } from './model'
import { suggestions } from './suggestions'
import { loadMonaco, type Api } from './load'
import type { editor as Editor } from 'monaco-editor/editor/editor.api'
import type { Span } from '../text-change'
import { themeOf, token } from '../text-theme'

interface Mark extends Span {
  /** Sentence shown on hover and in the overview. */
  readonly words: string
}

export interface Edited extends Span {
  /** Dim words behind the line: `was 0`. */
  readonly note: string
}

/** A text editor; the only interface to Monaco for the rest of the program. */
export interface TextEditor {
  text(): string
  /** Whether the text is too long to be parsed at every key. */
  isLarge(): boolean
  /** Replaces the text; caret and scroll stay where they were. A text of usual size forgets its own undo. */
  setText(text: string): void
  /** While true, Ctrl+Z takes back typing; otherwise it is the studio's undo. */
  setDirty(isDirty: boolean): void
  setReadOnly(isReadOnly: boolean): void
  setMarks(marks: readonly Mark[]): void
  setEdited(edited: readonly Edited[]): void
  /** Frames the text of the selected node; scrolls to it unless the user is typing. */
  setSelected(span: Span | undefined, isRevealed: boolean): void
  /** Shows the text beside the one it was before any edit, which cannot be typed in; alone again where that is undefined. */
  compare(original: string | undefined, labels: CompareLabels): void
  /** To the next or the previous difference of the comparison. */
  goToDifference(step: 1 | -1): void
  setSchema(schema: object | undefined): void
  setWords(label: string): void
  useTheme(isLight: boolean, isContrast: boolean): void
  focus(): void
  dispose(): void
}

/** Language of the text, and the end of its name: `record.json`. Each editor that is open at a time has its own name. */
const TEXTS = { json: 'record.json', plaintext: 'text.txt' } as const
export type TextKind = keyof typeof TEXTS

/**
 * Creates an editor in `place`; loads Monaco at the first call. Undefined where the place has left the page meanwhile: the
 * model of the kind belongs to the editor of the next place then.
 */
export async function createTextEditor(
  place: HTMLElement,
  language: Language,
  events: TextEditorEvents,
  kind: TextKind,
): Promise<TextEditor | undefined> {
  const [api, json] = await loadMonaco(language)
  if (!place.isConnected) return undefined
  const uri = api.Uri.parse(`areal://text/${TEXTS[kind]}`)
  api.editor.getModel(uri)?.dispose()
  const model = api.editor.createModel('', kind, uri)
  model.updateOptions({ tabSize: 2, insertSpaces: kind === 'json' })
  const text = new EditorText(api, model)
  model.onDidChangeContent(() => {
    if (!text.isOwn) events.typed()
  })
  const offers = api.languages.registerCompletionItemProvider('json', {
    provideCompletionItems: (of, position) => ({
      suggestions:
        of === model && !text.isLarge
          ? suggestions(api, model, position, (all, offset) => events.offered(all, offset))
          : [],
    }),
  })
  const faces = new EditorFaces(place, api, text, events)

  return {
    text: () => text.text,
    isLarge: () => text.isLarge,
    setText(next) {
      faces.wrap(!isLargeText(next))
      text.replace(next, faces.now.view)
    },
    setDirty: value => faces.now.isDirty.set(value),
    setReadOnly: readOnly => faces.update({ readOnly, domReadOnly: readOnly }),
    setMarks(marks) {
      const severity = api.MarkerSeverity.Error
      api.editor.setModelMarkers(
        model,
        'areal',
        marks.map(mark => ({ ...text.rangeOf(mark), message: mark.words, severity })),
      )
    },
    setEdited(spans) {
      faces.now.edited.set(
        spans.map(span => ({ range: text.wholeLines(span), options: editedOptions(api, span.note) })),
      )
    },
    setSelected: (span, isRevealed) => showSelected(api, text, faces, span, isRevealed),
    compare: (original, labels) => faces.compare(original, labels),
    goToDifference: step => faces.goToDifference(step),
    setSchema(schema) {
      json.jsonDefaults.setDiagnosticsOptions({
        validate: false,
        schemas: schema && !text.isLarge ? [{ uri: 'areal://text/schema', fileMatch: ['*.json'], schema }] : [],
      })
    },
    setWords: label => faces.name(label),
    useTheme(isLight, isContrast) {
      api.editor.defineTheme('areal', themeOf(isLight, isContrast))
      api.editor.setTheme('areal')
    },
    focus: () => faces.now.view.focus(),
    dispose() {
      faces.dispose()
      offers.dispose()
      model.dispose()
    },
  }
}

/** Frames the lines of a span, and scrolls to them if `isRevealed`. */
function showSelected(
  api: Api,
  text: EditorText,
  { now }: EditorFaces,
  span: Span | undefined,
  isRevealed: boolean,
): void {
  if (!span) return now.selected.clear()
  const lines = text.wholeLines(span)
  const { startLineNumber: line, endLineNumber, endColumn } = lines
  // A frame goes round each row of the screen: not round those of a line that is broken.
  const isOne =
    line === endLineNumber && now.view.getTopForPosition(line, 1) === now.view.getTopForPosition(line, endColumn)
  now.selected.set([
    { range: lines, options: { isWholeLine: true, className: isOne ? 'json-selected framed' : 'json-selected' } },
  ])
  if (!isRevealed) return
  text.isOwn = true
  now.view.setPosition(text.model.getPositionAt(span.start))
  now.view.revealRangeInCenterIfOutsideViewport(text.rangeOf(span), api.editor.ScrollType.Immediate)
  text.isOwn = false
}

function editedOptions(api: Api, note: string): Editor.IModelDecorationOptions {
  return {
    isWholeLine: true,
    stickiness: api.editor.TrackedRangeStickiness.NeverGrowsWhenTypingAtEdges,
    linesDecorationsClassName: 'json-edited-bar',
    overviewRuler: { color: token('--edited-mark'), position: api.editor.OverviewRulerLane.Left },
    ...(note && { after: { content: `   ${note}`, inlineClassName: 'json-edited-note' } }),
  }
}
