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

/** The comparison: the text beside an original that cannot be typed in. */
interface Comparison {
  readonly diff: Editor.IStandaloneDiffEditor
  readonly original: Editor.ITextModel
  /** Right half. */
  readonly face: Face
}

/** The editors on one text: the plain one, and the comparison with an original once it is asked for. */
export class EditorFaces {
  /** The one that is shown. */
  now: Face
  private readonly plain: Face
  private readonly plainPlace: HTMLElement
  private readonly halves: HTMLElement
  private comparison: Comparison | undefined
  private options: Editor.IEditorOptions = {}

  constructor(
    place: HTMLElement,
    private readonly api: Api,
    private readonly text: EditorText,
    private readonly events: TextEditorEvents,
  ) {
    const half = (): HTMLElement =>
      place.appendChild(Object.assign(document.createElement('div'), { className: 'text-half' }))
    this.plainPlace = half()
    this.halves = half()
    this.halves.hidden = true
    const view = api.editor.create(this.plainPlace, { model: text.model, theme: 'areal', ...OPTIONS })
    this.plain = this.now = faceOf(api, view, text, events)
  }

  /** Options of the editors that the text can be typed in. */
  update(options: Editor.IEditorOptions): void {
    this.options = { ...this.options, ...options }
    for (const face of [this.plain, this.comparison?.face]) face?.view.updateOptions(options)
  }

  /** Breaks lines that are longer than the editor is wide, or not. */
  wrap(isOn: boolean): void {
    const wordWrap = isOn ? 'on' : 'off'
    if (this.plain.view.getRawOptions().wordWrap !== wordWrap) this.plain.view.updateOptions({ wordWrap })
  }

  /** Name of the plain editor, for screen readers. */
  name(label: string): void {
    this.plain.view.updateOptions({ ariaLabel: label })
  }

  /** Shows the text beside `original`; alone where that is undefined. */
  compare(original: string | undefined, labels: CompareLabels): void {
    const isComparing = original !== undefined
    this.plainPlace.hidden = isComparing
    this.halves.hidden = !isComparing
    if (isComparing) this.comparison ??= this.makeComparison()
    this.now = (isComparing ? this.comparison?.face : undefined) ?? this.plain
    if (!this.comparison) return
    const { diff, original: model } = this.comparison
    if (original !== undefined && model.getValue() !== original) model.setValue(original)
    const names: Editor.IDiffEditorConstructionOptions = {
      originalAriaLabel: labels.original,
      modifiedAriaLabel: labels.present,
    }
    diff.updateOptions(names)
    if (isComparing === (diff.getModel() !== null)) return
    diff.setModel(isComparing ? { original: model, modified: this.text.model } : null)
  }

  private makeComparison(): Comparison {
    const { api, text } = this
    const diff = api.editor.createDiffEditor(this.halves, { ...OPTIONS, ...DIFF_OPTIONS, theme: 'areal' })
    const view = diff.getModifiedEditor()
    view.updateOptions(this.options)
    const original = api.editor.createModel('', text.model.getLanguageId())
    return { diff, original, face: faceOf(api, view, text, this.events) }
  }

  goToDifference(step: 1 | -1): void {
    this.comparison?.diff.goToDiff(step === 1 ? 'next' : 'previous')
  }

  dispose(): void {
    this.comparison?.diff.dispose()
    this.comparison?.original.dispose()
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
