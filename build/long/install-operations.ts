import type { OutsideAnswer } from '@areal-studio/core/studio'
import { isArchive, isSame, pointsIn, readFile, write, type Bytes } from './archive'
import { ANSWERS, answered, asked } from './answers'
import { joined } from './edits'
import { OWN, type Choices, type Operation } from './operations'
import { leavesOf } from './world'
import { Difference, type Walk } from './walk'

const OUTSIDE = ['workspace.pristine-']
const MISFITS = ['edit.', 'entry.', 'archive.']

const undo: Operation = async walk => {
  const { model } = walk
  const step = model.done.at(-1)
  const isRefused = step?.some(({ file }) => model.isConflict(file)) === true
  const { done, value } = await walk.attempt(() => walk.api.undo(), {
    must: isRefused,
    codes: isRefused || step?.some(({ file }) => model.mayConflict(file)) ? OUTSIDE : [],
  })
  if (!done) return 'refused'
  if ((value === null) !== (step === undefined))
    throw new Difference(`${value === null ? 'nothing' : 'something'} was undone`)
  model.undo()
  return step ? [...new Set(step.map(({ file }) => file))].join() : 'nothing'
}

const redo: Operation = async walk => {
  const { model } = walk
  const step = model.undone.at(-1)
  const isClosed = step?.some(({ file }) => model.isConflict(file)) === true
  const isOtherBase = step?.some(({ file }) => !isSame(model.base(file), model.known.get(file))) === true
  const must = isClosed || !model.redoFits()
  const { done, value } = await walk.attempt(() => walk.api.redo(), {
    must,
    codes: must || isOtherBase ? [...OUTSIDE, ...MISFITS] : [],
  })
  if (!done) return 'refused'
  if ((value === null) !== (step === undefined))
    throw new Difference(`${value === null ? 'nothing' : 'something'} was redone`)
  model.redo()
  return step ? [...new Set(step.map(({ file }) => file))].join() : 'nothing'
}

/** Files that no rule decides are read before a pack takes them over. */
const lookIfOpen = async (walk: Walk): Promise<void> => {
  if (walk.model.names.some(file => walk.model.mayConflict(file))) await walk.compareOutside()
}

const pack: Operation = async walk => {
  await lookIfOpen(walk)
  await walk.attempt(() => walk.api.pack())
  walk.model.pack()
  walk.comparePacked()
  return [...walk.model.packed.keys()].join()
}

/** Whether a check may find errors: points of kind 0, a count that is not that of the points, archives that are none. */
function hasErrors({ model, world }: Walk): boolean {
  if (world.name !== 'tiny') return true
  return model.files.some(file => {
    const node = model.node(file)
    if (!node || (file.endsWith('.tin') && !isArchive(node))) return true
    return leavesOf(file, node).some(({ attributes, bytes }) => {
      if (attributes['type_id'] === 9) return true
      if (!file.endsWith('.pts') && attributes['type_id'] !== 1) return false
      const count = pointsIn(bytes)
      return count === undefined || Array.from({ length: count }, (_, i) => bytes[8 + i * 6]).includes(0)
    })
  })
}

const deploy: Operation = async (walk, choices) => {
  const { model } = walk
  await lookIfOpen(walk)
  const mayAsk = model.names.some(
    file => model.mayConflict(file) || (model.records.has(file) && !model.install.has(file)),
  )
  await walk.attempt(() => walk.api.pack())
  model.pack()
  const isForced = choices.below(3) > 0
  const plan = model.plan
  const foreign = [...plan.keys()].filter(file => model.isForeign(file) || model.isConflict(file))
  const isAsked = mayAsk || model.outside.length > 0
  const codes = [...(isAsked ? ['deploy.foreign'] : []), ...(!isForced && hasErrors(walk) ? ['deploy.blocked'] : [])]
  const { done, value, code } = await walk.writing(() => walk.api.deploy({ force: isForced }), {
    must: foreign.length > 0,
    codes,
  })
  if (!done) return `refused: ${code}`
  model.deployed(plan)
  const told = [...(value?.written ?? []), ...(value?.restored ?? [])].sort()
  if (told.join() !== [...plan.keys()].sort().join())
    throw new Difference(`written are told as ${told.join()}, not as ${[...plan.keys()].join()}`)
  for (const [file, bytes] of plan) {
    if (!isSame(model.bytes(file), bytes)) throw new Difference(`${file} is deployed otherwise than it is shown`)
  }
  return [...plan.keys()].join() || 'nothing'
}

