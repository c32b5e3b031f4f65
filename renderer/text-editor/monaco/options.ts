import type { editor as Editor } from 'monaco-editor/editor/editor.api'

/** Both halves side by side where there is room. */
export const DIFF_OPTIONS: Editor.IStandaloneDiffEditorConstructionOptions = {
  originalEditable: false,
  renderSideBySide: true,
  useInlineViewWhenSpaceIsLimited: true,
  renderSideBySideInlineBreakpoint: 640,
  renderOverviewRuler: true,
  renderMarginRevertIcon: true,
  renderGutterMenu: false,
  ignoreTrimWhitespace: false,
}

export const OPTIONS: Editor.IStandaloneEditorConstructionOptions = {
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
  // The plain editor breaks the lines of a text that is not large.
  wordWrap: 'off',
  wrappingIndent: 'indent',
  // A number stays in one piece.
  wordWrapBreakAfterCharacters: ' ,',
  wordWrapBreakBeforeCharacters: '[{',
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
