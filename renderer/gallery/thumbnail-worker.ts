import { own } from '@areal-studio/core/layout'
import { familyOf, StudioError, type EntryPath, type Params, type Words } from '@areal-studio/core/format'
import type { EntryImage, StudioApi, TreeItem } from '@areal-studio/core/studio'
import { palette, type PaletteId } from '../palette/palette'
import { LOOKS, type Theme } from '../viewport/scene/map-theme'
import { mapSceneOf, type MapScene } from '../viewport/scene/map-scene'
import { findScene } from '../viewport/scene/scene-source'
import { drawRegions, groundPicture, topScale } from '../viewport/geometry/top-view'
import { families, loadFamilies } from '../state/families'
import { wordsOf } from '../state/notices'
import { openReplica, type Replica } from '../state/replica'

/** Messages to the worker: draw a map; a result of the studio. */
export type ToWorker =
  | {
      readonly kind: 'draw'
      readonly files: readonly EntryPath[]
      readonly side: number
      readonly theme: Theme
      readonly palette: PaletteId
    }
  | { readonly kind: 'answer'; readonly call: number; readonly value: unknown }
  | { readonly kind: 'refused'; readonly call: number; readonly code: string; readonly params: Params }
/** Messages of the worker: calls to the studio, and the end of a drawing. */
export type FromWorker =
  | { readonly kind: 'call'; readonly call: number; readonly method: 'list' | 'read'; readonly entry: EntryPath }
  | {
      readonly kind: 'drawn'
      readonly picture: Blob
      readonly records: number | null
      readonly noun: string | undefined
    }
  | { readonly kind: 'failed'; readonly words: Words }

interface Drawn {
  readonly picture: Blob
  readonly records: number | null
  /** What its records are called. */
  readonly noun: string | undefined
}

/** Most pictures cached by the bytes they were drawn from. */
const KEPT = 300
const drawn = new Map<string, Drawn>()
const waiting = new Map<
  number,
  { readonly done: (value: unknown) => void; readonly failed: (error: StudioError) => void }
>()
let calls = 0

const tell = (message: FromWorker): void => {
  postMessage(message)
}

function ask(method: 'list' | 'read', entry: EntryPath): Promise<unknown> {
  const call = ++calls
  tell({ kind: 'call', call, method, entry })
  return new Promise((done, failed) => {
    waiting.set(call, { done, failed })
  })
}

/** The studio as a worker has it: through the window, whose answers keep their types. */
const studio: Pick<StudioApi, 'list'> & { read(entry: EntryPath): Promise<EntryImage> } = {
  list: async parent => (await ask('list', parent ?? '')) as readonly TreeItem[],
  read: async entry => {
    const image = (await ask('read', entry)) as EntryImage
    await loadFamilies([familyOf(image.format ?? '')])
    return image
  },
}

addEventListener('message', ({ data }: MessageEvent<ToWorker>) => {
  if (data.kind === 'draw')
    return void draw(data).then(tell, (error: unknown) => tell({ kind: 'failed', words: wordsOf(error) }))
  const call = waiting.get(data.call)
  waiting.delete(data.call)
  if (data.kind === 'answer') call?.done(data.value)
  else call?.failed(new StudioError(data.code, data.params))
})

async function draw(asked: ToWorker & { kind: 'draw' }): Promise<FromWorker> {
  const open = new Map<EntryPath, Promise<Replica>>()
  const load = (entry: EntryPath): Promise<Replica> => {
    const made =
      open.get(entry) ?? studio.read(entry).then(image => openReplica(image, () => Promise.resolve(image.bytes)))
    open.set(entry, made)
    return made
  }
  const replicas = await Promise.all(asked.files.map(load))
  const key = [asked.theme, asked.palette, asked.side, ...(await Promise.all(replicas.map(fingerprint)))].join(' ')
  const known = drawn.get(key)
  if (known) return { kind: 'drawn', ...known }
  for (const file of asked.files) {
    const found = await findScene({ load, studio }, file, asked.files)
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
