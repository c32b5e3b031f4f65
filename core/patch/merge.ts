import { sameAttribute, type AttributeValue, type EntryPath } from '../edit'
import { parentPath, parsePath, StudioError } from '../format'
import { isStructural } from './apply'
import { mergeRecords } from './merge-records'
import type { AttributeSet, EntryEdited, EntryPatch, FieldSet, Patch, PatchSplice } from './patch'

/** A field, record or entry that both patches change in different ways. */
export interface Conflict {
  /** Identifies the conflict when it is decided: entry and path. */
  readonly key: string
  readonly entry: EntryPath
  /** Node path, `@name`, or '' for the entry as a whole. */
  readonly path: string
  /** Original value in both; null where it is no value, or where the patches were made of different files. */
  readonly old: string | null
  readonly a: string
  readonly b: string
  /** Both only insert records, at the same place: the choice `both` puts them one behind the other, by their digests. */
  readonly canBoth?: boolean
}

export type Choice = 'a' | 'b' | 'both'

export interface Merged {
  readonly patch: Patch
  /** All conflicts, decided or not. */
  readonly conflicts: readonly Conflict[]
  /** Those that `choose` left open; the patch has neither side of them. */
  readonly open: number
}

/**
 * Both changes as one: field by field where both name fields, else entry by entry. Throws StudioError `patch.family`.
 */
export function mergePatches(a: Patch, b: Patch, choose: (conflict: Conflict) => Choice | undefined): Merged {
  if (a.family !== b.family) throw new StudioError('patch.family', { patch: b.family, game: a.family })
  const merger = new Merger(choose)
  const renumbered = renumber(a, b)
  const entries = merger.entries(a.entries, renumbered)
  const files = new Map([...b.files, ...a.files].map(one => [one.file, one]))
  const touched = new Set(entries.map(entry => parsePath(entry.entry).file))
  return {
    patch: {
      family: a.family,
      title: [a.title, b.title].filter(title => title !== '').join(' + '),
      files: [...files.values()].filter(one => touched.has(one.file)).sort((x, y) => (x.file < y.file ? -1 : 1)),
      entries,
    },
    conflicts: merger.conflicts,
    open: merger.open,
  }
}

/** Numbers the rows added by `b` after those added by `a`. */
function renumber(a: Patch, b: Patch): readonly EntryPatch[] {
  const used = new Map<EntryPath, number>()
  for (const { kind, entry } of a.entries) {
    const parent = parentPath(entry)
    if (kind === 'added' && parent !== undefined)
      used.set(parent, Math.max(used.get(parent) ?? 0, Number(parsePath(entry).steps.at(-1)?.slice(1)) + 1))
  }
  const moved = (archive: EntryPath, row: string): string =>
    row.startsWith('+') ? `+${Number(row.slice(1)) + (used.get(archive) ?? 0)}` : row
  return b.entries.map((entry): EntryPatch => {
    const parent = parentPath(entry.entry)
    if (entry.kind === 'order') return { ...entry, rows: entry.rows.map(row => moved(entry.entry, row)) }
    return entry.kind === 'added' && parent !== undefined
      ? { ...entry, entry: `${parent}!#${moved(parent, parsePath(entry.entry).steps.at(-1) ?? '')}` }
      : entry
  })
}

class Merger {
  readonly conflicts: Conflict[] = []
  open = 0

  constructor(private readonly choose: (conflict: Conflict) => Choice | undefined) {}

  entries(a: readonly EntryPatch[], b: readonly EntryPatch[]): readonly EntryPatch[] {
    const keyOf = (entry: EntryPatch): string => `${entry.kind === 'order' ? 'order ' : ''}${entry.entry}`
    const theirs = new Map(b.map(entry => [keyOf(entry), entry]))
    const merged: EntryPatch[] = []
    for (const mine of a) {
      const other = theirs.get(keyOf(mine))
      theirs.delete(keyOf(mine))
      const one = other ? this.entry(mine, other) : mine
      if (one) merged.push(one)
    }
    return this.withoutTwins(a, [...merged, ...theirs.values()])
  }

  private entry(a: EntryPatch, b: EntryPatch): EntryPatch | undefined {
    if (JSON.stringify(plain(a)) === JSON.stringify(plain(b))) return a
    if (a.kind === 'edited' && b.kind === 'edited' && areJoinable(a, b)) return this.edited(a, b)
    return this.decide({ entry: a.entry, path: '', old: null, a: kindText(a), b: kindText(b) }, a, b)
  }

  private edited(a: EntryEdited, b: EntryEdited): EntryEdited {
    const joined = mergeRecords(a, b, found => this.choice({ entry: a.entry, old: null, ...found }))
    const fields = this.union<FieldSet>(
      a.entry,
      joined.a,
      joined.b,
      one => one.path,
      one => one.new,
      one => one.old,
      (x, y) => x.new === y.new,
    )
    const attributes = this.union<AttributeSet>(
      a.entry,
      a.attributes,
      b.attributes,
      one => `@${one.name}`,
      one => said(one.new),
      one => (one.old === undefined ? undefined : said(one.old)),
      (x, y) => sameAttribute(x.new, y.new),
    )
    const splices = this.union<PatchSplice>(
      a.entry,
      a.splices,
      b.splices,
      one => `0x${one.offset.toString(16)}`,
      one => one.made.slice(0, 12),
      () => undefined,
      (x, y) => x.made === y.made && x.size === y.size,
    )
    const { records: _records, ...head } = a
    return {
      ...head,
      fields,
      ...(joined.records.length > 0 && { records: joined.records }),
      attributes,
      splices: [...splices].sort((x, y) => x.offset - y.offset),
    }
  }

