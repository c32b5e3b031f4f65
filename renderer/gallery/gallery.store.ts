import { defineStore } from 'pinia'
import { shallowReactive, shallowRef, watch } from 'vue'
import { StudioError, type EntryPath, type Words } from '@areal-studio/core/format'
import { palette } from '../palette/palette'
import { useSettings } from '../state/settings.store'
import { wordsOf } from '../state/notices'
import { useWorkspace } from '../state/workspace.store'
import { listMaps, type GalleryMap } from './maps'
import type { FromWorker, ToWorker } from './thumbnail-worker'
import ThumbnailWorker from './thumbnail-worker?worker'

/** Edge of a picture in pixels: twice what is shown, for sharp screens. */
const SIDE = 320

/** What is seen of a map: its picture, or why there is none. */
export interface Thumbnail {
  /** Address of the picture; undefined where it could not be drawn. */
  readonly url?: string
  /** Null where the map has none that can be read. */
  readonly records?: number | null
  /** What its records are called. */
  readonly noun?: string | undefined
  readonly failure?: Words
  /** Digest of what was drawn: another one needs another picture. */
  readonly stamp: string
}

/** The maps of the install and their pictures, drawn one after the other in a thread of its own, those that are seen first. */
export const useGallery = defineStore('gallery', () => {
  const workspace = useWorkspace()
  const settings = useSettings()
  /** Undefined until they were listed. */
  const maps = shallowRef<readonly GalleryMap[]>()
  const failure = shallowRef<Words>()
  const thumbnails = shallowReactive(new Map<string, Thumbnail>())
  const filter = shallowRef('')
  let seen: readonly string[] = []
  let listedAt = 0
  let worker: Worker | undefined
  let done: ((message: FromWorker) => void) | undefined
  let isDrawing = false

  async function refresh(): Promise<void> {
    const asked = workspace.info?.workspace
    const revision = workspace.revision
    try {
      const found = await listMaps(workspace.studio)
      if (asked !== workspace.info?.workspace) return
      listedAt = revision
      maps.value = found
      failure.value = undefined
      void drawSeen()
    } catch (error) {
      failure.value = wordsOf(error)
    }
  }

  function forget(): void {
    for (const { url } of thumbnails.values()) if (url !== undefined) URL.revokeObjectURL(url)
    thumbnails.clear()
    maps.value = undefined
    failure.value = undefined
    seen = []
  }
  watch(() => workspace.info?.workspace, forget, { flush: 'sync' })

  /** How often another program changed a file. */
  const touched = new Map<string, number>()
  watch(
    () => workspace.outside,
    ({ files }) => {
      for (const file of files) touched.set(file, (touched.get(file) ?? 0) + 1)
    },
  )

  /** A map without edits cannot have changed but from outside. */
  const stampOf = (map: GalleryMap): string =>
    JSON.stringify([
      settings.shown,
      palette.value,
      map.edits > 0 ? listedAt : 0,
      map.files.map(file => [file, touched.get(file) ?? 0]),
    ])

  /** Which maps are on the screen now, in order; none while nobody looks. */
  function see(folders: readonly string[]): void {
    seen = folders
    void drawSeen()
  }

  async function drawSeen(): Promise<void> {
    if (isDrawing) return
    isDrawing = true
    for (let map = nextMap(); map; map = nextMap()) {
      const stamp = stampOf(map)
      const asked = workspace.info?.workspace
      const message = await draw(map)
      if (asked === workspace.info?.workspace) take(map, message, stamp)
    }
    isDrawing = false
  }

  function nextMap(): GalleryMap | undefined {
    const folder = seen.find(one =>
      maps.value?.some(map => map.folder === one && thumbnails.get(one)?.stamp !== stampOf(map)),
    )
    return maps.value?.find(map => map.folder === folder)
  }

  function take(map: GalleryMap, message: FromWorker, stamp: string): void {
    const before = thumbnails.get(map.folder)?.url
    if (before !== undefined) URL.revokeObjectURL(before)
    if (message.kind === 'drawn')
      thumbnails.set(map.folder, {
        url: URL.createObjectURL(message.picture),
        records: message.records,
        noun: message.noun,
        stamp,
      })
    else if (message.kind === 'failed') thumbnails.set(map.folder, { failure: message.words, stamp })
  }

  function draw(map: GalleryMap): Promise<FromWorker> {
    worker ??= started()
    send({ kind: 'draw', files: map.files, side: SIDE, theme: settings.shown, palette: palette.value })
    return new Promise(resolve => {
      done = resolve
    })
  }

  const send = (message: ToWorker, given: Transferable[] = []): void => {
    worker?.postMessage(message, given)
  }

  function started(): Worker {
    const made = new ThumbnailWorker()
    made.addEventListener('message', ({ data }: MessageEvent<FromWorker>) => {
      if (data.kind === 'call') void answer(data.call, data.method, data.entry)
      else done?.(data)
    })
    made.addEventListener('error', event => {
      worker = undefined
      done?.({ kind: 'failed', words: wordsOf(new Error(event.message)) })
    })
    return made
  }

  async function answer(call: number, method: 'list' | 'read', entry: EntryPath): Promise<void> {
    try {
      if (method === 'list') return send({ kind: 'answer', call, value: await workspace.studio.list(entry) })
      const image = await workspace.studio.read(entry)
      // A view would be sent with the whole buffer behind it.
      const bytes = image.bytes.slice()
      send({ kind: 'answer', call, value: { ...image, bytes } }, [bytes.buffer])
    } catch (error) {
      if (error instanceof StudioError) send({ kind: 'refused', call, code: error.code, params: error.params })
      else
        send({
          kind: 'refused',
          call,
          code: 'defect',
          params: { message: error instanceof Error ? error.message : String(error) },
        })
    }
  }

  return { maps, failure, thumbnails, filter, refresh, see }
})
