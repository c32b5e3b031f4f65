/** A number that is valid in the text, and its meaning. */
export interface Offer {
  readonly number: number
  readonly words: string
}

/** Callbacks of the text editor. */
export interface TextEditorEvents {
  /** The user changed the text (not the pane itself). */
  typed(): void
  /** The user moved the caret. */
  moved(offset: number): void
  left(): void
  /** What is offered for the number at a place, beside what the schema offers. */
  offered(text: string, offset: number): readonly Offer[]
  commit(): void
  undo(): void
  redo(): void
}
