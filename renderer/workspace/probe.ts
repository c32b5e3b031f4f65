import { nextTick } from 'vue'
import type { EntryPath } from '@areal-studio/core/edit'
import { locate } from '@areal-studio/core/layout'
import type { StudioApi } from '@areal-studio/core/workspace'
import type { Target } from './outbox'
import type { Replica } from './replica'

/** Times of edits as the window feels them: from the call to the last store that knows of it. */
export interface BenchProbe {
  /** Opens the entry here, so that loading is no part of what is measured. */
  open(entry: EntryPath): Promise<void>
  /** Settles when what the opening of an install starts is over. */
  idle(): Promise<void>
  /** Records of an array of an open entry. */
  count(entry: EntryPath, array: string): number
  /** Milliseconds of a call that changes nothing. */
  call(): Promise<number>
  /** Milliseconds of one transaction that gives every node its value. */
  assign(entry: EntryPath, targets: readonly Target[]): Promise<number>
}

/** What tests and the bench may ask of a window; each room offers its own part. */
export interface Probe {
  readonly bench?: BenchProbe
  readonly studio?: StudioApi
  /** Where a record's anchor is on the screen, in CSS pixels of the page; null where it is not seen. */
  readonly project?: (record: number) => { readonly x: number; readonly y: number } | null
  /** The colour drawn there, 0 to 255. */
  readonly pixel?: (x: number, y: number) => readonly [number, number, number]
}

declare global {
  interface Window {
    arealProbe?: Probe
  }
}

export function offerProbe(part: Probe): void {
  window.arealProbe = { ...window.arealProbe, ...part }
}

interface BenchOptions {
  load(entry: EntryPath): Promise<Replica>
  replica(entry: EntryPath): Replica | undefined
  assignAll(entry: EntryPath, targets: readonly Target[]): Promise<boolean>
  call(): Promise<unknown>
  isBusy(): boolean
}

const POLL = 50
const CALM = 500

export function benchProbe(options: BenchOptions): BenchProbe {
  return {
    open: async entry => { await options.load(entry) },
    async idle() {
      for (let calm = 0; calm < CALM; calm = options.isBusy() ? 0 : calm + POLL) await new Promise(done => window.setTimeout(done, POLL))
    },
    count(entry, array) {
      const whole = options.replica(entry)?.document
      return whole ? locate(whole, array)?.childCount ?? 0 : 0
    },
    call: () => timed(options.call),
    assign: (entry, targets) => timed(async () => {
      if (!await options.assignAll(entry, targets)) throw new Error('the edit was refused')
      await nextTick()
    }),
  }
}

async function timed(run: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await run()
  return performance.now() - start
}
