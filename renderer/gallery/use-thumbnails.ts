import { onScopeDispose, shallowReactive, watch, type Ref } from 'vue'
import type { Words } from '@areal-studio/core/format'
import { palette } from '../palette/palette'
import { useSettings } from '../state/settings.store'
import { dialHost } from '../state/client'
import { wordsOf } from '../state/notices'
import { HostWorker } from '../state/worker/host-worker'
import { useWorkspace } from '../state/workspace.store'
import type { GalleryMap } from './maps'
import type { DrawRequest, DrawResult } from './thumbnail-worker'
import ThumbnailWorker from './thumbnail-worker?worker'

/** Edge of a picture in pixels: twice what is shown, for sharp screens. */
const SIDE = 320

/** State of the thumbnail of a map: its picture, or why there is none. */
export interface Thumbnail {
  /** Address of the picture; undefined where it could not be drawn. */
  readonly url?: string
  /** Null where the map has none that can be read. */
  readonly records?: number | null
  /** What its records are called. */
  readonly noun?: string | undefined
  readonly failure?: Words
  /** Digest of the drawn data: the picture is redrawn when it changes. */
  readonly stamp: string
}

/** Pictures of the listed maps, drawn one after the other, those on the screen first; drawn again where a map has changed. */
export function useThumbnails(maps: Readonly<Ref<readonly GalleryMap[] | undefined>>) {
  const workspace = useWorkspace()
  const settings = useSettings()
  const worker = new HostWorker<DrawRequest, never, DrawResult>(() => new ThumbnailWorker(), dialHost)
  watch(
    () => workspace.lastChange,
    ({ entries }) => worker.changed(entries),
    { flush: 'sync' },
  )
  onScopeDispose(() => worker.close())
  const thumbnails = shallowReactive(new Map<string, Thumbnail>())
  let seen: readonly string[] = []
  let listedAt = 0
  let isDrawing = false

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

  /** Visible maps, in order; none while the pane is hidden. */
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
      const request = { files: map.files, side: SIDE, theme: settings.shown, palette: palette.value }
      const message = await worker.ask(request).catch(
        (error: unknown): DrawResult => ({
          kind: 'failed',
          words: wordsOf(error),
        }),
      )
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

  function take(map: GalleryMap, message: DrawResult, stamp: string): void {
    const before = thumbnails.get(map.folder)?.url
    if (before !== undefined) URL.revokeObjectURL(before)
    if (message.kind === 'drawn')
      thumbnails.set(map.folder, {
        url: URL.createObjectURL(message.picture),
        records: message.records,
        noun: message.noun,
        stamp,
      })
    else thumbnails.set(map.folder, { failure: message.words, stamp })
  }

  return {
    thumbnails,
    see,
    /** The maps were listed at a revision of the workspace. */
    listed(revision: number): void {
      listedAt = revision
      void drawSeen()
    },
    forget(): void {
      for (const { url } of thumbnails.values()) if (url !== undefined) URL.revokeObjectURL(url)
      thumbnails.clear()
      seen = []
    },
  }
}
