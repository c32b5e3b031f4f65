import type { editor as Editor, IRange } from 'monaco-editor/editor/editor.api'
import type { Api } from './load'
import { textChange, type Span } from '../text-change'

/** From this many characters on a text is not read at every key. */
const LARGE = 400_000

/** Whether a text is too long for what takes the whole of it at every change. */
export const isLargeText = (text: string): boolean => text.length >= LARGE

/** The text of the editor: its string, its ranges, and whether the pane or the user changes it. */
export class EditorText {
  /** While true, changes of text and caret are the pane's own and no events. */
  isOwn = false
  /** One string per version of the text: Monaco joins it again at each call, a delay of every selection in 4 MB. */
  private known = { version: -1, text: '' }

  constructor(
    private readonly api: Api,
    readonly model: Editor.ITextModel,
  ) {
    this.useLineFeeds()
  }

  get isLarge(): boolean {
    return this.model.getValueLength() >= LARGE
  }

  get text(): string {
    const version = this.model.getVersionId()
    if (this.known.version !== version) this.known = { version, text: this.model.getValue() }
    return this.known.text
  }

  /** Replaces the text; scroll and caret of `view` stay where they were. A text of usual size forgets its own undo. */
  replace(next: string, view: Editor.IStandaloneCodeEditor): void {
    const before = this.text
    if (next === before) return
    this.isOwn = true
    if (next.length < LARGE || before.length < LARGE) {
      const state = view.saveViewState()
      this.model.setValue(next)
      this.useLineFeeds()
      if (state) view.restoreViewState(state)
    } else {
      const { start, end, words } = textChange(before, next)
      this.model.pushEditOperations(null, [{ range: this.rangeOf({ start, end }), text: words }], () => null)
      this.model.pushStackElement()
    }
    this.isOwn = false
    // Keeps the very string that was given: comparing it with itself later costs nothing.
    if (this.text === next) this.known = { version: this.model.getVersionId(), text: next }
  }

  /** Typed line ends are those of the shown text; Monaco's are those of the system where a text has none. */
  private useLineFeeds(): void {
    if (this.model.getEOL() !== '\n') this.model.setEOL(this.api.editor.EndOfLineSequence.LF)
  }

  rangeOf(span: Span): IRange {
    return this.api.Range.fromPositions(this.model.getPositionAt(span.start), this.model.getPositionAt(span.end))
  }

  wholeLines(span: Span): IRange {
    const range = this.rangeOf(span)
    const end = range.endLineNumber
    return new this.api.Range(range.startLineNumber, 1, end, this.model.getLineMaxColumn(end))
  }
}
