import { existsSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { FileHits, SearchOrder, SearchPool, SearchTask } from '@areal-studio/core/search'

const MOST_WORKERS = 4
const SCRIPT = join(import.meta.dirname, 'search-worker.mjs')

interface Lane {
  readonly worker: Worker
  settle: { readonly done: (hits: FileHits) => void; readonly fail: (error: unknown) => void } | undefined
  hasEnded: boolean
}

/** Threads that search the files of an install; undefined where the program runs from its sources and has no worker script. */
export function searchPool(order: SearchOrder, script = SCRIPT): SearchPool | undefined {
  if (!existsSync(script)) return undefined
  const size = Math.max(1, Math.min(MOST_WORKERS, availableParallelism() - 1))
  const lanes = Array.from({ length: size }, () => lane(order, script))
  let isClosed = false
  return {
    size,
    search: task => {
      const free = lanes.find(one => one.settle === undefined)
      if (!free || free.hasEnded || isClosed) return Promise.reject(new Error('the pool has no free worker'))
      return ask(free, task)
    },
    close() {
      isClosed = true
      for (const { worker, settle } of lanes) {
        settle?.fail(new Error('the pool was closed'))
        void worker.terminate()
      }
    },
  }
}

function lane(order: SearchOrder, script: string): Lane {
  const made: Lane = { worker: new Worker(script, { workerData: order }), settle: undefined, hasEnded: false }
  made.worker.on('message', (hits: FileHits) => {
    const { settle } = made
    made.settle = undefined
    settle?.done(hits)
  })
  made.worker.on('error', error => made.settle?.fail(error))
  made.worker.on('exit', () => {
    made.hasEnded = true
    made.settle?.fail(new Error('the thread ended'))
  })
  return made
}

function ask(lane: Lane, task: SearchTask): Promise<FileHits> {
  return new Promise((done, fail) => {
    lane.settle = { done, fail }
    lane.worker.postMessage(task)
  })
}
