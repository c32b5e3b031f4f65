import { fromBase64, type AttributeValue, type Attributes } from '../edit'
import { canonicalPath, isRecord, parseJson, parsePath, safeName, StudioError, type JsonRecord } from '../format'
import {
  areAtOnePlace,
  type AttributeSet,
  type EntryEdited,
  type EntryPatch,
  type FieldSet,
  type Part,
  type Patch,
  type PatchSplice,
  type RecordChange,
} from './patch'

/** Newest version that is read. Version 2 has record operations, and is written only where there are any. */
const NEWEST_VERSION = 2
const HASH = /^[0-9a-f]{64}$/
const NEIGHBOUR = /^(?:[0-9a-f]{16})?$/
/** Most records that one change inserts. Records may take no bytes, so the bytes are no limit. */
const MOST_INSERTED = 1 << 24

/** The version that a patch of these entries is written in. */
export const versionOf = (entries: readonly EntryPatch[]): number =>
  entries.some(entry => entry.kind === 'edited' && entry.records) ? 2 : 1
/**
 * Largest size of the results of all parts of a patch together. A part refers to up to all bytes of the original, so a
 * small text could otherwise allocate any amount.
 */
const LARGEST = 512 * 1024 * 1024

/** A patch from the text of its file. Throws StudioError `patch.damaged`, `patch.version`, `patch.too-large`, `patch.place` with what is wrong. */
export function parsePatch(text: string): Patch {
  const json = parseJson(text.replace(/^\uFEFF/, ''))
  if (!isRecord(json) || !('areal_patch' in json)) throw new StudioError('patch.damaged')
  const version = json['areal_patch']
  if (version !== 1 && version !== NEWEST_VERSION) throw new StudioError('patch.version', { version: String(version) })
  const top = record(json, '')
  return {
    family: words(top['family'], 'family'),
    title: words(top['title'], 'title'),
    files: list(top['files'], 'files').map((file, i) => {
      const { file: name, sha256 } = record(file, `files/${i}`)
      return {
        file: safeFile(words(name, `files/${i}/file`), `files/${i}/file`),
        hash: sha256 === null ? null : hash(sha256, `files/${i}/sha256`),
      }
    }),
    entries: limited(list(top['entries'], 'entries').map((entry, i) => entryOf(entry, `entries/${i}`, version))),
  }
}

/** Throws by the declared sizes, before anything is allocated. */
function limited(entries: readonly EntryPatch[]): readonly EntryPatch[] {
  let size = 0
  const add = (parts: readonly Part[]): void => {
    for (const part of parts) size += part instanceof Uint8Array ? part.length : part[1]
  }
  for (const entry of entries) {
    if (entry.kind === 'added') add(entry.parts)
    if (entry.kind === 'edited') for (const { parts } of [...entry.splices, ...(entry.records ?? [])]) add(parts)
  }
  if (size > LARGEST) throw new StudioError('patch.too-large', { size, limit: LARGEST })
  return entries
}

function wrong(place: string): never {
  throw new StudioError('patch.place', { place })
}

const record = (json: unknown, at: string): JsonRecord => (isRecord(json) ? json : wrong(at))
const list = (json: unknown, at: string): readonly unknown[] =>
  json === undefined ? [] : Array.isArray(json) ? json : wrong(at)
const words = (json: unknown, at: string): string => (typeof json === 'string' ? json : wrong(at))
const natural = (json: unknown, at: string): number =>
  typeof json === 'number' && Number.isSafeInteger(json) && json >= 0 ? json : wrong(at)
const hash = (json: unknown, at: string): string => (typeof json === 'string' && HASH.test(json) ? json : wrong(at))

/** Refuses a name that leads out of the install or that some system cannot store. */
function safeFile(file: string, at: string): string {
  const isSafe = file !== '' && file.split('/').every(part => part === safeName(part))
  return isSafe ? file : wrong(at)
}

function pathOf(json: unknown, at: string): string {
  const path = canonicalPath(words(json, at))
  safeFile(parsePath(path).file, at)
  return path
}

function entryOf(json: unknown, at: string, version: number): EntryPatch {
  const { is, entry, name, ...rest } = record(json, at)
  const head = { entry: pathOf(entry, `${at}/entry`), name: words(name, `${at}/name`) }
  switch (is) {
    case 'edited':
      return { kind: 'edited', ...head, ...editedOf(rest, at, version) }
    case 'added':
      return {
        kind: 'added',
        ...head,
        attributes: attributesOf(rest['attributes'], `${at}/attributes`),
        parts: partsOf(rest['new'], `${at}/new`),
        made: hash(rest['made'], `${at}/made`),
      }
    case 'removed':
      return {
        kind: 'removed',
        ...head,
        size: natural(rest['size'], `${at}/size`),
        hash: hash(rest['sha256'], `${at}/sha256`),
      }
    case 'order':
      return {
        kind: 'order',
        ...head,
        rows: list(rest['rows'], `${at}/rows`).map((row, i) =>
          typeof row === 'string' && /^\+?\d+$/.test(row) ? row : wrong(`${at}/rows/${i}`),
        ),
      }
    default:
      return wrong(`${at}/is`)
  }
}

