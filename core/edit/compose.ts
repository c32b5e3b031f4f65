import { joinedBytes, type Bytes, type Splice } from '../layout'

type Step =
  | { readonly do: 'keep'; readonly size: number }
  | { readonly do: 'remove' | 'insert'; readonly size: number; readonly bytes: Bytes }

/**
 * One list of splices with the effect of `first`, then `second`, in one pass over both. `second` may remove what
 * `first` inserted; bytes that neither touches are not read.
 */
export function compose(first: readonly Splice[], second: readonly Splice[]): readonly Splice[] {
  const a = steps(first)
  const b = steps(second)
  const made: Step[] = []
  let one = a.next()
  let two = b.next()
  for (;;) {
    if (one?.do === 'remove') {
      made.push(one)
      one = a.next()
    } else if (two?.do === 'insert') {
      made.push(two)
      two = b.next()
    } else if (!one || !two) {
      return collect(made)
    } else {
      const size = Math.min(one.size, two.size)
      if (size === Infinity) return collect(made)
      if (one.do === 'keep') made.push(cut(two, size))
      else if (two.do === 'keep') made.push(cut(one, size))
      one = one.size === size ? a.next() : past(one, size)
      two = two.size === size ? b.next() : past(two, size)
    }
  }
}

function steps(splices: readonly Splice[]): { next(): Step | undefined } {
  const list: Step[] = []
  let at = 0
  for (const { offset, removed, inserted } of splices) {
    if (offset > at) list.push({ do: 'keep', size: offset - at })
    if (removed.length > 0) list.push({ do: 'remove', size: removed.length, bytes: removed })
    if (inserted.length > 0) list.push({ do: 'insert', size: inserted.length, bytes: inserted })
    at = offset + removed.length
  }
  list.push({ do: 'keep', size: Infinity })
  let i = 0
  return { next: () => list[i++] }
}

const cut = (step: Step, size: number): Step =>
  step.do === 'keep' ? { do: 'keep', size } : { do: step.do, size, bytes: step.bytes.subarray(0, size) }

const past = (step: Step, size: number): Step =>
  step.do === 'keep'
    ? { do: 'keep', size: step.size - size }
    : { do: step.do, size: step.size - size, bytes: step.bytes.subarray(size) }

function collect(made: readonly Step[]): readonly Splice[] {
  const splices: Splice[] = []
  let at = 0
  let removed: Bytes[] = []
  let inserted: Bytes[] = []
  const close = (): void => {
    if (removed.length + inserted.length === 0) return
    const splice = { offset: at, removed: joinedBytes(removed), inserted: joinedBytes(inserted) }
    splices.push(splice)
    at += splice.removed.length
    removed = []
    inserted = []
  }
  for (const step of made) {
    if (step.do === 'remove') removed.push(step.bytes)
    else if (step.do === 'insert') inserted.push(step.bytes)
    else {
      close()
      at += step.size
    }
  }
  close()
  return splices
}
