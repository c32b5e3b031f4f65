import type * as Monaco from 'monaco-editor/editor/editor.api'
import type { editor as Editor, IRange } from 'monaco-editor/editor/editor.api'
import type * as MonacoJson from 'monaco-editor/languages/features/json/register'
import type { Language } from '@areal-studio/core/messages'
import { textChange, type Span } from './text-change'
import EditorWorker from 'monaco-editor/editor/editor.worker?worker'
import JsonWorker from 'monaco-editor/language/json/json.worker?worker'

export interface Mark extends Span {
  /** Sentence shown on hover and in the overview. */
  readonly words: string
}

export interface Edited extends Span {
  /** Dim words behind the line: `was 0`. */
  readonly note: string
}

/** What the pane hears from the text editor. */
export interface JsonEditorEvents {
  /** The person changed the text (not the pane itself). */
  typed(): void
  /** The person moved the caret. */
  moved(offset: number): void
  left(): void
  commit(): void
  undo(): void
  redo(): void
}

/** A text editor for JSON; the only face of Monaco that the rest of the program knows. */
export interface JsonEditor {
  text(): string
  /** Replaces the text; caret and scroll stay where they were. A text of usual size forgets its own undo. */
  setText(text: string): void
  /** While true, Ctrl+Z takes back typing; otherwise it is the studio's undo. */
  setDirty(isDirty: boolean): void
  setReadOnly(isReadOnly: boolean): void
  setMarks(marks: readonly Mark[]): void
  setEdited(edited: readonly Edited[]): void
  /** Frames the text of the selected node; scrolls to it unless the person is typing. */
  setSelected(span: Span | undefined, isRevealed: boolean): void
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
  ])
  json.jsonDefaults.setModeConfiguration({
    completionItems: true, hovers: true, tokens: true, foldingRanges: true, selectionRanges: true,
    documentSymbols: false, colors: false, diagnostics: false, documentFormattingEdits: false, documentRangeFormattingEdits: false,
  })
  return [api, json]
}

/** Makes an editor in `place`. Loads Monaco at the first call. */
export async function createJsonEditor(place: HTMLElement, language: Language, events: JsonEditorEvents): Promise<JsonEditor> {
  const [api, json] = await (loading ??= load(language))
  const uri = api.Uri.parse(MODEL)
  api.editor.getModel(uri)?.dispose()
  const model = api.editor.createModel('', 'json', uri)
  model.updateOptions({ tabSize: 2, insertSpaces: true })
  const view = api.editor.create(place, { model, theme: 'areal', ...OPTIONS })
  const isDirty = view.createContextKey<boolean>('arealDirty', false)
  const edited = view.createDecorationsCollection()
  const selected = view.createDecorationsCollection()
  let isOurs = false

  view.onDidChangeModelContent(() => { if (!isOurs) events.typed() })
  view.onDidChangeCursorPosition(event => {
    if (isOurs || event.source === 'model') return
    events.moved(model.getOffsetAt(event.position))
  })
  view.onDidBlurEditorText(() => events.left())
  view.addCommand(api.KeyMod.CtrlCmd | api.KeyCode.Enter, () => events.commit())
  view.addCommand(api.KeyMod.CtrlCmd | api.KeyCode.KeyZ, () => events.undo(), '!arealDirty')
  view.addCommand(api.KeyMod.CtrlCmd | api.KeyCode.KeyY, () => events.redo(), '!arealDirty')
  view.addCommand(api.KeyMod.CtrlCmd | api.KeyMod.Shift | api.KeyCode.KeyZ, () => events.redo(), '!arealDirty')

  const rangeOf = (span: Span): IRange =>
    api.Range.fromPositions(model.getPositionAt(span.start), model.getPositionAt(span.end))
  const wholeLines = (span: Span): IRange => {
    const range = rangeOf(span)
    return new api.Range(range.startLineNumber, 1, range.endLineNumber, model.getLineMaxColumn(range.endLineNumber))
  }

  return {
    text: () => model.getValue(),
    setText(text) {
      const before = model.getValue()
      if (text === before) return
      isOurs = true
      if (text.length < LARGE || before.length < LARGE) {
        const state = view.saveViewState()
        model.setValue(text)
        if (state) view.restoreViewState(state)
      } else {
        const { start, end, words } = textChange(before, text)
        model.pushEditOperations(null, [{ range: rangeOf({ start, end }), text: words }], () => null)
        model.pushStackElement()
      }
      isOurs = false
    },
    setDirty(value) { isDirty.set(value) },
    setReadOnly(readOnly) { view.updateOptions({ readOnly, domReadOnly: readOnly }) },
    setMarks(marks) {
      api.editor.setModelMarkers(model, 'areal', marks.map(mark => ({
        ...rangeOf(mark), message: mark.words, severity: api.MarkerSeverity.Error,
      })))
    },
    setEdited(spans) {
      edited.set(spans.map(span => ({ range: wholeLines(span), options: editedOptions(api, span.note) })))
    },
    setSelected(span, isRevealed) {
      if (!span) return selected.clear()
      const lines = wholeLines(span)
      const isOne = lines.startLineNumber === lines.endLineNumber
      selected.set([{ range: lines, options: { isWholeLine: true, className: isOne ? 'json-selected framed' : 'json-selected' } }])
      if (!isRevealed) return
      isOurs = true
      view.setPosition(model.getPositionAt(span.start))
      view.revealRangeInCenterIfOutsideViewport(rangeOf(span), api.editor.ScrollType.Immediate)
      isOurs = false
    },
    setSchema(schema) {
      json.jsonDefaults.setDiagnosticsOptions({
        validate: false,
        schemas: schema && model.getValueLength() < LARGE ? [{ uri: 'areal://text/schema', fileMatch: ['*.json'], schema }] : [],
      })
    },
    setWords(label) { view.updateOptions({ ariaLabel: label }) },
    useTheme(isLight, isContrast) {
      api.editor.defineTheme('areal', themeOf(isLight, isContrast))
      api.editor.setTheme('areal')
    },
    focus() { view.focus() },
    dispose() {
      view.dispose()
      model.dispose()
    },
  }
}

