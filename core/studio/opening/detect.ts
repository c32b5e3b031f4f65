import {
  HEAD_SIZE,
  matchFormat,
  StudioError,
  familyOf,
  type Candidate,
  type Family,
  type KnownFamily,
  type Words,
} from '../../format'
import type { Bytes } from '../../layout'
import type { Install } from '../install/install'

/** Families of an install, the most certain first, and what went wrong while they were loaded. */
export interface Detected {
  readonly families: readonly Family[]
  readonly notices: readonly Words[]
}

interface Loaded {
  readonly family: Family | undefined
  readonly notice?: Words
}

/** Files whose heads are read where no family knows a name. */
const HEADS = 64
/** A family is left out where another is more than this many times as certain. */
const LESS = 2

/**
 * The families of an install, by the names of its files; where none knows a name, by their contents. A single file has
 * the family of its format. A family that cannot be loaded is a notice. Empty where no family is found.
 */
export async function detectFamilies(
  known: readonly KnownFamily[],
  install: Install,
  only: string | undefined,
): Promise<Detected> {
  const heads = new Map<string, Promise<Bytes>>()
  const head = (file: string): Promise<Bytes> => {
    const read = heads.get(file) ?? headOf(install, file)
    heads.set(file, read)
    return read
  }
  const failed: Words[] = []
  const scored = await Promise.all(
    known.map(async family => {
      try {
        return { family, score: await family.detect(install.names, head) }
      } catch (error) {
        failed.push(notLoaded(family, error))
        return { family, score: 0 }
      }
    }),
  )
  const ranked = scored.filter(({ score }) => score > 0).sort((a, b) => b.score - a.score)
  const best = ranked[0]?.score ?? 0
  const likely = ranked.filter(({ score }) => score * LESS >= best).map(({ family }) => family)
  if (only === undefined && likely.length > 0) {
    const loaded = await loadAll(likely)
    return { ...loaded, notices: [...failed, ...loaded.notices] }
  }
  const others = known.filter(family => !likely.includes(family))
  const { families, notices } = await loadAll([...likely, ...others])
  const files = only === undefined ? install.names.slice(0, HEADS) : [install.spelling(only) ?? only]
  const found = await byContent(families, files, head)
  const certain = families.filter(({ id }) => found.includes(id))
  return certain.length > 0
    ? { families: certain, notices: failed }
    : { families: families.slice(0, likely.length), notices: [...failed, ...notices] }
}

/** Ids of the families whose formats match the only file, or have their `magic` in one of several. */
async function byContent(
  families: readonly Family[],
  files: readonly string[],
  head: (file: string) => Promise<Bytes>,
): Promise<readonly string[]> {
  const formats = families.flatMap(family => family.formats)
  const found = new Set<string>()
  for (const file of files) {
    const bytes = await head(file)
    const info: Candidate = {
      path: file,
      name: file.slice(file.lastIndexOf('/') + 1),
      size: bytes.length,
      attributes: {},
      head: bytes,
      container: null,
    }
    const format = matchFormat(info, formats)
    if (format && (files.length === 1 || format.magic)) found.add(familyOf(format.id))
  }
  return [...found]
}

async function headOf(install: Install, file: string): Promise<Bytes> {
  try {
    return await install.head(file, HEAD_SIZE)
  } catch (error) {
    if (error instanceof StudioError) return new Uint8Array(0) // opening lists it as unreadable
    throw error
  }
}

/** Loads families in this order; the ones that cannot be loaded are left out, with a notice. */
export async function loadAll(known: readonly KnownFamily[]): Promise<Detected> {
  const loaded = await Promise.all(known.map(load))
  return {
    families: loaded.flatMap(({ family }) => family ?? []),
    notices: loaded.flatMap(({ notice }) => notice ?? []),
  }
}

async function load(known: KnownFamily): Promise<Loaded> {
  try {
    return { family: await known.load() }
  } catch (error) {
    return { family: undefined, notice: notLoaded(known, error) }
  }
}

function notLoaded({ title }: KnownFamily, error: unknown): Words {
  const reason = error instanceof Error ? error.message : String(error)
  return { code: 'notice.family-not-loaded', params: { title, reason } }
}
