import { own } from '@areal-studio/core/layout'
import { familyOf, type EntryPath, type Words } from '@areal-studio/core/format'
import { palette, type PaletteId } from '../palette/palette'
import { LOOKS, type Theme } from '../viewport/scene/map-theme'
import { mapSceneOf, type MapScene } from '../viewport/scene/map-scene'
import { findScene } from '../viewport/scene/scene-source'
import { drawRegions, groundPicture, topScale } from '../viewport/geometry/top-view'
import { families } from '../state/families'
import type { Replica } from '../state/replica'
import type { HostEntries } from '../state/worker/host-entries'
import { serveWorker, type Work } from '../state/worker/serve-worker'
import { workerScope } from '../state/worker/worker-messages'

/** Request to the worker: a map from above. */
export interface DrawRequest {
  readonly files: readonly EntryPath[]
  readonly side: number
  readonly theme: Theme
  readonly palette: PaletteId
}

/** Its picture, or why there is none. */
export type DrawResult = ({ readonly kind: 'drawn' } & Drawn) | { readonly kind: 'failed'; readonly words: Words }

interface Drawn {
  readonly picture: Blob
  readonly records: number | null
  /** What its records are called. */
  readonly noun: string | undefined
}

/** Most pictures cached by the bytes they were drawn from. */
const KEPT = 300
const drawn = new Map<string, Drawn>()

async function draw(asked: DrawRequest, { host }: Work<never>): Promise<DrawResult> {
  try {
    return await drawFrom(asked, host)
  } finally {
    // The next one is of another map.
    host.changed(null)
  }
}

async function drawFrom(asked: DrawRequest, host: HostEntries): Promise<DrawResult> {
  const replicas = await Promise.all(asked.files.map(file => host.load(file)))
  const key = [asked.theme, asked.palette, asked.side, ...(await Promise.all(replicas.map(fingerprint)))].join(' ')
  const known = drawn.get(key)
  if (known) return { kind: 'drawn', ...known }
  for (const file of asked.files) {
    const found = await findScene(host, file, asked.files)
    const map = found && mapSceneOf(found.items)
    if (!map) continue
    palette.value = asked.palette
    const made: Drawn = {
      picture: await paint(map, asked.theme, asked.side),
      records: map.regions?.recordCount ?? null,
      noun: map.regions?.noun,
    }
    if (drawn.size >= KEPT) drawn.clear()
    drawn.set(key, made)
    return { kind: 'drawn', ...made }
  }
  const of = familyOf(replicas.find(({ format }) => format)?.format?.id ?? '')
  const isDrawn =
    families()
      .find(({ id }) => id === of)
      ?.formats.some(({ scene }) => scene !== undefined) !== false
  return { kind: 'failed', words: { code: isDrawn ? 'ui.gallery.nothing' : 'ui.gallery.no-picture', params: {} } }
}

async function fingerprint({ image }: Replica): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', new Uint8Array(image.bytes)))
  return Array.from(digest, byte => byte.toString(16).padStart(2, '0')).join('')
}

function paint(map: MapScene, theme: Theme, side: number): Promise<Blob> {
  const canvas = new OffscreenCanvas(side, side)
  const context = canvas.getContext('2d')
  context?.putImageData(new ImageData(groundPicture(map, LOOKS[theme], side), side), 0, 0)
  const { regions } = map
  const field = regions?.colouring[0] ?? ''
  const values = regions && (own(regions.fields, field) ?? new Uint32Array(regions.recordCount))
  if (context && regions && values) drawRegions(context, regions, values, field, new Set(), topScale(map.bounds, side))
  return canvas.convertToBlob()
}

serveWorker(workerScope(), draw)