const OPTIONS: Editor.IStandaloneEditorConstructionOptions = {
  automaticLayout: true,
  fontFamily: "'JetBrains Mono', monospace", fontSize: 12, lineHeight: 20, fontLigatures: false,
  minimap: { enabled: false }, scrollBeyondLastLine: false, overviewRulerBorder: false, hideCursorInOverviewRuler: true,
  renderLineHighlight: 'none', occurrencesHighlight: 'off', selectionHighlight: false,
  autoSurround: 'never', acceptSuggestionOnCommitCharacter: false,
  wordWrap: 'off', links: false, unicodeHighlight: { ambiguousCharacters: false }, largeFileOptimizations: true,
  padding: { top: 4, bottom: 4 }, lineNumbersMinChars: 4, folding: true, glyphMargin: false,
  scrollbar: { verticalScrollbarSize: 10, horizontalScrollbarSize: 10 }, fixedOverflowWidgets: true,
  quickSuggestions: { other: true, strings: true, comments: false }, tabSize: 2,
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

/** A colour of the theme with six digits: the built style sheet has `#fff` for `#ffffff`, and Monaco takes no short ones. */
const token = (name: string): string =>
  getComputedStyle(document.documentElement).getPropertyValue(name).trim().replace(/^#(.)(.)(.)$/, '#$1$1$2$2$3$3')
const bare = (name: string): string => token(name).replace('#', '')

function themeOf(isLight: boolean, isContrast: boolean): Editor.IStandaloneThemeData {
  const rule = (name: string, colour: string) => ({ token: name, foreground: bare(colour) })
  return {
    base: isContrast ? 'hc-black' : isLight ? 'vs' : 'vs-dark',
    inherit: true,
    rules: [
      rule('string.key.json', '--syn-key'), rule('string.value.json', '--syn-str'), rule('number.json', '--syn-num'),
      rule('keyword.json', '--syn-kw'), rule('delimiter', '--text-dim'), rule('', '--text'),
    ],
    colors: {
      'editor.background': token('--surface-1'), 'editor.foreground': token('--text'),
      'editorLineNumber.foreground': token('--text-dim'), 'editorLineNumber.activeForeground': token('--text'),
      'editor.selectionBackground': token('--selection'), 'editorCursor.foreground': token('--accent'),
      'editorWidget.background': token('--surface-2'), 'editorWidget.border': token('--line-strong'),
      'editorSuggestWidget.selectedBackground': token('--selection'), 'editorHoverWidget.background': token('--surface-2'),
      'editorIndentGuide.background1': token('--line'), 'editorError.foreground': token('--error'),
      ...Object.fromEntries([1, 2, 3, 4, 5, 6].map(level => [`editorBracketHighlight.foreground${level}`, token('--text-dim')])),
      'focusBorder': token('--accent'), 'input.background': token('--surface-2'), 'menu.background': token('--surface-1'),
      'menu.foreground': token('--text'), 'menu.selectionBackground': token('--selection'),
    },
  }
}