function editedOf(json: JsonRecord, at: string, version: number): Omit<EntryEdited, 'kind' | 'entry' | 'name'> {
  const records = recordsOf(list(json['records'], `${at}/records`), `${at}/records`)
  if (version === 1 && records.length > 0) wrong(`${at}/records`)
  return {
    size: natural(json['size'], `${at}/size`),
    hash: hash(json['sha256'], `${at}/sha256`),
    fields: list(json['fields'], `${at}/fields`).map((field, i) => fieldOf(field, `${at}/fields/${i}`)),
    ...(records.length > 0 && { records }),
    splices: splicesOf(list(json['splices'], `${at}/splices`), `${at}/splices`),
    attributes: list(json['attributes'], `${at}/attributes`).map((one, i) =>
      attributeSet(one, `${at}/attributes/${i}`),
    ),
  }
}

function recordsOf(json: readonly unknown[], at: string): readonly RecordChange[] {
  const last = new Map<string, RecordChange>()
  return json.map((one, i) => {
    const place = `${at}/${i}`
    const { at: first, sha256, new: parts, own: references, ...rest } = record(one, place)
    const neighbour = (name: string): string => {
      const digest = words(rest[name], `${place}/${name}`)
      return NEIGHBOUR.test(digest) ? digest : wrong(`${place}/${name}`)
    }
    const change: RecordChange = {
      array: words(rest['array'], `${place}/array`),
      at: natural(first, `${place}/at`),
      removed: natural(rest['removed'], `${place}/removed`),
      hash: sha256 === '' ? '' : hash(sha256, `${place}/sha256`),
      before: neighbour('before'),
      after: neighbour('after'),
      inserted: natural(rest['inserted'], `${place}/inserted`),
      parts: partsOf(parts, `${place}/new`),
      made: hash(rest['made'], `${place}/made`),
      own: list(references, `${place}/own`).map(reference => {
        const [offset, array, added] = list(reference, `${place}/own`)
        return [natural(offset, `${place}/own`), words(array, `${place}/own`), natural(added, `${place}/own`)] as const
      }),
      ...('refers' in rest && { refers: referencesOf(rest['refers'], `${place}/refers`) }),
      ...('freed' in rest && { freed: referencesOf(rest['freed'], `${place}/freed`) }),
    }
    const before = last.get(change.array)
    last.set(change.array, change)
    const isApart = !before || before.at + before.removed < change.at || areAtOnePlace(before, change)
    return isApart && change.inserted <= MOST_INSERTED ? change : wrong(place)
  })
}

const referencesOf = (json: unknown, at: string): NonNullable<RecordChange['refers']> =>
  list(json, at).map(one => {
    const [array, original] = list(one, at)
    return [words(array, at), natural(original, at)] as const
  })

function fieldOf(json: unknown, at: string): FieldSet {
  const [path, offset, size, old, now, refers] = list(json, at)
  return {
    path: words(path, at),
    offset: natural(offset, at),
    size: natural(size, at),
    old: words(old, at),
    new: words(now, at),
    ...(refers !== undefined && { refers: words(refers, at) }),
  }
}

function splicesOf(json: readonly unknown[], at: string): readonly PatchSplice[] {
  let end = 0
  return json.map((one, i) => {
    const place = `${at}/${i}`
    const { at: offset, size, sha256, made, new: parts } = record(one, place)
    const splice = {
      offset: natural(offset, place),
      size: natural(size, place),
      hash: hash(sha256, place),
      made: hash(made, place),
      parts: partsOf(parts, place),
    }
    if (splice.offset < end) wrong(place)
    end = splice.offset + splice.size
    return splice
  })
}

const partsOf = (json: unknown, at: string): readonly Part[] =>
  list(json, at).map((part): Part => {
    if (typeof part === 'string') return fromBase64(part) ?? wrong(at)
    const [offset, size] = list(part, at)
    return [natural(offset, at), natural(size, at)]
  })

function attributeSet(json: unknown, at: string): AttributeSet {
  const [name, old, now] = list(json, at)
  return { name: words(name, at), old: attribute(old, at), new: attribute(now, at) }
}

/** An attribute from JSON. Throws StudioError `patch.place` with the place in the patch where it is none. */
export function attribute(json: unknown, at: string): AttributeValue {
  if (typeof json === 'string' || (typeof json === 'number' && Number.isFinite(json))) return json
  const { text, tail } = record(json, at)
  return { text: words(text, at), tail: words(tail, at) }
}

const attributesOf = (json: unknown, at: string): Attributes =>
  Object.fromEntries(Object.entries(record(json, at)).map(([name, value]) => [name, attribute(value, at)]))
