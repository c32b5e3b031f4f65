import { existsSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { Bytes } from '@areal-studio/core/layout'
import type { EncodeOrder, ThumbnailOrder } from '@areal-studio/core/studio'

const MOST_WORKERS = 4
const SCRIPT = join(import.meta.dirname, 'encode-worker.mjs')

/** Encodes or makes a thumbnail in a thread; undefined where there is none, or it ended early: then the caller does. */
export type Encoder = (order: EncodeOrder | ThumbnailOrder) => Promise<Bytes | undefined>

interface Lane {
  readonly worker: Worker
  isBusy: boolean
  /** Called once, with the result of the current order. */
  settle: ((bytes: Bytes | undefined) => void) | undefined
}

/** Threads that encode payloads and make thumbnails, started when needed; idle ones do not keep the process alive. */
export function encodePool(script = SCRIPT): Encoder {
  const size = Math.max(1, Math.min(MOST_WORKERS, availableParallelism() - 1))
  const lanes = new Set<Lane>()
  const waiting: (() => void)[] = []
  /** Takes an idle thread or starts one; a thread has one order at a time. */
  const take = async (): Promise<Lane> => {
    for (;;) {
      const lane = [...lanes].find(({ isBusy }) => !isBusy) ?? (lanes.size < size ? start() : undefined)
      if (lane) {
        lane.isBusy = true
        return lane
      }
      await new Promise<void>(done => waiting.push(done))
    }
  }
  const start = (): Lane => {
    const lane: Lane = { worker: new Worker(script), isBusy: false, settle: undefined }
    const end = (bytes: Bytes | undefined): void => {
      lane.worker.unref()
      const { settle } = lane
      lane.settle = undefined
      lane.isBusy = false
      settle?.(bytes)
      waiting.shift()?.()
    }
    const die = (): void => {
      lanes.delete(lane)
      end(undefined)
    }
    lane.worker.on('message', (bytes: Bytes | null) => end(bytes ?? undefined))
    lane.worker.on('error', die)
    lane.worker.on('exit', die)
    lanes.add(lane)
    return lane
  }
  return async order => {
    if (!existsSync(script)) return undefined
    const lane = await take()
    const payload = order.payload.slice() // the thread is given the copy: of a part of an image the whole image would be sent
    return new Promise(done => {
      lane.settle = done
      lane.worker.ref()
      lane.worker.postMessage({ ...order, payload }, [payload.buffer])
    })
  }
}
