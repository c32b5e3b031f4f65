import { decodeText, type CodePage } from '@areal-studio/core/layout'

/** Shown for bytes that have no visible character. */
export const INVISIBLE = '·'

const isVisible = (character: string): boolean => /^[ \p{L}\p{N}\p{P}\p{S}]$/u.test(character)

/** Bytes as characters of the same width, one each. */
export const visibleText = (bytes: Uint8Array, page: CodePage): string =>
  Array.from(decodeText(bytes, page), character => (isVisible(character) ? character : INVISIBLE)).join('')

/**
 * The characters that can be edited as text: up to the first byte without a visible character, which cannot be typed.
 */
export function editableText(bytes: Uint8Array, page: CodePage): string {
  const characters = Array.from(decodeText(bytes, page))
  const end = characters.findIndex(character => !isVisible(character))
  return characters.slice(0, end < 0 ? undefined : end).join('')
}

/** One character of the same width for each of the 256 bytes. */
export const glyphs = (page: CodePage): readonly string[] =>
  Array.from(
    visibleText(
      Uint8Array.from({ length: 256 }, (_, byte) => byte),
      page,
    ),
  )
