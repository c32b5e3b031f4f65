import { computed, type Ref } from 'vue'
import type { Document, Node } from '@areal-studio/core/layout'
import { hexText } from '../value/number-text'
import { recordOf } from '../state/label'
import { groupName, type StructRow } from './struct-rows'

/** Least digits of an address. */
const DIGITS = 5
/** Pixels of a character of the monospace font. */
const CHARACTER = 7.25

/** Pixels of a line before its name at depth 0, of a level of depth, and of the dot of an edit behind the name. */
const [BEFORE, LEVEL, DOT] = [24, 12, 12]
/** Pixels that a value keeps beside a long name, padding at the end of a line, and beside an address or a size. */
const [VALUE, END, PADDING] = [60, 10, 12]

/** The address of a node. */
export const addressOf = (node: Node): string => hexText(node.offset, DIGITS)

/** Columns that fit beside names and values. */
export function useStructColumns(document: Readonly<Ref<Document | undefined>>, width: Readonly<Ref<number>>) {
  const isNarrow = computed(() => width.value < 460)
  /** No room for sizes beside names, values and addresses; then none for addresses. */
  const isTight = computed(() => width.value < 360)
  const isSlim = computed(() => width.value < 260)
  /** Characters that the longest address and the largest size take. */
  const lengths = computed(() => {
    const size = document.value?.bytes.length ?? 0
    return { '--offset-length': hexText(size, DIGITS).length, '--size-length': String(size).length }
  })
  /**
   * Characters of a name or a value that always fit beside each other. Only longer ones are cut with an ellipsis,
   * because the browser then draws each in a layer of its own.
   */
  const room = computed(() => {
    const { '--offset-length': offset, '--size-length': size } = lengths.value
    const taken = (isSlim.value ? 0 : Math.max(8, offset)) + (isTight.value ? 0 : Math.max(6, size))
    return Math.max(0, Math.floor((width.value / CHARACTER - taken) / 2) - 6)
  })

  return {
    isNarrow,
    isTight,
    isSlim,
    lengths,
    room,
    isLong: (row: StructRow): boolean =>
      (row.group ? groupName(row) : row.node.name).length + 2 * row.depth > room.value,
    /** Whether a name is whole only if the address and the size of its line give up their room. */
    isCramped(row: StructRow): boolean {
      if (row.group) return false
      const { '--offset-length': offset, '--size-length': size } = lengths.value
      const address = isSlim.value ? 0 : Math.max(8, offset) * CHARACTER + PADDING
      const bytes = isTight.value ? 0 : Math.max(6, size) * CHARACTER + PADDING
      const name = BEFORE + row.depth * LEVEL + row.node.name.length * CHARACTER + DOT
      return name + VALUE + address + bytes + END > width.value
    },
    /** In a narrow pane the fields of a record count from its start. */
    offsetText(node: Node): string {
      const record = recordOf(node)
      const isInside = isNarrow.value && record.parent?.kind === 'array' && record.path !== node.path
      return isInside ? `+${hexText(node.offset - record.offset, 2)}` : addressOf(node)
    },
  }
}