const restore: Operation = async (walk, choices) => {
  const { model } = walk
  const isOverwriting = choices.below(2) === 0
  const foreign = [...model.records].filter(([file, { pristine, deployed }]) => {
    const now = model.install.get(file)
    return now && ![pristine, ...deployed].some(one => one && isSame(one, now))
  })
  const must = foreign.length > 0 && !isOverwriting
  const { done } = await walk.writing(() => walk.api.restore({ foreign: isOverwriting ? 'overwrite' : 'refuse' }), {
    must,
    codes: must ? ['restore.foreign'] : [],
  })
  if (!done) return 'refused'
  const names = [...model.records.keys()].join()
  model.restored()
  return names || 'nothing'
}

const reopen: Operation = async (walk, choices) => {
  if (![...walk.model.install.keys()].some(file => file.endsWith('.tin') || file.endsWith('.lst'))) return undefined // it is no game of this family any more
  await walk.reopen(choices.below(2) === 0)
  return ''
}

const tidy: Operation = async walk => {
  await walk.attempt(() => walk.api.tidyUp())
  return ''
}

function put(walk: Walk, file: string, bytes: Bytes | undefined): void {
  if (bytes) walk.machine.game.put(file, bytes)
  else walk.machine.game.delete(file)
  walk.model.put(file, bytes)
}

/** Files that another program changes here: not the game's program. */
const isChanged = (_: Walk, file: string): boolean => !file.toLowerCase().endsWith('.exe')

/** Another program overwrites a byte of a payload, or of a gap. */
const theirByte: Operation = async (walk, choices) => {
  const { install } = walk.model
  const file = choices.of([...install.keys()].filter(one => isChanged(walk, one)).sort())
  const bytes = file === undefined ? undefined : install.get(file)
  if (file === undefined || !bytes) return undefined
  const node = readFile(file, bytes.slice())
  const leaf = choices.of(leavesOf(file, node).filter(one => one.bytes.length > 0))
  if (!leaf) return undefined
  const at = choices.below(leaf.bytes.length)
  leaf.bytes[at] = (leaf.bytes[at] ?? 0) ^ (1 + choices.below(255))
  put(walk, file, write(node).slice())
  return `${file} ${leaf.steps.join()} at ${at}`
}

/** Another program makes an entry longer or shorter, or adds a row. */
const theirRow: Operation = async (walk, choices) => {
  const { install } = walk.model
  const file = walk.world.isResizable
    ? choices.of([...install.keys()].filter(one => one.endsWith('.tin') && isChanged(walk, one)).sort())
    : undefined
  const bytes = file === undefined ? undefined : install.get(file)
  const node = file === undefined || !bytes ? undefined : readFile(file, bytes)
  if (file === undefined || !isArchive(node)) return undefined
  const row = choices.of(node.rows)
  if (choices.below(2) === 0 || !row || isArchive(row.node)) {
    node.rows.push({
      id: 'new',
      attributes: { name: `t${choices.below(100)}`, type_id: 0, flag: choices.below(256) },
      node: choices.bytes(1 + choices.below(5)),
      at: Infinity,
    })
  } else row.node = joined(row.node, choices.bytes(1 + choices.below(4)))
  put(walk, file, write(node))
  return file
}

/** Another program rewrites a whole file: other bytes, its first ones, the same ones, or none. */
const theirFile: Operation = async (walk, choices) => {
  const { model, world } = walk
  const file = choices.of(
    [...new Set([...Object.keys(world.files), ...OWN])].filter(one => isChanged(walk, one)).sort(),
  )
  if (file === undefined) return undefined
  const way = choices.of(['other', 'first', 'first', 'same', 'gone', 'gone', 'packed'] as const)
  const [first, now] = [world.files[file], model.install.get(file)]
  const bytes = {
    other: choices.bytes(3 + choices.below(20)),
    first,
    same: now,
    gone: undefined,
    packed: model.packed.get(file) ?? now,
  }[way ?? 'same']
  if (way === 'packed' && bytes) walk.own(bytes)
  put(walk, file, bytes)
  if (!model.known.has(file) && model.changesOf(file).length > 0) await walk.api.outside() // a file that appears is seen when the folder is listed
  return `${file} ${way}`
}

