import { encodeText, type CodePage } from '@areal-studio/core/layout'
import type { ByteSource } from './byte-source'
import type { useGridCaret } from './use-grid-caret'

interface Shown {
  readonly bytes: ByteSource
  readonly typed: ReadonlyMap<number, number>
  readonly page: CodePage
  readonly isInserting: boolean
  readonly mayInsert: (offset: number) => boolean
}

interface Typed {
  type(offset: number, byte: number): void
  insert(offset: number, byte: number): void
  remove(start: number, end: number): void
  missing(character: string): void
  /** The caret was moved on by typing. */
  moved(): void
}

/** Editing of the byte at the caret by keys: digits, characters of the text, deletion. */
export function useGridTyping(
  shown: Shown,
  { caret, anchor, isLow, picked, chosen, place }: ReturnType<typeof useGridCaret>,
  typed: Typed,
) {
  const byteNow = (): number => shown.typed.get(caret.value) ?? shown.bytes.at(caret.value) ?? 0

  /** The caret moves without changing the selection: the field being typed stays selected. */
  function advance(): void {
    isLow.value = false
    if (shown.isInserting) {
      // The bytes come with the next drawing: the end is one further by then.
      caret.value++
      anchor.value = caret.value
    } else if (caret.value < shown.bytes.size - 1) {
      place(caret.value + 1, false)
      typed.moved()
    }
  }

  return {
    digit(digit: number): void {
      if (!shown.isInserting && shown.bytes.at(caret.value) === undefined) return // its other digit is still on its way
      if (shown.isInserting && !isLow.value && !shown.mayInsert(caret.value)) return
      const byte = isLow.value ? (byteNow() & 0xf0) | digit : (digit << 4) | (byteNow() & 0x0f)
      if (shown.isInserting && !isLow.value) typed.insert(caret.value, digit << 4)
      else typed.type(caret.value, byte)
      if (!isLow.value) isLow.value = true
      else advance()
    },
    character(character: string): void {
      const bytes = encodeText(character, shown.page)
      if ('missing' in bytes) return typed.missing(character)
      if (shown.isInserting && !shown.mayInsert(caret.value)) return
      if (shown.isInserting) typed.insert(caret.value, bytes[0] ?? 0)
      else typed.type(caret.value, bytes[0] ?? 0)
      advance()
    },
    /** Takes the chosen bytes out; without any, the one at the caret or before it. */
    remove(isBefore: boolean): void {
      const isOne = picked.value[1] === 0
      if (isOne && isBefore && caret.value > 0) typed.remove(caret.value - 1, caret.value)
      else if (!isOne || (!isBefore && caret.value < shown.bytes.size)) typed.remove(...chosen.value)
    },
  }
}
