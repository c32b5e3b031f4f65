interface TextTheme {
  readonly base: 'hc-black' | 'vs' | 'vs-dark'
  readonly inherit: boolean
  readonly rules: { readonly token: string; readonly foreground: string }[]
  readonly colors: Record<string, string>
}

/** A colour of the theme with six digits: the built style sheet has `#fff` for `#ffffff`, and Monaco takes no short ones. */
export const token = (name: string): string =>
  getComputedStyle(document.documentElement)
    .getPropertyValue(name)
    .trim()
    .replace(/^#(.)(.)(.)$/, '#$1$1$2$2$3$3')
const bare = (name: string): string => token(name).replace('#', '')

/** The text editor's theme, made of the tokens of the theme that is on. */
export function themeOf(isLight: boolean, isContrast: boolean): TextTheme {
  const rule = (name: string, colour: string) => ({ token: name, foreground: bare(colour) })
  return {
    base: isContrast ? 'hc-black' : isLight ? 'vs' : 'vs-dark',
    inherit: true,
    rules: [
      rule('string.key.json', '--syn-key'),
      rule('string.value.json', '--syn-str'),
      rule('number.json', '--syn-num'),
      rule('keyword.json', '--syn-kw'),
      rule('delimiter', '--text-dim'),
      rule('', '--text'),
    ],
    colors: {
      'editor.background': token('--surface-1'),
      'editor.foreground': token('--text'),
      'editorLineNumber.foreground': token('--text-dim'),
      'editorLineNumber.activeForeground': token('--text'),
      'editor.selectionBackground': token('--selection'),
      'editorCursor.foreground': token('--accent'),
      'editorWidget.background': token('--surface-2'),
      'editorWidget.border': token('--line-strong'),
      'editorSuggestWidget.selectedBackground': token('--selection'),
      'editorSuggestWidget.selectedForeground': token('--text'),
      'editorSuggestWidget.selectedIconForeground': token('--text'),
      'editorSuggestWidget.highlightForeground': token('--accent'),
      'editorSuggestWidget.focusHighlightForeground': token('--accent-sel'),
      'editorHoverWidget.background': token('--surface-2'),
      'editorIndentGuide.background1': token('--line'),
      'editorError.foreground': token('--error'),
      ...Object.fromEntries(
        [1, 2, 3, 4, 5, 6].map(level => [`editorBracketHighlight.foreground${level}`, token('--text-dim')]),
      ),
      'diffEditor.insertedLineBackground': token('--edited-fill'),
      'diffEditor.insertedTextBackground': `${token('--edited-mark')}50`,
      'diffEditor.removedLineBackground': token('--error-fill'),
      'diffEditor.removedTextBackground': `${token('--error')}40`,
      'diffEditor.unchangedRegionBackground': token('--surface-2'),
      'diffEditor.unchangedRegionForeground': token('--text-dim'),
      focusBorder: token('--accent'),
      'input.background': token('--surface-2'),
      'menu.background': token('--surface-1'),
      'menu.foreground': token('--text'),
      'menu.selectionBackground': token('--selection'),
      'menu.selectionForeground': token('--text'),
    },
  }
}
