import type { EntryPath } from '../../edit'
import { modelThumbnail, StudioError, type Format } from '../../format'
import { fromText, toText } from '../../format/text-bytes'
import { LayoutError, type Bytes } from '../../layout'
import { openedOf } from '../entries/entries'
import { ReadEntries } from '../entries/read-entries'
import type { View } from '../entries/view'
import type { Workspace } from '../entries/workspace'
import type { DigestCache } from '../install/digest-cache'

/** First byte of a kept result: the picture itself, or the entries that were read as well. */
const [PICTURE, MORE] = [0, 1]

/**
 * The thumbnail of a model: no bytes where nothing of it can be drawn. It depends on every entry that the scene and its
 * paints read, so it is kept in steps: under the digest of the entry what else was read, under the digests of all of that
 * the picture. What was read depends on what was read before alone, so equal digests give an equal picture.
 */
export async function keptModelThumbnail(
  workspace: Workspace,
  cache: DigestCache,
  view: View,
  format: Format,
): Promise<Bytes> {
  const known: EntryPath[] = [view.path]
  for (;;) {
    const key = cache.keyOf('model', format.id, ...(await digests(workspace, known)))
    const kept = await cache.get(key)
    if (kept?.[0] === PICTURE) return kept.subarray(1)
    if (!kept) return make(workspace, cache, { view, format, known, key })
    for (const more of JSON.parse(toText(kept.subarray(1))) as EntryPath[]) known.push(more)
  }
}

/** Paths with the digests of their present bytes; of one that does not exist an empty one. */
const digests = (workspace: Workspace, paths: readonly EntryPath[]): Promise<readonly string[]> =>
  Promise.all(
    paths.map(async path => {
      const view = await workspace.view(path)
      return `${path} ${view ? workspace.hash(view.payload()) : ''}`
    }),
  )

interface Wanted {
  readonly view: View
  readonly format: Format
  /** Entries of which the digests are in the key. */
  readonly known: readonly EntryPath[]
  readonly key: string
}

async function make(workspace: Workspace, cache: DigestCache, { view, format, known, key }: Wanted): Promise<Bytes> {
  const reads = new ReadEntries(workspace)
  reads.payload(view)
  const bytes = await drawn(format, () => openedOf(workspace, view, 'present', reads))
  const more = reads.all().filter(({ entry }) => !known.includes(entry))
  const picture = kept(PICTURE, bytes)
  if (more.length === 0) await cache.put([{ key, bytes: picture }])
  else {
    const paths = more.map(({ entry }) => entry)
    const whole = cache.keyOf('model', format.id, ...(await digests(workspace, [...known, ...paths])))
    await cache.put([
      { key, bytes: kept(MORE, fromText(JSON.stringify(paths))) },
      { key: whole, bytes: picture },
    ])
  }
  return bytes
}

function kept(kind: number, bytes: Bytes): Bytes {
  const found = new Uint8Array(1 + bytes.length)
  found[0] = kind
  found.set(bytes, 1)
  return found
}

/** No bytes of a damaged model. */
async function drawn(format: Format, entry: () => Parameters<NonNullable<Format['model']>>[0]): Promise<Bytes> {
  try {
    return modelThumbnail(await format.model?.(entry()))
  } catch (error) {
    if (error instanceof StudioError || error instanceof LayoutError) return new Uint8Array(0)
    throw error
  }
}
