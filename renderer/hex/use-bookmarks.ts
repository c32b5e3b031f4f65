import { computed, shallowRef, type Ref } from 'vue'
import { nodeAt, type Node } from '@areal-studio/core/layout'
import type { ByteMark, MarkColour } from '@areal-studio/core/studio'
import type { Replica } from '../state/replica'
import { remember, remembered } from '../state/remembered'
import { useSelection } from '../state/selection.store'
import { useWorkspace } from '../state/workspace.store'

interface MarkOptions {
  readonly replica: Readonly<Ref<Replica | undefined>>
  /** The chosen bytes `[start, end)`. */
  readonly chosen: () => readonly [start: number, end: number]
  readonly pick: (start: number, end: number) => void
}

/** A bookmark in the dialog: a new one (without id) or an existing one. */
export type AskedMark = Omit<ByteMark, 'id'> & { readonly id?: number }

/**
 * Bookmarks with notes: of the open entry, and of all. They are no steps of the history, because they change no bytes.
 */
export function useMarks({ replica, chosen, pick }: MarkOptions) {
  const workspace = useWorkspace()
  const selection = useSelection()
  const asked = shallowRef<AskedMark>()
  const own = computed(() =>
    workspace.marks
      .filter(mark => mark.entry === selection.entry)
      .sort((a, b) => a.offset - b.offset || b.size - a.size),
  )
  const others = computed(() =>
    workspace.marks
      .filter(mark => mark.entry !== selection.entry)
      .sort((a, b) => (a.entry === b.entry ? a.offset - b.offset : a.entry < b.entry ? -1 : 1)),
  )

  /** Opens the form for the bookmark at the caret, or for a new one on the selected bytes. */
  function ask(): void {
    const image = replica.value?.image
    const [offset, end] = chosen()
    if (!image || end <= offset) return
    const present = own.value.findLast(mark =>
      end - offset > 1 ? mark.offset === offset && mark.size === end - offset : isAt(mark, offset),
    )
    const path = pathOf(replica.value, offset, end)
    asked.value = present ?? {
      entry: image.entry,
      ...(path && { path }),
      offset,
      size: end - offset,
      colour: lastColour(),
      note: '',
    }
  }

  async function save(colour: MarkColour, note: string): Promise<void> {
    const mark = asked.value
    asked.value = undefined
    remember('hex.mark', colour)
    if (mark) take(await workspace.attempt(() => workspace.studio.setMark({ ...mark, colour, note })))
  }

  async function remove(id: number): Promise<void> {
    asked.value = undefined
    take(await workspace.attempt(() => workspace.studio.removeMarks([id])))
  }

  const take = (marks: readonly ByteMark[] | undefined): void => {
    if (marks) workspace.takeMarks(marks)
  }

  function goTo(mark: ByteMark): void {
    if (mark.entry === selection.entry) pick(mark.offset, mark.offset + Math.max(1, mark.size))
    else selection.select({ entry: mark.entry, range: [mark.offset, Math.max(1, mark.size)] }, 'marks')
  }

  /** The next mark behind the caret, or before it, round the end. */
  function next(caret: number, step: 1 | -1): void {
    const behind = own.value.filter(mark => (step === 1 ? mark.offset > caret : mark.offset < caret))
    const mark = step === 1 ? (behind[0] ?? own.value[0]) : (behind.at(-1) ?? own.value.at(-1))
    if (mark) goTo(mark)
  }

  return {
    asked,
    own,
    others,
    ask,
    save,
    remove,
    goTo,
    next,
    edit(mark: ByteMark): void {
      asked.value = mark
    },
    stopAsking(): void {
      asked.value = undefined
    },
  }
}

const isAt = (mark: ByteMark, offset: number): boolean => offset >= mark.offset && offset < mark.offset + mark.size
const lastColour = (): MarkColour => {
  const known = remembered('hex.mark')
  return known === 'green' || known === 'amber' || known === 'red' || known === 'violet' ? known : 'blue'
}

/** The field or record that holds all the bytes. */
function pathOf(replica: Replica | undefined, start: number, end: number): string | undefined {
  if (!replica?.document) return undefined
  let node: Node | undefined = nodeAt(replica.document, start)
  while (node && end > node.offset + node.size) node = node.parent
  return node?.path
}
