import { assignedInSteps, followed } from '../../../edit'
import {
  outcomeOfSteps,
  StudioError,
  type Opened,
  type Operation,
  type OperationRun,
  type OperationSummary,
} from '../../../format'
import {
  document,
  locate,
  type Assigned,
  type Assignment,
  type Bytes,
  type Document,
  type Value,
} from '../../../layout'
import { GAMEZ } from '../gamez/gamez'

/** A part of an edit: what it assigns to the bytes that the parts before it produced. */
export type Step = (opened: Document) => Assignment
export type Fields = Readonly<Record<string, Value>>

/** An address of the exporting program: only that it is not zero counts (mw3 1). */
export const ADDRESS = 0xdefa_0175

export const worldOf = (bytes: Bytes): Document => document(GAMEZ, bytes)

export function listAt(opened: Document, path: string): readonly Value[] {
  const value = locate(opened, path)?.value
  return Array.isArray(value) ? (value as readonly Value[]) : []
}
export const numbersAt = (opened: Document, path: string): readonly number[] => listAt(opened, path).map(Number)
export const fieldsAt = (opened: Document, path: string): Fields => (locate(opened, path)?.value ?? {}) as Fields
export const numberAt = (opened: Document, path: string): number => Number(locate(opened, path)?.value)

/** A list of nodes in `node_data`, and its address in the slot, which is zero where the list is empty (mw3 1). */
export const relatives = (
  opened: Document,
  slot: number,
  kind: 'parent' | 'child',
  list: readonly number[],
): readonly Assigned[] => [
  { path: `node_data/${slot}/${kind}_indices`, value: [...list] },
  {
    path: `nodes/${slot}/${kind}_array_ptr`,
    value: list.length > 0 ? numberAt(opened, `nodes/${slot}/${kind}_array_ptr`) || ADDRESS : 0,
  },
]

/** One assignment of several steps, with what follows from them. */
export const stepped = (opened: Document, steps: readonly Step[]): Assignment =>
  followed(opened, assignedInSteps(opened, steps))

/** The world of an entry. Throws StudioError `mw3.world.damaged` where its bytes are not all understood. */
function neededWorld({ bytes, path }: Opened): Document {
  const opened = worldOf(bytes)
  if (!opened.isWhole) throw new StudioError('mw3.world.damaged', {}, path)
  return opened
}

/** What an operation does: the parts of its one edit, and what the user is shown about them. */
export interface WorldChange extends OperationSummary {
  readonly steps: readonly Step[]
}

interface WorldOperation extends Omit<Operation, 'run' | 'initial'> {
  /** Throws StudioError where it cannot be done. */
  change(opened: Document, given: OperationRun): WorldChange
}

/** An operation on a world, as one edit of its entry. */
export const worldOperation = ({ change, ...declared }: WorldOperation): Operation => ({
  ...declared,
  run(entry, given) {
    const opened = neededWorld(entry)
    const { steps, ...summary } = change(opened, given)
    return outcomeOfSteps(entry, opened, steps, summary)
  },
})

/** A coordinate in game units. */
export const coordinate = (name: string) =>
  ({ name, kind: 'number', isWhole: false, least: -1e6, most: 1e6, initial: 0 }) as const

/** The coordinates that a user gave, as the file stores them. */
export const coordinatesOf = ({ parameters }: OperationRun): readonly [x: number, y: number, z: number] => {
  const [x = 0, y = 0, z = 0] = ['x', 'y', 'z'].map(axis => Math.fround(Number(parameters[axis])))
  return [x, y, z]
}
