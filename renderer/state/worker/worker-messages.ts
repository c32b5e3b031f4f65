import type { EntryPath, Params } from '@areal-studio/core/format'

/**
 * Messages to a worker. `begin`: the end of its connection to the host, null where it opens its own. `changed`: entries
 * that it must read again, null for all; it holds for the requests sent after it.
 */
export type ToWorker<Request> =
  | { readonly kind: 'begin'; readonly port: MessagePort | null }
  | { readonly kind: 'changed'; readonly entries: readonly EntryPath[] | null }
  | { readonly kind: 'ask'; readonly id: number; readonly request: Request }
  | { readonly kind: 'cancel'; readonly id: number }

/** Messages of a worker about a request: a part of its result that is ready before the others, its end, its error. */
export type FromWorker<Part, Value> =
  | { readonly kind: 'part'; readonly id: number; readonly part: Part }
  | { readonly kind: 'done'; readonly id: number; readonly value: Value }
  | {
      readonly kind: 'refused'
      readonly id: number
      readonly code: string
      readonly params: Params
      readonly where?: EntryPath | undefined
    }
  | { readonly kind: 'failed'; readonly id: number; readonly message: string }

/** One end of messages: a worker, its global scope, or a port. */
export interface Endpoint {
  postMessage(message: unknown, transfer: Transferable[]): void
  addEventListener(type: 'message', handler: (event: MessageEvent) => void): void
}

/** The global scope of the worker that calls this; the types of the window do not have it. */
export const workerScope = (): Endpoint => ({
  postMessage(message, transfer) {
    postMessage(message, { transfer })
  },
  addEventListener(type, handler) {
    addEventListener(type, handler)
  },
})
