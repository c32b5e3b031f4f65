import { fromBase64, type AttributeValue, type Attributes } from '../edit'
import { canonicalPath, isRecord, parseJson, parsePath, safeName, StudioError, type JsonRecord } from '../format'
import type { AttributeSet, EntryPatch, FieldSet, Part, Patch, PatchSplice } from './patch'

/** Version that patches are written in, and the only one that is read. */
export const PATCH_VERSION = 1
const HASH = /^[0-9a-f]{64}$/
/**
 * Largest size of the results of all parts of a patch together. A part refers to up to all bytes of the original, so a
 * small text could otherwise allocate any amount.
 */
const LARGEST = 512 * 1024 * 1024

/** A patch from the text of its file. Throws StudioError `patch.damaged`, `patch.version`, `patch.too-large`, `patch.place` with what is wrong. */
export function parsePatch(text: string): Patch {
  const json = parseJson(text.replace(/^\uFEFF/, ''))
  if (!isRecord(json) || !('areal_patch' in json)) throw new StudioError('patch.damaged')
  if (json['areal_patch'] !== PATCH_VERSION)
    throw new StudioError('patch.version', { version: String(json['areal_patch']) })
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
    entries: limited(list(top['entries'], 'entries').map((entry, i) => entryOf(entry, `entries/${i}`))),
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
    if (entry.kind === 'edited') for (const splice of entry.splices) add(splice.parts)
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

function entryOf(json: unknown, at: string): EntryPatch {
  const { is, entry, name, ...rest } = record(json, at)
  const head = { entry: pathOf(entry, `${at}/entry`), name: words(name, `${at}/name`) }
  switch (is) {
    case 'edited':
      return {
        kind: 'edited',
        ...head,
        size: natural(rest['size'], `${at}/size`),
        hash: hash(rest['sha256'], `${at}/sha256`),
        fields: list(rest['fields'], `${at}/fields`).map((field, i) => fieldOf(field, `${at}/fields/${i}`)),
        splices: splicesOf(list(rest['splices'], `${at}/splices`), `${at}/splices`),
        attributes: list(rest['attributes'], `${at}/attributes`).map((one, i) =>
          attributeSet(one, `${at}/attributes/${i}`),
        ),
      }
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

function fieldOf(json: unknown, at: string): FieldSet {
  const [path, offset, size, old, now] = list(json, at)
  return {
    path: words(path, at),
    offset: natural(offset, at),
    size: natural(size, at),
    old: words(old, at),
    new: words(now, at),
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
