import type { Bytes, Move, Splice } from '../layout'
import { charactersOf, checksum, fromBase64, toBase64 } from './base64'
import type { Attributes, AttributeValue, Commit, Edit, Label } from './edit'
import type { Place } from './history'

/*
 * A line is `{"sum":"xxxxxxxx",…}` and a line feed: JSON in plain ASCII, the sum being the CRC-32 of all that follows
 * the sum's own comma. A torn or damaged line is told by it.
 */
const SUM_END = '{"sum":"00000000",'.length

/** A commit as one line of the journal. */
export function journalLine(commit: Commit): Bytes {
  const text = JSON.stringify(plain(commit))
    .slice(1)
    .replace(/[^\x20-\x7e]/g, escapeChar)
  const bytes = ascii(`{"sum":"00000000",${text}\n`)
  bytes.set(ascii(checksum(bytes, SUM_END, bytes.length - 1)), '{"sum":"'.length)
  return bytes
}

const escapeChar = (char: string): string => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`

function ascii(text: string): Uint8Array {
  const bytes = new Uint8Array(text.length)
  for (let i = 0; i < text.length; i++) bytes[i] = text.charCodeAt(i)
  return bytes
}

/** What was read from the bytes of a journal. */
export interface JournalText {
  readonly commits: readonly Commit[]
  /** Place of each commit. */
  readonly places: readonly Place[]
  /** Bytes up to here are whole lines; what follows is torn or damaged. */
  readonly validSize: number
}

/** Reads lines up to the first torn or damaged one; the lines before it are valid. */
export function readJournal(bytes: Bytes): JournalText {
  const commits: Commit[] = []
  const places: Place[] = []
  let from = 0
  while (from < bytes.length) {
    const end = bytes.indexOf(10, from)
    const commit = end < 0 ? undefined : readLine(bytes, from, end)
    if (!commit) break
    commits.push(commit)
    places.push({ offset: from, size: end + 1 - from })
    from = end + 1
  }
  return { commits, places, validSize: from }
}

function readLine(bytes: Bytes, from: number, end: number): Commit | undefined {
  if (end - from < SUM_END) return undefined
  const head = latin(bytes, from, from + SUM_END)
  if (!/^\{"sum":"[0-9a-f]{8}",$/.test(head)) return undefined
  if (head.slice(8, 16) !== checksum(bytes, from + SUM_END, end)) return undefined
  try {
    const json: unknown = JSON.parse(`{${latin(bytes, from + SUM_END, end)}`)
    return readCommit(json)
  } catch {
    return undefined
  }
}

function latin(bytes: Bytes, from: number, to: number): string {
  const parts: string[] = []
  for (let i = from; i < to; i += 8192) parts.push(charactersOf(bytes.subarray(i, Math.min(to, i + 8192))))
  return parts.join('')
}

function plain(commit: Commit): object {
  const { kind, revision, time } = commit
  if (commit.kind === 'packed')
    return { kind, revision, time, files: commit.files, ...(commit.aside && { aside: commit.aside }) }
  const { label, edits, joins, pristine } = commit.transaction
  return {
    kind,
    revision,
    time,
    label,
    ...(joins !== undefined && { joins }),
    ...(pristine && { pristine }),
    ...(commit.step !== undefined && { step: commit.step }),
    ...(commit.until !== undefined && { until: commit.until }),
    edits: edits.map(edit => ({
      entry: edit.entry,
      base: edit.base,
      splices: edit.splices.map(({ offset, removed, inserted }) => [offset, toBase64(removed), toBase64(inserted)]),
      ...(edit.attributes && { attributes: edit.attributes }),
      ...(edit.moves && { moves: edit.moves }),
    })),
  }
}

class Malformed extends Error {}

function fail(): never {
  throw new Malformed()
}

type Json = Readonly<Record<string, unknown>>
const record = (json: unknown): Json =>
  typeof json === 'object' && json !== null && !Array.isArray(json) ? { ...json } : fail()
const list = (json: unknown): readonly unknown[] => (Array.isArray(json) ? json : fail())
const text = (json: unknown): string => (typeof json === 'string' ? json : fail())
const natural = (json: unknown): number =>
  typeof json === 'number' && Number.isSafeInteger(json) && json >= 0 ? json : fail()
const bytesOf = (json: unknown): Bytes => fromBase64(text(json)) ?? fail()

function readCommit(json: unknown): Commit {
  const { kind, revision, time, files, aside, label, edits, joins, pristine, step, until } = record(json)
  const place = { revision: natural(revision), time: natural(time) }
  if (kind === 'packed') {
    return {
      kind,
      ...place,
      files: list(files)
        .map(record)
        .map(file => ({ path: text(file['path']), hash: text(file['hash']) })),
      ...(aside !== undefined && { aside: list(aside).map(text) }),
    }
  }
  if (kind !== 'edit' && kind !== 'undo' && kind !== 'redo') return fail()
  return {
    kind,
    ...place,
    ...(step !== undefined && { step: natural(step) }),
    ...(until !== undefined && { until: natural(until) >= place.revision ? natural(until) : fail() }),
    transaction: {
      label: readLabel(label),
      edits: list(edits).map(readEdit),
      ...(joins !== undefined && { joins: natural(joins) }),
      ...(pristine !== undefined && { pristine: list(pristine).map(text) }),
    },
  }
}

function readLabel(json: unknown): Label {
  const { code, params } = record(json)
  const entries = Object.entries(record(params)).map(([key, value]) => {
    return [key, typeof value === 'number' || typeof value === 'string' ? value : fail()] as const
  })
  return { code: text(code), params: Object.fromEntries(entries) }
}

function readEdit(json: unknown): Edit {
  const { entry, base, splices, attributes, moves } = record(json)
  return {
    entry: text(entry),
    base: natural(base),
    splices: list(splices).map(readSplice),
    ...(attributes !== undefined && { attributes: readAttributeChange(attributes) }),
    ...(moves !== undefined && { moves: list(moves).map(readMove) }),
  }
}

function readSplice(json: unknown): Splice {
  const [offset, removed, inserted] = list(json)
  return { offset: natural(offset), removed: bytesOf(removed), inserted: bytesOf(inserted) }
}

function readAttributeChange(json: unknown): { before: Attributes | null; after: Attributes | null } {
  const { before, after } = record(json)
  return {
    before: before === null ? null : readAttributes(before),
    after: after === null ? null : readAttributes(after),
  }
}

function readAttributes(json: unknown): Attributes {
  return Object.fromEntries(Object.entries(record(json)).map(([key, value]) => [key, readAttribute(value)]))
}

function readAttribute(json: unknown): AttributeValue {
  if (typeof json === 'number' || typeof json === 'string') return json
  const { text: said, tail } = record(json)
  return { text: text(said), tail: text(tail) }
}

function readMove(json: unknown): Move {
  const { array, at, removed, inserted } = record(json)
  return { array: text(array), at: natural(at), removed: natural(removed), inserted: natural(inserted) }
}
