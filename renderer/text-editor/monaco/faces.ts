import type { editor as Editor } from 'monaco-editor/editor/editor.api'
import type { TextEditorEvents } from './events'
import type { EditorText } from './model'
import type { Api } from './load'
import { DIFF_OPTIONS, OPTIONS } from './options'

/** One editor on the text with what is drawn in it: the plain one, or the right half of the comparison. */
export interface Face {
  readonly view: Editor.IStandaloneCodeEditor
  readonly edited: Editor.IEditorDecorationsCollection
  readonly selected: Editor.IEditorDecorationsCollection
  readonly isDirty: Editor.IContextKey<boolean>
}

/** Names of the halves of a comparison, for screen readers. */
export interface CompareLabels {
  readonly original: string
  readonly present: string
}

/** The two editors on one text: the plain one, and the comparison with an original that cannot be typed in. */
export class EditorFaces {
  readonly plain: Face
  /** Right half of the comparison. */
  readonly right: Face
  /** The one that is shown. */
  now: Face
  private readonly plainPlace: HTMLElement
  private readonly halves: HTMLElement
  private readonly diff: Editor.IStandaloneDiffEditor
  private readonly original: Editor.ITextModel

  constructor(
    place: HTMLElement,
    api: Api,
    private readonly text: EditorText,
    events: TextEditorEvents,
  ) {
    const half = (): HTMLElement =>
      place.appendChild(Object.assign(document.createElement('div'), { className: 'text-half' }))
    this.plainPlace = half()
    this.plain = faceOf(
      api,
      api.editor.create(this.plainPlace, { model: text.model, theme: 'areal', ...OPTIONS }),
      text,
      events,
    )
    this.halves = half()
    this.halves.hidden = true
    this.diff = api.editor.createDiffEditor(this.halves, { ...OPTIONS, ...DIFF_OPTIONS, theme: 'areal' })
    this.right = faceOf(api, this.diff.getModifiedEditor(), text, events)
    this.original = api.editor.createModel('', text.model.getLanguageId())
    this.now = this.plain
  }

  /** Breaks lines that are longer than the editor is wide, or not. */
  wrap(isOn: boolean): void {
    const wordWrap = isOn ? 'on' : 'off'
    if (this.plain.view.getRawOptions().wordWrap !== wordWrap) this.plain.view.updateOptions({ wordWrap })
  }

  /** Shows the text beside `original`; alone where that is undefined. */
  compare(original: string | undefined, labels: CompareLabels): void {
    const isComparing = original !== undefined
    this.plainPlace.hidden = isComparing
    this.halves.hidden = !isComparing
    this.now = isComparing ? this.right : this.plain
    if (original !== undefined && this.original.getValue() !== original) this.original.setValue(original)
    const names: Editor.IDiffEditorConstructionOptions = {
      originalAriaLabel: labels.original,
      modifiedAriaLabel: labels.present,
    }
    this.diff.updateOptions(names)
    if (isComparing === (this.diff.getModel() !== null)) return
    this.diff.setModel(isComparing ? { original: this.original, modified: this.text.model } : null)
  }

  goToDifference(step: 1 | -1): void {
    this.diff.goToDiff(step === 1 ? 'next' : 'previous')
  }

  dispose(): void {
    this.diff.dispose()
    this.original.dispose()
    this.plain.view.dispose()
  }
}

/** Connects an editor: its keys and the moves of its caret call `events`. */
function faceOf(api: Api, view: Editor.IStandaloneCodeEditor, text: EditorText, events: TextEditorEvents): Face {
  view.onDidChangeCursorPosition(event => {
    if (text.isOwn || event.source === 'model') return
    events.moved(text.model.getOffsetAt(event.position))
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
