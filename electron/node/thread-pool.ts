import { existsSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'

const MOST_WORKERS = 4

/** Threads of one script; each has one task at a time. */
export interface ThreadPool<Task, Answer> {
  /** Number of tasks that run at the same time. */
  readonly size: number
  /** Rejects where no thread is free, the thread ends, or the pool was closed. */
  run(task: Task): Promise<Answer>
  /** Aborts all tasks. */
  close(): void
}

interface Lane<Answer> {
  readonly worker: Worker
  settle: { readonly done: (answer: Answer) => void; readonly fail: (error: unknown) => void } | undefined
  hasEnded: boolean
}

/** Starts threads that receive `order` as their data; undefined where the program runs from its sources and has no script. */
export function threadPool<Order, Task, Answer>(script: string, order: Order): ThreadPool<Task, Answer> | undefined {
  if (!existsSync(script)) return undefined
  const size = Math.max(1, Math.min(MOST_WORKERS, availableParallelism() - 1))
  const lanes = Array.from({ length: size }, () => laneOf<Answer>(script, order))
  let isClosed = false
  return {
    size,
    run: task => {
      const free = lanes.find(one => one.settle === undefined)
      if (!free || free.hasEnded || isClosed) return Promise.reject(new Error('the pool has no free worker'))
      return new Promise((done, fail) => {
        free.settle = { done, fail }
        free.worker.postMessage(task)
      })
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

function laneOf<Answer>(script: string, order: unknown): Lane<Answer> {
  const made: Lane<Answer> = { worker: new Worker(script, { workerData: order }), settle: undefined, hasEnded: false }
  made.worker.on('message', (answer: Answer) => {
    const { settle } = made
    made.settle = undefined
    settle?.done(answer)
  })
  made.worker.on('error', error => made.settle?.fail(error))
  made.worker.on('exit', () => {
    made.hasEnded = true
    made.settle?.fail(new Error('the thread ended'))
  })
  return made
}