  private union<T>(
    entry: EntryPath,
    a: readonly T[],
    b: readonly T[],
    path: (one: T) => string,
    value: (one: T) => string,
    old: (one: T) => string | undefined,
    same: (x: T, y: T) => boolean,
  ): readonly T[] {
    const theirs = new Map(b.map(one => [path(one), one]))
    const mine = a.flatMap((one): readonly T[] => {
      const other = theirs.get(path(one))
      theirs.delete(path(one))
      if (!other || same(one, other)) return [one]
      const was = old(one) === old(other) ? old(one) : undefined
      const taken = this.decide(
        { entry, path: path(one), old: was ?? null, a: value(one), b: value(other) },
        one,
        other,
      )
      return taken === undefined ? [] : [taken]
    })
    return [...mine, ...theirs.values()]
  }

  private decide<T>(found: Omit<Conflict, 'key'>, mine: T, other: T): T | undefined {
    const choice = this.choice(found)
    return choice === 'a' ? mine : choice === 'b' ? other : undefined
  }

  private choice({ canBoth, ...found }: Omit<Conflict, 'key'>): Choice | undefined {
    const conflict: Conflict = { key: `${found.entry} ${found.path}`, ...found, ...(canBoth === true && { canBoth }) }
    this.conflicts.push(conflict)
    const chosen = this.choose(conflict)
    const choice = chosen === 'both' && canBoth !== true ? undefined : chosen
    if (choice === undefined) this.open++
    return choice
  }

  /** Two rows of one name added to one archive: once if they are equal, else a conflict. */
  private withoutTwins(a: readonly EntryPatch[], merged: readonly EntryPatch[]): readonly EntryPatch[] {
    const known = new Map(
      a.flatMap(one =>
        one.kind === 'added' && parentPath(one.entry) !== undefined ? [[rowKey(one), one] as const] : [],
      ),
    )
    const dropped = new Set<EntryPatch>()
    for (const one of merged) {
      const twin = one.kind === 'added' ? known.get(rowKey(one)) : undefined
      if (one.kind !== 'added' || !twin || twin === one) continue
      const choice =
        twin.made === one.made
          ? twin
          : this.decide(
              { entry: one.entry, path: '', old: null, a: twin.made.slice(0, 12), b: one.made.slice(0, 12) },
              twin,
              one,
            )
      if (choice !== one) dropped.add(one)
      if (choice !== twin) dropped.add(twin)
    }
    return merged.filter(one => !dropped.has(one))
  }
}

/** Archive and name of a row; each may have spaces in it. */
const rowKey = ({ entry, name }: EntryPatch): string => JSON.stringify([parentPath(entry), name])

/** Whether both can apply to one entry: neither changes bytes that the other depends on. */
function areJoinable(a: EntryEdited, b: EntryEdited): boolean {
  if (!isStructural(a) && !isStructural(b)) return true
  if (a.hash !== b.hash) return false
  const isByRecord = (a.records ?? b.records) !== undefined
  // Splices apply to the bytes that the records of their own patch make.
  if (isByRecord && a.splices.length + b.splices.length > 0) return false
  const grows = ({ splices }: EntryEdited): boolean =>
    splices.some(
      one =>
        one.size !== one.parts.reduce((sum, part) => sum + (part instanceof Uint8Array ? part.length : part[1]), 0),
    )
  if (grows(a) && grows(b)) return false
  const ranges = (one: EntryEdited): readonly (readonly [number, number])[] =>
    one.splices.map(splice => [splice.offset, splice.offset + splice.size])
  const fields = (one: EntryEdited): readonly (readonly [number, number])[] =>
    one.fields.map(field => [field.offset, field.offset + field.size])
  const isSame =
    a.splices.length === b.splices.length &&
    a.splices.every((one, i) => {
      const other = b.splices[i]
      return one.offset === other?.offset && one.size === other.size && one.made === other.made
    })
  return (isSame || !meet(ranges(a), ranges(b))) && !meet(ranges(a), fields(b)) && !meet(fields(a), ranges(b))
}

/** Whether any range of one list overlaps one of the other; an empty range overlaps the range around it. */
function meet(a: readonly (readonly [number, number])[], b: readonly (readonly [number, number])[]): boolean {
  const sorted = [...b].sort((x, y) => x[0] - y[0])
  return a.some(([start, end]) => {
    let low = 0
    let high = sorted.length
    while (low < high) {
      const middle = (low + high) >> 1
      if ((sorted[middle]?.[1] ?? 0) <= start && (sorted[middle]?.[0] ?? 0) < start) low = middle + 1
      else high = middle
    }
    const next = sorted[low]
    return next !== undefined && (next[0] < end || next[0] === start)
  })
}

/** An entry's patch as plain data to compare, bytes as lists. */
const plain = (patch: EntryPatch): unknown => {
  if (patch.kind === 'edited')
    return [
      patch.kind,
      patch.fields.map(one => [one.path, one.new]),
      (patch.records ?? []).map(one => [one.array, one.at, one.removed, one.inserted, one.made, one.own]),
      patch.attributes.map(one => [one.name, one.new]),
      patch.splices.map(one => [one.offset, one.size, one.made]),
    ]
  if (patch.kind === 'added') return [patch.kind, patch.attributes, patch.made]
  return patch.kind === 'removed' ? [patch.kind] : [patch.kind, patch.rows]
}

const said = (value: AttributeValue): string => JSON.stringify(value)

function kindText(patch: EntryPatch): string {
  if (patch.kind === 'edited')
    return `${patch.kind} ${patch.fields.length + (patch.records?.length ?? 0) + patch.splices.length + patch.attributes.length}`
  return patch.kind === 'added'
    ? `${patch.kind} ${patch.made.slice(0, 12)}`
    : patch.kind === 'order'
      ? patch.rows.join(' ')
      : patch.kind
}