/** Operations after which the state is not read before the next one. */
const unseen =
  (operation: Operation): Operation =>
  async (walk, choices) => {
    const words = await operation(walk, choices)
    return words === undefined ? undefined : `${words}, unseen`
  }

const isWritten = (walk: Walk, before: ReadonlyMap<string, Bytes>): string | undefined =>
  [...before].find(([file, bytes]) => !isSame(walk.machine.install().get(file), bytes))?.[0]

/** A side for each conflict of a file. */
async function chosen(walk: Walk, file: string, choices: Choices): Promise<NonNullable<OutsideAnswer['choices']>> {
  const { value = [] } = await walk.attempt(() => walk.api.conflicts(file), {
    codes: ['outside.no-fields', 'deploy.no-base'],
  })
  return value.map(({ entry, path }) => ({ entry, path, side: choices.below(2) === 0 ? 'local' : 'external' }))
}

/** Resolves what another program changed, in some files or all; of a merge each conflict, too. */
const settle: Operation = async (walk, choices) => {
  const { model } = walk
  const files = model.outside.filter(() => choices.below(3) > 0)
  if (files.length === 0) return undefined
  const given: OutsideAnswer[] = []
  for (const file of files) {
    const answer = choices.of(ANSWERS) ?? 'keep'
    const isChosen = answer === 'merge' && choices.below(2) === 0
    given.push({ file, answer, ...(isChosen && { choices: await chosen(walk, file, choices) }) })
  }
  const question = asked(walk, given)
  const before = walk.machine.install()
  const { done, code } = await walk.attempt(() => walk.api.settle(given), { codes: question.codes })
  const written = isWritten(walk, before)
  if (written !== undefined) throw new Difference(`${written} was written by an answer`)
  const words = given.map(({ file, answer }) => `${file}=${answer}`).join(' ')
  if (!done) return `${words} refused: ${code}`
  await answered(walk, question)
  return words
}

/** Deploys with one answer for all that another program changed. */
const deployAnswered: Operation = async (walk, choices) => {
  const { model } = walk
  await walk.compareOutside()
  const files = model.outside
  const answer =
    choices.of(['theirs', 'reload', 'keep', 'mine', 'merge', 'merge=local', 'merge=external'] as const) ?? 'keep'
  if (files.length === 0 || files.some(file => model.mayConflict(file))) return undefined
  const left = answer === 'theirs' ? files : []
  const question = asked(walk, answer === 'theirs' ? [] : files.map((file): OutsideAnswer => ({ file, answer })))
  const { done, value, code } = await walk.writing(() => walk.api.deploy({ force: true, foreign: answer }), {
    codes: question.codes,
  })
  if (!done) return `${answer} refused: ${code}`
  await answered(walk, question)
  model.pack(left)
  const plan = new Map([...model.plan].filter(([file]) => !left.includes(file)))
  model.deployed(plan, left)
  for (const [file, bytes] of plan)
    if (!isSame(model.bytes(file), bytes)) throw new Difference(`${file} is deployed otherwise than it is shown`)
  const told = [...(value?.written ?? []), ...(value?.restored ?? [])].sort()
  if (told.join() !== [...plan.keys()].sort().join())
    throw new Difference(`written are told as ${told.join()}, not as ${[...plan.keys()].join()}`)
  return `${files.join()} ${answer}`
}

export const UNSEEN = new Set(['theirByteUnseen', 'theirFileUnseen'])
export const INSTALL: Readonly<Record<string, Operation>> = {
  undo,
  redo,
  pack,
  deploy,
  restore,
  reopen,
  tidy,
  theirByte,
  theirRow,
  theirFile,
  settle,
  deployAnswered,
  theirByteUnseen: unseen(theirByte),
  theirFileUnseen: unseen(theirFile),
}
