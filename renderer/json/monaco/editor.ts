import type * as Monaco from 'monaco-editor/editor/editor.api'
import type { editor as Editor, IRange } from 'monaco-editor/editor/editor.api'
import type * as MonacoJson from 'monaco-editor/languages/features/json/register'
import type { Language } from '@areal-studio/core/messages'
import { editorPolicy } from '../state/trusted-types'
import type { Offer } from './flag-offers'
import { textChange, type Span } from './text-change'
import { themeOf, token } from './text-theme'
import EditorWorker from 'monaco-editor/editor/editor.worker?worker'
import JsonWorker from 'monaco-editor/language/json/json.worker?worker'

interface Mark extends Span {
  /** Sentence shown on hover and in the overview. */
  readonly words: string
}

export interface Edited extends Span {
  /** Dim words behind the line: `was 0`. */
  readonly note: string
}

/** What the halves of a comparison are called to who does not see them. */
interface CompareLabels {
  readonly original: string
  readonly present: string
}

/** What the pane hears from the text editor. */
interface JsonEditorEvents {
  /** The person changed the text (not the pane itself). */
  typed(): void
  /** The person moved the caret. */
  moved(offset: number): void
  left(): void
  /** What is offered for the number at a place, beside what the schema offers. */
  offered(text: string, offset: number): readonly Offer[]
  commit(): void
  undo(): void
  redo(): void
}

