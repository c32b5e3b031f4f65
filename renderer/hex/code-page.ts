/** Code pages of the text column. */
export const CODE_PAGES = ['cp1251', 'cp866', 'latin1'] as const
export type CodePage = (typeof CODE_PAGES)[number]

const LABELS: Readonly<Record<CodePage, string>> = { cp1251: 'windows-1251', cp866: 'ibm866', latin1: 'latin1' }

/** Shown for bytes that have no visible character. */
export const INVISIBLE = '·'

/** One character of the same width for each of the 256 bytes. */
export function glyphs(page: CodePage): readonly string[] {
  const bytes = Uint8Array.from({ length: 256 }, (_, byte) => byte)
  const text = page === 'latin1'
    ? Array.from(bytes, byte => String.fromCharCode(byte))
    : Array.from(new TextDecoder(LABELS[page]).decode(bytes))
  return text.map(character => (isVisible(character) ? character : INVISIBLE))
}

const isVisible = (character: string): boolean => /^[\p{L}\p{N}\p{P}\p{S}]$/u.test(character)
