import type { EntryPath } from '../../edit'
import { familyOf, StudioError, thumbnailOf } from '../../format'
import { LayoutError, type Bytes } from '../../layout'
import type { Host } from '../api/host'
import { hashInPieces } from '../entries/digests'
import { largeFile } from '../entries/large-file'
import type { Session } from '../entries/session'
import { DigestCache } from '../install/digest-cache'
import { keptModelThumbnail } from './model-thumbnail'

/** Most bytes on disk: about two thousand pictures. */
const LIMIT = 16 * 1024 * 1024
const caches = new WeakMap<Host, DigestCache>()

/**
 * A small picture of the present entry as a PNG file; null where it has none or cannot be read. Made in a thread, where
 * the host has any, and kept on disk by the digest of the entry.
 */
export async function thumbnail({ workspace, host }: Session, entry: EntryPath): Promise<Bytes | null> {
  const path = workspace.canonical(entry)
  if (await largeFile(workspace, path)) return null
  const view = await workspace.view(path)
  const format = view?.isReadable ? view.format : undefined
  if (!view || !format || (view.archive && !view.container)) return null
  if (!format.model && (!format.picture || view.archive)) return null
  let cache = caches.get(host)
  if (!cache) caches.set(host, (cache = new DigestCache(host, 'thumbnails', LIMIT)))
  if (format.model) {
    const drawn = await keptModelThumbnail(workspace, cache, view, format)
    return drawn.length > 0 ? drawn : null
  }
  const payload = view.payload()
  await hashInPieces(host, payload)
  const key = cache.keyOf(format.id, workspace.hash(payload))
  const kept = await cache.get(key)
  if (kept) return kept.length > 0 ? kept : null
  const bytes =
    (await host.thumbnail?.({ family: familyOf(format.id), format: format.id, payload })) ?? made(format, payload)
  await cache.put([{ key, bytes }])
  return bytes.length > 0 ? bytes : null
}

function made(format: Parameters<typeof thumbnailOf>[0], payload: Bytes): Bytes {
  try {
    return thumbnailOf(format, payload)
  } catch (error) {
    if (error instanceof StudioError || error instanceof LayoutError) return new Uint8Array(0)
    throw error
  }
}
