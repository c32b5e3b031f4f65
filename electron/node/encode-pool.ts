import { existsSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { WorkArguments, WorkName, WorkResult } from '@areal-studio/core/format'
import type { Bytes } from '@areal-studio/core/layout'
import type { EncodeOrder, ThumbnailOrder } from '@areal-studio/core/studio'
import { ownData } from './own-data'

/** One for each processor: while they work, the thread of the program reads and writes files, which is little. */
const WORKERS = Math.min(4, availableParallelism())
const SCRIPT = join(import.meta.dirname, 'encode-worker.mjs')

/** A slow part of a conversion. */
export interface ConvertOrder<Name extends WorkName = WorkName> {
  readonly work: Name
  readonly given: WorkArguments<Name>
}

/** What a thread is given; it posts the result, or null where it has none. */
export type Order = EncodeOrder | ThumbnailOrder | ConvertOrder

/** Threads for slow work; undefined where there is none, or it ended early: then the caller does the work. */
export interface Threads {
  /** Encodes or makes a thumbnail. */
  encode(order: EncodeOrder | ThumbnailOrder): Promise<Bytes | undefined>
  /** `guard`: called before a thread starts it; rejects with what it throws. */
  convert<Name extends WorkName>(
    work: Name,
    given: WorkArguments<Name>,
    guard?: () => void,
  ): Promise<WorkResult<Name> | undefined>
}

interface Lane {
  readonly worker: Worker
  /** Orders that it has or will have. */
  taken: number
  /** Each called once, with the results of the posted orders, which the thread does one after the other. */
  readonly settles: ((result: unknown) => void)[]
}

/** Orders of a thread: the next one is there when it has done one, and it does not wait for this thread to run. */
const ORDERS = 2

/** Threads that encode, convert and make thumbnails, started when needed; idle ones do not keep the process alive. */
export function encodePool(script = SCRIPT): Threads {
  const lanes = new Set<Lane>()
  const waiting: (() => void)[] = []
  /** Takes an idle thread, starts one, or takes one that has a place for another order. */
  const take = async (): Promise<Lane> => {
    for (;;) {
      const least = [...lanes].sort((a, b) => a.taken - b.taken)[0]
      const lane = lanes.size < WORKERS && least?.taken !== 0 ? start() : least
      if (lane && lane.taken < ORDERS) {
        lane.taken++
        return lane
      }
      await new Promise<void>(done => waiting.push(done))
    }
  }
  const release = (lane: Lane): void => {
    lane.taken--
    if (lane.taken === 0) lane.worker.unref()
    waiting.shift()?.()
  }
  const start = (): Lane => {
    const lane: Lane = { worker: new Worker(script), taken: 0, settles: [] }
    const end = (result: unknown): void => {
      release(lane)
      lane.settles.shift()?.(result)
    }
    const die = (): void => {
      lanes.delete(lane)
      while (lane.settles.length > 0) end(undefined)
      for (const wake of waiting.splice(0)) wake()
    }
    lane.worker.on('message', (result: unknown) => end(result ?? undefined))
    lane.worker.on('error', die)
    lane.worker.on('exit', die)
    lanes.add(lane)
    return lane
  }
  /** Rejects with what `guard` throws, and where the order cannot be copied; the thread is free then. */
  const run = async <Result>(order: Order, guard?: () => void): Promise<Result | undefined> => {
    if (!existsSync(script)) return undefined
    const lane = await take()
    try {
      guard?.()
      const { data, buffers } = ownData(order)
      lane.worker.ref()
      lane.worker.postMessage(data, buffers)
    } catch (error) {
      release(lane)
      throw error
    }
    return new Promise<Result | undefined>(done => lane.settles.push(done as (result: unknown) => void))
  }
  return { encode: order => run(order), convert: (work, given, guard) => run({ work, given }, guard) }
}
