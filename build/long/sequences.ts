import { seededRandom } from '@areal-studio/core/families/parkan/sample'
import { INSTALL, UNSEEN } from './install-operations'
import { Choices, EDITS, type Operation } from './operations'
import { Difference, Open, Walk } from './walk'
import { PARKAN_WORLD, TINY_WORLD, type World } from './world'

/** An operation by name, with the numbers that its choices are taken from. */
export interface Planned {
  readonly name: string
  readonly numbers: readonly number[]
}

/** How often each operation is met, beside the others. */
const WEIGHTS: Readonly<Record<string, number>> = {
  hex: 6,
  resize: 4,
  both: 2,
  setField: 4,
  setJson: 2,
  records: 3,
  incoming: 2,
  addRow: 2,
  removeRow: 1,
  changeRow: 2,
  gap: 1,
  create: 1,
  remove: 1,
  revert: 1,
  undo: 6,
  redo: 4,
  pack: 3,
  deploy: 4,
  restore: 2,
  reopen: 3,
  tidy: 1,
  theirByte: 3,
  theirRow: 1,
  theirFile: 2,
  settle: 4,
  deployAnswered: 2,
  theirByteUnseen: 1,
  theirFileUnseen: 1,
}
const ALL: Readonly<Record<string, Operation>> = { ...EDITS, ...INSTALL }
const URN = Object.entries(WEIGHTS).flatMap(([name, weight]) => Array.from({ length: weight }, () => name))
const NUMBERS = 24
/** Operations of one sequence; then a new game begins. */
export const LENGTH = 50
/** Period of sequences with the larger game. */
const PARKAN_EVERY = 8

/** Sequence `number` of a seed: always the same. */
export function sequenceOf(
  seed: number,
  number: number,
): { readonly world: World; readonly planned: readonly Planned[] } {
  const random = seededRandom(Math.imul(seed, 0x9e3779b1) ^ Math.imul(number, 0x85ebca6b))
  const whole = (limit: number): number => Math.floor(random() * limit)
  const planned = Array.from(
    { length: LENGTH },
    (): Planned => ({
      name: URN[whole(URN.length)] ?? 'hex',
      numbers: Array.from({ length: NUMBERS }, () => whole(2 ** 30)),
    }),
  )
  return { world: number % PARKAN_EVERY === PARKAN_EVERY - 1 ? PARKAN_WORLD : TINY_WORLD, planned }
}

export interface Ended {
  /** Operations that were done; those for which there was nothing to do are none. */
  readonly done: number
  readonly isOpen: boolean
  readonly names: readonly string[]
  readonly failure?: { readonly error: Error; readonly words: readonly string[]; readonly planned: readonly Planned[] }
}

/** Does one operation after another and compares after each. */
export async function run(world: World, planned: readonly Planned[]): Promise<Ended> {
  const walk = await Walk.start(world)
  const words: string[] = []
  const names: string[] = []
  for (const [at, { name, numbers }] of planned.entries()) {
    try {
      words.push(name)
      const made = await ALL[name]?.(walk, new Choices(numbers))
      words.pop()
      if (made === undefined) continue
      words.push(`${name} ${made}`)
      names.push(name)
      if (!UNSEEN.has(name)) await walk.compare()
    } catch (error) {
      if (error instanceof Open) return { done: names.length, isOpen: true, names }
      const failure = {
        error: error instanceof Error ? error : new Error(String(error)),
        words,
        planned: planned.slice(0, at + 1),
      }
      return { done: names.length, isOpen: false, names, failure }
    }
  }
  return { done: names.length, isOpen: false, names }
}

/** Leaves out operations while the difference remains. */
export async function shrink(
  world: World,
  planned: readonly Planned[],
): Promise<NonNullable<Ended['failure']> | undefined> {
  let best = (await run(world, planned)).failure
  for (let size = Math.max(1, planned.length >> 1); best && size > 0; size = size >> 1) {
    for (let at = 0; best && at < best.planned.length; ) {
      const shorter: readonly Planned[] = [...best.planned.slice(0, at), ...best.planned.slice(at + size)]
      const failure: Ended['failure'] = (await run(world, shorter)).failure
      if (failure && failure.error instanceof Difference === best.error instanceof Difference) best = failure
      else at += size
    }
  }
  return best
}
