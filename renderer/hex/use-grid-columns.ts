import { useElementSize } from '@vueuse/core'
import { computed, type Ref } from 'vue'
import type { Document } from '@areal-studio/core/layout'
import type { ByteMark } from '@areal-studio/core/studio'
import type { ByteSource } from './byte-source'
import { hexColumn, type GridRow } from './rows'
import { ROW_BYTES } from './scroll'

interface Shown {
  readonly bytes: ByteSource
  readonly document: Document | undefined
  readonly marks: readonly ByteMark[]
  readonly recordTitle: (path: string) => string
}

/** Text of the element that the width of a character is measured by. */
export const PROBE = '0'.repeat(100)
/** Characters of the columns before the names, with what parts them. */
const SIGNS = 51.5 + 16 + 3 * 1.5
/** Pixels of a letter of a name, rather too many. */
const LETTER = 7.2

/** Positions of the grid's columns, in pixels, and which of them fit. */
export function useGridColumns(
  shown: Shown,
  width: Readonly<Ref<number>>,
  probe: Readonly<Ref<HTMLElement | undefined>>,
) {
  /** Width of a character: measured, because the unit `ch` is of the first subset of the font, which may have no digits. */
  const { width: hundred } = useElementSize(probe)
  const character = computed(() => hundred.value / PROBE.length)
  const offsetDigits = computed(() => Math.max(5, Math.max(0, shown.bytes.size - 1).toString(16).length))
  const hasNames = computed(() => (shown.document !== undefined || shown.marks.length > 0) && width.value >= 590)
  const hasText = computed(() => width.value >= 470)
  const bytesLeft = computed(() => 16 + (offsetDigits.value + 1.5) * character.value)
  const wordsLeft = computed(() => bytesLeft.value + 53 * character.value)
  /** Width of a row without names. */
  const least = computed(() => wordsLeft.value + (hasText.value ? ROW_BYTES : -1.5) * character.value)
  /** Pixels for names, behind addresses, bytes and text. */
  const room = computed(() => width.value - 24 - (offsetDigits.value + SIGNS) * character.value)

  return {
    character,
    offsetDigits,
    hasNames,
    hasText,
    least,
    isNarrow: computed(() => width.value > 0 && width.value < least.value),
    /** Pixels `[start, end)` of a byte; a first one takes its address along. */
    pixelsOf(at: number, column: 'hex' | 'text'): readonly [start: number, end: number] {
      const start =
        column === 'text' ? wordsLeft.value + at * character.value : bytesLeft.value + hexColumn(at) * character.value
      return [column === 'hex' && at === 0 ? 0 : start, start + (column === 'text' ? 1 : 2) * character.value]
    },
    /** Names that may not fit; cut off, each line of them is a layer of its own to the browser. Notes have any length. */
    isLong: (row: GridRow): boolean =>
      row.marks.length > 0 ||
      (row.record ? shown.recordTitle(row.record) : row.names.join(' · ')).length * LETTER > room.value,
  }
}
