import { apply, invertSplices } from '../../../edit'
import type { Bytes, Splice } from '../../../layout'
import { faultsOf } from '../referee/referee.fixture'
import { worldOf } from '../operations/world-edit'
import { randomEdit } from './random-edits.fixture'

/** What a row of random edits did. */
interface RandomRun {
  /** How many edits of each kind. */
  readonly kinds: ReadonlyMap<string, number>
  /** The first edit whose file the referee refuses, and why. */
  readonly refused: string | undefined
  /** The file after the undo of all edits, last first. */
  readonly undone: Bytes
}

/** Random structural edits, one after the other; the referee reads the file after each. */
export async function randomRun(world: Bytes, edits: number, random: () => number): Promise<RandomRun> {
  const kinds = new Map<string, number>()
  const undo: (readonly Splice[])[] = []
  let bytes = world
  let refused: string | undefined
  for (let edit = 0; edit < edits && refused === undefined; edit++) {
    const opened = worldOf(bytes)
    const { name, splices } = await randomEdit(opened, random)
    bytes = apply(bytes, splices)
    undo.push(invertSplices(splices))
    kinds.set(name, (kinds.get(name) ?? 0) + 1)
    const [fault] = faultsOf(bytes)
    if (fault) refused = `edit ${edit}, ${name}: ${fault.rule} at ${fault.at}, ${fault.field}`
  }
  const undone = undo.reduceRight((present, splices) => apply(present, splices), bytes)
  return { kinds, refused, undone }
}
