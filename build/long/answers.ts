import type { ConflictAnswer, OutsideAnswer } from '@areal-studio/core/studio'
import { isSame, readFile, type Bytes } from './archive'
import { changesOfNode } from './edits'
import { Difference, type Walk } from './walk'
import { leavesOf, type Leaf } from './world'

/** A file that another program changed, in its versions. */
interface Versions {
  readonly file: string
  readonly original: Bytes | undefined
  readonly deployed: Bytes | undefined
  readonly local: Bytes | undefined
  readonly external: Bytes | undefined
  /** As it was shown before the answer. */
  readonly shown: Bytes | undefined
  readonly isFitting: boolean
  readonly isDeployed: boolean
  /** The edits fit the original: they can be merged field by field. */
  readonly isMergeable: boolean
}

/** The arguments, and the versions of each file before. */
interface Asked {
  readonly answers: readonly OutsideAnswer[]
  readonly versions: ReadonlyMap<string, Versions>
  /** Codes that the answers may be refused with. */
  readonly codes: readonly string[]
}

export const ANSWERS: readonly (ConflictAnswer | 'mine')[] = [
  'reload',
  'keep',
  'mine',
  'merge',
  'merge=local',
  'merge=external',
]

/** Notes the versions of the files before they are answered. */
export function asked({ model }: Walk, answers: readonly OutsideAnswer[]): Asked {
  const versions = answers.map(({ file }): readonly [string, Versions] => {
    const record = model.records.get(file)
    const original = record ? (record.pristine ?? undefined) : model.known.get(file)
    const [local, external] = [model.ours(file), model.install.get(file)]
    return [
      file,
      {
        file,
        original,
        deployed: record?.deployed.at(-1),
        local,
        external,
        shown: model.bytes(file),
        isFitting: !model.isConflict(file),
        isDeployed: record !== undefined,
        isMergeable: model.fitsOn(file, original),
      },
    ]
  })
  const isUnread = answers.some(
    ({ file }) => (model.ours(file) === undefined && !model.isTakenBack(file)) || model.isOpen(file),
  )
  const isMerged = answers.some(({ answer }) => answer === 'merge')
  return {
    answers,
    versions: new Map(versions),
    codes: [
      ...(isUnread ? ['deploy.no-base'] : []),
      ...(isMerged ? ['deploy.conflicts', 'deploy.no-base', 'outside.no-fields'] : []),
    ],
  }
}

/** Effect of the answers on the model. Steps that follow the local version are applied after all files have it. */
export async function answered(walk: Walk, { answers, versions }: Asked): Promise<void> {
  const { model } = walk
  const results = new Map<string, { readonly from: Bytes | undefined; readonly to: Bytes | undefined }>()
  for (const { file, answer, choices } of answers) {
    const one = versions.get(file)
    if (!one) continue
    const word = wholeWord(answer, one, choices)
    const isOnTop = word === 'adopt'
    const to = isOnTop
      ? one.shown
      : word === 'keep'
        ? one.local
        : word === 'reload'
          ? one.external
          : await mergedBytes(walk, one, answer)
    results.set(file, { from: one.local, to })
    if (isOnTop) {
      results.delete(file)
      if (one.external) model.known.set(file, one.external)
    } else if (word === 'merge' && one.isFitting && !model.records.has(file) && isSame(to, one.shown)) {
      results.delete(file)
      if (one.external) model.known.set(file, one.external)
    } else follow(walk, one, word)
  }
  for (const [file, { from, to }] of results) {
    const step = isSame(from, to) ? [] : changesOfNode(file, model.node(file), to)
    if (step.length > 0) model.commit(step, isSame(to, model.base(file)))
  }
}

/** A merge of a file that one side added or deleted, or of edits that do not fit the original, takes one side as a whole. */
function wholeWord(
  answer: OutsideAnswer['answer'],
  { original, external, isMergeable, isFitting, isDeployed }: Versions,
  [chosen]: OutsideAnswer['choices'] = [],
): 'keep' | 'reload' | 'merge' | 'adopt' {
  if (answer === 'keep' || answer === 'mine') return 'keep'
  if (answer === 'reload') return 'reload'
  if (original && external && isMergeable) return 'merge'
  if (original && external && isFitting && !isDeployed) return 'adopt'
  return answer === 'merge=external' || chosen?.side === 'external' ? 'reload' : 'keep'
}