/** A text editor for JSON; the only face of Monaco that the rest of the program knows. */
export interface JsonEditor {
  text(): string
  /** So long a text that it is not read at every key. */
  isLarge(): boolean
  /** Replaces the text; caret and scroll stay where they were. A text of usual size forgets its own undo. */
  setText(text: string): void
  /** While true, Ctrl+Z takes back typing; otherwise it is the studio's undo. */
  setDirty(isDirty: boolean): void
  setReadOnly(isReadOnly: boolean): void
  setMarks(marks: readonly Mark[]): void
  setEdited(edited: readonly Edited[]): void
  /** Frames the text of the selected node; scrolls to it unless the person is typing. */
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

const MODEL = 'areal://text/record.json'
const LARGE = 400_000

type Api = typeof Monaco
type Json = typeof MonacoJson
let loading: Promise<readonly [Api, Json]> | undefined

/** Monaco's own menus take their language here, at the first load of the window. */
async function load(language: Language): Promise<readonly [Api, Json]> {
  globalThis.MonacoEnvironment = {
    getWorker: (_, label) => (label === 'json' ? new JsonWorker() : new EditorWorker()),
    createTrustedTypesPolicy: editorPolicy,
  }
  if (language === 'ru') await import('monaco-editor/nls/lang/ru')
  const [api, json] = await Promise.all([
    import('monaco-editor/editor/editor.api'),
    import('monaco-editor/languages/features/json/register'),
    import('monaco-editor/features/codeEditor/register'),
    import('monaco-editor/features/codicon/register'),
    import('monaco-editor/features/bracketMatching/register'),
    import('monaco-editor/features/caretOperations/register'),
    import('monaco-editor/features/clipboard/register'),
    import('monaco-editor/features/contextmenu/register'),
    import('monaco-editor/features/diffEditor/register'),
    import('monaco-editor/features/find/register'),
    import('monaco-editor/features/folding/register'),
    import('monaco-editor/features/gotoError/register'),
    import('monaco-editor/features/hover/register'),
    import('monaco-editor/features/indentation/register'),
    import('monaco-editor/features/lineSelection/register'),
    import('monaco-editor/features/linesOperations/register'),
    import('monaco-editor/features/multicursor/register'),
    import('monaco-editor/features/smartSelect/register'),
    import('monaco-editor/features/snippet/register'),
    import('monaco-editor/editor/contrib/suggest/browser/suggestController'),
    import('monaco-editor/features/tokenization/register'),
    import('monaco-editor/features/wordHighlighter/register'),
    import('monaco-editor/features/wordOperations/register'),
    // Not later, by the first text: it registers every part of Monaco, and an editor only knows the services that were there before the first editor.
    import('monaco-editor/languages/features/json/jsonMode'),
  ])
  json.jsonDefaults.setModeConfiguration({
    completionItems: true,
    hovers: true,
    tokens: true,
    foldingRanges: true,
    selectionRanges: true,
    documentSymbols: false,
    colors: false,
    diagnostics: false,
    documentFormattingEdits: false,
    documentRangeFormattingEdits: false,
  })
  // The studio has a palette of its own.
  api.editor.addKeybindingRule({ keybinding: api.KeyCode.F1, command: null })
  return [api, json]
}

/** One editor on the text with what is drawn in it: the plain one, or the right half of the comparison. */
interface Face {
  readonly view: Editor.IStandaloneCodeEditor
  readonly edited: Editor.IEditorDecorationsCollection
  readonly selected: Editor.IEditorDecorationsCollection
  readonly isDirty: Editor.IContextKey<boolean>
}

/** Makes an editor in `place`. Loads Monaco at the first call. */
export async function createJsonEditor(
  place: HTMLElement,
  language: Language,
  events: JsonEditorEvents,
): Promise<JsonEditor> {
  const [api, json] = await (loading ??= load(language))
  const uri = api.Uri.parse(MODEL)
  api.editor.getModel(uri)?.dispose()
  const model = api.editor.createModel('', 'json', uri)
  model.updateOptions({ tabSize: 2, insertSpaces: true })
  let isOurs = false
  model.onDidChangeContent(() => {
    if (!isOurs) events.typed()
  })
  const offers = api.languages.registerCompletionItemProvider('json', {
    provideCompletionItems: (of, position) => ({
      suggestions: of === model && model.getValueLength() < LARGE ? suggestions(api, model, position, events) : [],
    }),
  })

  function face(view: Editor.IStandaloneCodeEditor): Face {
    view.onDidChangeCursorPosition(event => {
      if (isOurs || event.source === 'model') return
      events.moved(model.getOffsetAt(event.position))
    })
    view.onDidBlurEditorText(() => events.left())
    view.addCommand(api.KeyMod.CtrlCmd | api.KeyCode.Enter, () => events.commit())
    view.addCommand(api.KeyMod.CtrlCmd | api.KeyCode.KeyZ, () => events.undo(), '!arealDirty')
    view.addCommand(api.KeyMod.CtrlCmd | api.KeyCode.KeyY, () => events.redo(), '!arealDirty')
    view.addCommand(api.KeyMod.CtrlCmd | api.KeyMod.Shift | api.KeyCode.KeyZ, () => events.redo(), '!arealDirty')
    return {
      view,
      isDirty: view.createContextKey<boolean>('arealDirty', false),
      edited: view.createDecorationsCollection(),
      selected: view.createDecorationsCollection(),
    }
  }
  const half = (): HTMLElement =>
    place.appendChild(Object.assign(document.createElement('div'), { className: 'json-half' }))
  const plainPlace = half()
  const plain = face(api.editor.create(plainPlace, { model, theme: 'areal', ...OPTIONS }))
  const halves = half()
  halves.hidden = true
  const diff = api.editor.createDiffEditor(halves, { ...OPTIONS, ...DIFF_OPTIONS, theme: 'areal' })
  const right = face(diff.getModifiedEditor())
  const original = api.editor.createModel('', 'json')
  let now = plain

  function compareWith(text: string | undefined, labels: CompareLabels): void {
    const isComparing = text !== undefined
    plainPlace.hidden = isComparing
    halves.hidden = !isComparing
    now = isComparing ? right : plain
    if (text !== undefined && original.getValue() !== text) original.setValue(text)
    const names: Editor.IDiffEditorConstructionOptions = {
      originalAriaLabel: labels.original,
      modifiedAriaLabel: labels.present,
    }
    diff.updateOptions(names)
    if (isComparing !== (diff.getModel() !== null)) diff.setModel(isComparing ? { original, modified: model } : null)
  }

  const rangeOf = (span: Span): IRange =>
    api.Range.fromPositions(model.getPositionAt(span.start), model.getPositionAt(span.end))
  const wholeLines = (span: Span): IRange => {
    const range = rangeOf(span)
    return new api.Range(range.startLineNumber, 1, range.endLineNumber, model.getLineMaxColumn(range.endLineNumber))
  }

  /**
   * One string for each version of the text: Monaco joins it again at each call, which would delay every selection in 4
   * MB.
   */
  let known = { version: -1, text: '' }
  function text(): string {
    const version = model.getVersionId()
    if (known.version !== version) known = { version, text: model.getValue() }
    return known.text
  }

  return {
    text,
    isLarge: () => model.getValueLength() >= LARGE,
    setText(next) {
      const before = text()
      if (next === before) return
      isOurs = true
      if (next.length < LARGE || before.length < LARGE) {
        const state = now.view.saveViewState()
        model.setValue(next)
        if (state) now.view.restoreViewState(state)
      } else {
        const { start, end, words } = textChange(before, next)
        model.pushEditOperations(null, [{ range: rangeOf({ start, end }), text: words }], () => null)
        model.pushStackElement()
      }
      isOurs = false
      // The very string that was given is found equal to itself without a look at its letters.
      if (text() === next) known = { version: model.getVersionId(), text: next }
    },
    setDirty(value) {
      now.isDirty.set(value)
    },
    setReadOnly(readOnly) {
      for (const { view } of [plain, right]) view.updateOptions({ readOnly, domReadOnly: readOnly })
    },
    setMarks(marks) {
      api.editor.setModelMarkers(
        model,
        'areal',
        marks.map(mark => ({
          ...rangeOf(mark),
          message: mark.words,
          severity: api.MarkerSeverity.Error,
        })),
      )
    },
    setEdited(spans) {
      now.edited.set(spans.map(span => ({ range: wholeLines(span), options: editedOptions(api, span.note) })))
    },
    setSelected(span, isRevealed) {
      if (!span) return now.selected.clear()
      const lines = wholeLines(span)
      const isOne = lines.startLineNumber === lines.endLineNumber
      now.selected.set([
        { range: lines, options: { isWholeLine: true, className: isOne ? 'json-selected framed' : 'json-selected' } },
      ])
      if (!isRevealed) return
      isOurs = true
      now.view.setPosition(model.getPositionAt(span.start))
      now.view.revealRangeInCenterIfOutsideViewport(rangeOf(span), api.editor.ScrollType.Immediate)
      isOurs = false
    },
    compare: compareWith,
    goToDifference(step) {
      diff.goToDiff(step === 1 ? 'next' : 'previous')
    },
    setSchema(schema) {
      json.jsonDefaults.setDiagnosticsOptions({
        validate: false,
        schemas:
          schema && model.getValueLength() < LARGE
            ? [{ uri: 'areal://text/schema', fileMatch: ['*.json'], schema }]
            : [],
      })
    },
    setWords(label) {
      plain.view.updateOptions({ ariaLabel: label })
    },
    useTheme(isLight, isContrast) {
      api.editor.defineTheme('areal', themeOf(isLight, isContrast))
      api.editor.setTheme('areal')
    },
    focus() {
      now.view.focus()
    },
    dispose() {
      diff.dispose()
      original.dispose()
      plain.view.dispose()
      offers.dispose()
      model.dispose()
    },
  }
}

/** Replaces the number or the part of a name at the cursor; found by the name while that is typed. */
function suggestions(
  api: Api,
  model: Editor.ITextModel,
  position: Monaco.Position,
  events: JsonEditorEvents,
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
  return events.offered(model.getValue(), model.getOffsetAt(position)).map(({ number, words }) => ({
    label: { label: words, description: String(number) },
    kind: api.languages.CompletionItemKind.EnumMember,
    insertText: String(number),
    range,
    filterText: /^[\d.-]+$/.test(before) ? before : words.replace(/^\W+/, ''),
    sortText: '0',
  }))
}

/** Both halves side by side where there is room. */
const DIFF_OPTIONS: Editor.IStandaloneDiffEditorConstructionOptions = {
  originalEditable: false,
  renderSideBySide: true,
  useInlineViewWhenSpaceIsLimited: true,
  renderSideBySideInlineBreakpoint: 640,
  renderOverviewRuler: true,
  renderMarginRevertIcon: true,
  renderGutterMenu: false,
  ignoreTrimWhitespace: false,
}

const OPTIONS: Editor.IStandaloneEditorConstructionOptions = {
  automaticLayout: true,
  fontFamily: "'JetBrains Mono', monospace",
  fontSize: 12,
  lineHeight: 20,
  fontLigatures: false,
  minimap: { enabled: false },
  scrollBeyondLastLine: false,
  overviewRulerBorder: false,
  hideCursorInOverviewRuler: true,
  renderLineHighlight: 'none',
  occurrencesHighlight: 'off',
  selectionHighlight: false,
  autoSurround: 'never',
  acceptSuggestionOnCommitCharacter: false,
  // Parts that come with the JSON language and are not wanted here.
  stickyScroll: { enabled: false },
  codeLens: false,
  colorDecorators: false,
  inlineSuggest: { enabled: false },
  dropIntoEditor: { enabled: false },
  pasteAs: { enabled: false },
  wordWrap: 'off',
  links: false,
  unicodeHighlight: { ambiguousCharacters: false },
  largeFileOptimizations: true,
  padding: { top: 4, bottom: 4 },
  lineNumbersMinChars: 4,
  folding: true,
  glyphMargin: false,
  scrollbar: { verticalScrollbarSize: 10, horizontalScrollbarSize: 10 },
  fixedOverflowWidgets: true,
  quickSuggestions: { other: true, strings: true, comments: false },
  tabSize: 2,
  // Only what can stand there is offered, not every word of the text.
  wordBasedSuggestions: 'off',
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
