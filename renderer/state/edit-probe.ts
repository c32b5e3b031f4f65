import { nextTick } from 'vue'
import type { EntryPath } from '@areal-studio/core/edit'
import type { Value } from '@areal-studio/core/layout'
import type { StudioApi } from '@areal-studio/core/studio'
import type { Target } from './outbox'
import type { SelectionProbe } from './selection-probe'

/** Times of edits as seen by the window: from the call until the last store has changed. */
interface EditProbe {
  readonly studio: StudioApi
  /** Milliseconds of giving one field a value. */
  edit(entry: EntryPath, path: string, value: Value): Promise<number>
  /** Milliseconds of giving many fields one value, in one transaction. */
  bulk(entry: EntryPath, paths: readonly string[], value: Value): Promise<number>
  /** Milliseconds of a call that changes nothing. */
  call(): Promise<number>
}

/** Access to the map. Places are CSS pixels of the page. */
export interface MapProbe {
  /** Where a record's anchor is drawn; null where it is not visible. */
  project(record: number): { readonly x: number; readonly y: number } | null
  /** Red, green, blue drawn there, 0 to 255. */
  pixel(x: number, y: number): readonly [number, number, number]
  /** Red, green, blue of a value of the colouring field. */
  classColour(value: number): readonly [number, number, number]
  /** The record under a place; null where there is none. */
  pick(x: number, y: number): number | null
  /** Brings records into view. */
  frame(records: readonly number[]): void
  /** Whether fills are full and exact. */
  setSolid(isSolid: boolean): void
  /** Milliseconds from choosing a map by its regions until the first whole frame of it can be read. */
  openMap(entry: EntryPath): Promise<number>
  /** The same for its triangles alone: requested, decoded, and drawn as one bare mesh. */
  openBare(entry: EntryPath): Promise<number>
  /** Milliseconds of a number of frames of the map, and of as many of its triangles as one bare mesh. */
  compareFrames(runs: number): Promise<{ readonly full: readonly number[]; readonly bare: readonly number[] }>
  /**
   * Milliseconds of drawing a frame, of a pick and of uploading new values, and the number of draw calls of the frame.
   */
  draw(): {
    readonly milliseconds: number
    readonly pickMilliseconds: number
    readonly overlayMilliseconds: number
    readonly drawCalls: number
  }
}

/** Access to a model that is shown. Places are CSS pixels of the page. */
interface ModelProbe {
  readonly model: {
    /** Where a point in the space of a node is drawn at the present time; null behind the eye. */
    project(node: number, place: readonly [number, number, number]): { readonly x: number; readonly y: number } | null
    /** Red, green, blue drawn there, 0 to 255. */
    pixel(x: number, y: number): readonly [number, number, number]
    /** What is under a place. */
    pick(x: number, y: number): { readonly node: number; readonly record: number } | null
    /** Shows a frame. */
    goTo(time: number): void
    time(): number
    /** The entry of its nodes. */
    entry(): string
    /** Milliseconds of sampling a pose and submitting the frame, for a number of times. */
    frameTimes(count: number): readonly number[]
  }
}

/** Access to a window for tests and benchmarks; each part is offered by its own module. */
export interface Probe extends Partial<EditProbe>, Partial<MapProbe>, Partial<ModelProbe>, Partial<SelectionProbe> {}

declare global {
  interface Window {
    arealProbe?: Probe
  }
}

/** Makes a part of the probe available to tests; returns a function that removes it. */
export function offerProbe(part: Probe): () => void {
  window.arealProbe = { ...window.arealProbe, ...part }
  return () => {
    const left = { ...window.arealProbe }
    for (const name of Object.keys(part)) Reflect.deleteProperty(left, name)
    window.arealProbe = left
  }
}

interface Sources {
  readonly studio: StudioApi
  load(entry: EntryPath): Promise<unknown>
  assignAll(entry: EntryPath, targets: readonly Target[]): Promise<boolean>
}

export function editProbe({ studio, load, assignAll }: Sources): EditProbe {
  const assign = async (entry: EntryPath, paths: readonly string[], value: Value): Promise<number> => {
    await load(entry)
    return timed(async () => {
      if (
        !(await assignAll(
          entry,
          paths.map(path => ({ path, value })),
        ))
      )
        throw new Error('the edit was refused')
      await nextTick()
    })
  }
  return {
    studio,
    edit: (entry, path, value) => assign(entry, [path], value),
    bulk: assign,
    call: () => timed(() => studio.info()),
  }
}

async function timed(run: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await run()
  return performance.now() - start
}