/** Of a deployed file the external version counts as deployed; of another one, or one that is reloaded, it is the original now. */
function follow({ model }: Walk, { file, external }: Versions, word: 'keep' | 'reload' | 'merge'): void {
  const record = model.records.get(file)
  if (record && external && word !== 'reload') {
    const original = record.pristine ?? undefined
    model.records.set(file, { ...record, deployed: [external, ...record.deployed] })
    if (!model.fitsOn(file, original)) model.rebase(file, original)
  } else model.rebase(file)
  if (
    record &&
    external &&
    word === 'reload' &&
    ![record.pristine, ...record.deployed].some(one => one && isSame(one, external))
  )
    model.leave(file)
}

/** What the program merged, once it is found to be neither more nor less than the rule allows. */
async function mergedBytes(
  { api, world }: Walk,
  { file, original, deployed, local, external }: Versions,
  answer: OutsideAnswer['answer'],
): Promise<Bytes | undefined> {
  const merged = await api.read(file).then(
    image => image.bytes,
    () => undefined,
  )
  if (!merged || !original || !local || !external) return merged
  const [o, l, x, m] = [original, local, external, merged].map(bytes => leavesOf(file, readFile(file, bytes)))
  const d = deployed && leavesOf(file, readFile(file, deployed))
  if (!o || !l || !x || !m || ![l, x, m].every(leaves => isOfOneShape(o, leaves))) {
    const isTaken = (leaf: Leaf): boolean => [l, x, o].some(all => all?.some(one => isSame(one.bytes, leaf.bytes)))
    if (!m?.every(isTaken) && !isSame(merged, local) && !isSame(merged, external)) return merged // rows of both sides, or of one entry both
    return merged
  }
  for (const [i, leaf] of o.entries()) {
    const sides = {
      original: leaf.bytes,
      local: l[i]?.bytes,
      external: x[i]?.bytes,
      merged: m[i]?.bytes,
      deployed: d && isOfOneShape(o, d) ? d[i]?.bytes : undefined,
    }
    const fields = world.fieldsOf(file, leaf.attributes, leaf.bytes)
    const isWhole = [l, x].every(
      all => world.fieldsOf(file, leaf.attributes, all[i]?.bytes ?? leaf.bytes).length === fields.length,
    )
    guardMerged(`${file} ${leaf.steps.join()}`, sides, answer, isWhole ? fields : [])
  }
  return merged
}

const isOfOneShape = (a: readonly Leaf[], b: readonly Leaf[]): boolean =>
  a.length === b.length &&
  a.every((leaf, i) => leaf.bytes.length === b[i]?.bytes.length && leaf.steps.join() === b[i]?.steps.join())

interface Sides {
  readonly original: Bytes
  readonly local?: Bytes | undefined
  readonly external?: Bytes | undefined
  readonly merged?: Bytes | undefined
  readonly deployed?: Bytes | undefined
}

/** Every byte is that of the side which alone changed it. Where both did it is of either; of a field the chosen one. */
function guardMerged(
  name: string,
  { original, local, external, merged, deployed }: Sides,
  answer: OutsideAnswer['answer'],
  fields: readonly { readonly offset: number; readonly size: number }[],
): void {
  if (!local || !external || !merged) return
  const isTheirs = (at: number): boolean => external[at] !== original[at] && external[at] !== deployed?.[at]
  const isOurs = (at: number): boolean => local[at] !== original[at]
  const bytesOf = (at: number): readonly number[] => {
    const field = fields.find(({ offset, size }) => at >= offset && at < offset + size)
    return field ? Array.from({ length: field.size }, (_, i) => field.offset + i) : [at]
  }
  const isBoth = (at: number): boolean => bytesOf(at).some(isTheirs) && bytesOf(at).some(isOurs)
  const isAnyBoth =
    original.some((byte, at) => isOurs(at) || (deployed !== undefined && deployed[at] !== byte)) &&
    original.some((_, at) => external[at] !== original[at])
  for (const [at, value] of merged.entries()) {
    const wanted = isBoth(at)
      ? answer === 'merge=local' && fields.length > 0
        ? [local[at]]
        : answer === 'merge=external' && fields.length > 0
          ? [external[at]]
          : [local[at], external[at]]
      : isAnyBoth && fields.length === 0
        ? [local[at], external[at]]
        : isTheirs(at)
          ? [external[at]]
          : [local[at]]
    if (!wanted.includes(value))
      throw new Difference(`${name} is merged at ${at} as ${value}, not as ${wanted.join(' or ')}`)
  }
}
